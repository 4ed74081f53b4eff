import type { Locator, Page } from "@playwright/test";

import { chipOf } from "./discover.ts";
import {
  boxOf,
  expect,
  expectAccessible,
  middleOf,
  overflowOf,
  preferReducedMotion,
  test,
  themeOf,
} from "./fixtures.ts";

/** A chart of the whole market that follows the filters and sets range and price. */

async function openExplore(page: Page, search = "") {
  await page.goto(`/${search}`);
  return comeToExplore(page);
}

async function comeToExplore(page: Page) {
  const explore = page.getByRole("region", { name: "The whole market at a glance" });
  await explore.scrollIntoViewIfNeeded();
  const open = explore.getByRole("button", { name: "Show the chart" });
  if (await open.isVisible()) await open.click();
  const plot = explore.getByRole("group", { name: /^Trims by range and price/ });
  // The single tab stop appears once the code has loaded.
  await expect(plot.locator('a[tabindex="0"]')).toHaveCount(1);
  return { explore, plot };
}

const headlineOf = (explore: Locator) => explore.getByRole("heading", { level: 3 });
const handleOf = (explore: Locator, side: string) =>
  explore.getByRole("slider", { name: `${side} on the chart` });

/** The figures in the names of the marks that match the filters. */
async function passingFigures(plot: Locator) {
  const names = await plot
    .locator("a:not([data-out])")
    .evaluateAll((marks) => marks.map((mark) => mark.ariaLabel ?? ""));
  const figures = (pattern: RegExp) =>
    names.map((name) => Number(pattern.exec(name)?.[1]?.replaceAll(",", "")));
  return { miles: figures(/([\d,]+) miles/), dollars: figures(/\$([\d,]+)/) };
}

test("its marks, line and box are used by mouse and by keyboard @desktop", async ({ page }) => {
  const { explore, plot } = await openExplore(page);
  await test.step("every trim with price and range is a link that says its figures", async () => {
    await expect(explore.getByText("287 of 292 trims")).toBeVisible();
    await expect(plot.getByRole("link")).toHaveCount(287);
    await expect(
      plot.getByRole("link", { name: /^Chevrolet Equinox EV LT FWD.*, 319 miles, \$33,600$/ }),
    ).toHaveAttribute("href", /^\/ev\/\d+\?trim=\d+&trimName=LT%20FWD$/);
    await expect(
      explore.getByText("5 trims without a price or range are not shown."),
    ).toBeVisible();
  });
  await test.step("the line moves by keys", async () => {
    const line = handleOf(explore, "Maximum price");
    await line.press("PageDown");
    await expect(line).toHaveAttribute("aria-valuetext", /^up to \$2\d\d,000$/);
    await expect(page).toHaveURL(/\?maxPrice=2\d{2}000$/);
    await line.press("End");
    await expect(line).toHaveAttribute("aria-valuetext", "not set");
    await expect(page).toHaveURL(/\/$/);
    await expect(explore.getByText("287 of 292 trims")).toBeVisible();
    await expect(explore.getByRole("textbox")).toHaveCount(0);
  });
  await test.step("a box sets all four sides in one step, and nothing sticks or jumps", async () => {
    const box = await boxOf(plot);
    const topIn = async () => (await boxOf(plot)).y - (await boxOf(explore)).y;
    const topBefore = await topIn();
    // Start from a hovered mark that is about to be filtered out.
    const { x, y } = await middleOf(plot.getByRole("link", { name: /512 miles/ }));
    const active = plot.locator("a[data-active]");
    await page.mouse.move(x - 3, y + 3);
    await expect(explore.getByText("512 miles · ")).toBeVisible();
    await expect(active).toHaveCount(1);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.6, y + 40, { steps: 4 });
    await expect(explore.getByText("512 miles · ")).toBeHidden();
    await expect(active).toHaveCount(0);
    await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.8, { steps: 4 });
    await page.mouse.up();
    await expect(page).toHaveURL(/\?minRange=\d+&maxRange=\d+&maxPrice=\d+&minPrice=\d+$/);
    await expect(active).toHaveCount(0);
    expect(await topIn(), "the plot stays where it is in its card").toBe(topBefore);
    // Every match lies within the selected bounds; marks outside them fade.
    const { minRange, maxRange, minPrice, maxPrice } = Object.fromEntries(
      new URL(page.url()).searchParams,
    );
    await expect(plot.getByRole("link", { name: /512 miles/ })).toHaveAttribute("data-out");
    const { miles, dollars } = await passingFigures(plot);
    expect(Math.min(...miles)).toBeGreaterThanOrEqual(Number(minRange));
    expect(Math.max(...miles)).toBeLessThanOrEqual(Number(maxRange));
    expect(Math.min(...dollars)).toBeGreaterThanOrEqual(Number(minPrice));
    expect(Math.max(...dollars)).toBeLessThanOrEqual(Number(maxPrice));
    await page.goBack();
    await expect(explore.getByText("287 of 292 trims")).toBeVisible();
  });
  await test.step("the handle of the line is dragged down", async () => {
    const price = handleOf(explore, "Maximum price");
    // WebKit cannot place or drag a slider with a vertical writing mode.
    await expect(price).toHaveCSS("writing-mode", "horizontal-tb");
    await price.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await boxOf(price);
    await page.mouse.move(x + width / 2, y + 22);
    await page.mouse.down();
    await page.mouse.move(x + width / 2, y + height / 2, { steps: 4 });
    await page.mouse.up();
    await expect(price).toHaveAttribute("aria-valuetext", /^up to \$(?:[6-9]\d|1[01]\d),000$/);
    await expect(headlineOf(explore)).toHaveText(
      /^\$(?:[6-9]\d|1[01]\d),000 buys up to \d+ miles in \d+ models$/,
    );
  });
  await explore.getByRole("button", { name: "Clear range and price" }).click();
  await expect(page).toHaveURL(/\/$/);
  await test.step("pointing at a mark names it, a click opens it", async () => {
    const mark = plot.getByRole("link", { name: /512 miles/ });
    const { x, y } = await middleOf(mark);
    await page.mouse.move(x + 8, y + 6);
    await expect(explore.getByText("512 miles · ")).toBeVisible();
    await page.mouse.click(x + 8, y + 6);
    await expect(page).toHaveURL(/\/ev\/\d+\?trim=/);
  });
  await page.goBack();
  await comeToExplore(page);
  await test.step("arrow keys move between the marks and Enter opens one", async () => {
    await plot.locator('a[tabindex="0"]').focus();
    await page.keyboard.press("End");
    const last = plot.locator("a:focus");
    await expect(last).toHaveAccessibleName(/512 miles/);
    await page.keyboard.press("ArrowLeft");
    await expect(plot.locator("a:focus")).toHaveAccessibleName(/493 miles/);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(/\/ev\/\d+\?trim=/);
  });
});

test("drawings appear where there is room, and never overlap", async ({ page }, { project }) => {
  const { explore, plot } = await openExplore(page);
  const drawings = plot.locator("image");
  const isPhone = project.name.includes("phone");
  await expect(explore.getByText("All cars are drawn to the same scale.")).toBeVisible();
  await expect(drawings.nth(isPhone ? 12 : 30)).toBeAttached();
  const places = await drawings.evaluateAll((images) =>
    images.map((image) => {
      const { x, y, width } = image.getBoundingClientRect();
      return { x, y, width };
    }),
  );
  const width = Number(places[0]?.width);
  expect(width).toBeGreaterThan(isPhone ? 38 : 90);
  // A drawn car fills four fifths of its picture's width and half of its height, so pictures may overlap a
  // little.
  const over = places.filter((one, at) =>
    places
      .slice(at + 1)
      .some(({ x, y }) => Math.abs(x - one.x) < width * 0.75 && Math.abs(y - one.y) < width * 0.25),
  );
  expect(over).toEqual([]);
});

test("among the cars of one make, cars glide to their places @desktop", async ({ page }) => {
  const { explore, plot } = await openExplore(page, "?make=Kia");
  await test.step("cars glide to their places among those that pass the other filters", async () => {
    await expect(explore.getByText("13 of 13 trims that match the other filters")).toBeVisible();
    await expect(plot.getByRole("link")).toHaveCount(13);
    const ev9 = plot.getByRole("link", { name: /^Kia EV9 Light RWD/ });
    const before = await middleOf(ev9);
    await plot.evaluate((part) => {
      const runs: string[] = Object.assign(globalThis, { runs: [] }).runs;
      part.addEventListener("transitionrun", (event) => {
        const { target, propertyName } = event as TransitionEvent; // by its name
        if (!(target instanceof Element)) return;
        runs.push(
          `${target.localName} ${propertyName} ${getComputedStyle(target).transitionDuration}`,
        );
      });
    });
    const newRuns = async () =>
      new Set(await page.evaluate(() => (Object(globalThis).runs as string[]).splice(0))); // set above
    await chipOf(page, "Kia").dispatchEvent("click");
    await expect(plot.getByRole("link")).toHaveCount(287);
    await expect.poll(() => middleOf(ev9)).not.toEqual(before);
    expect(await newRuns()).toEqual(new Set(["a translate 0.2s", "image translate 0.2s"]));

    await preferReducedMotion(page);
    await page.goBack();
    await expect(plot.getByRole("link")).toHaveCount(13);
    await expect.poll(() => middleOf(ev9)).toEqual(before);
    for (const run of await newRuns()) expect(run).toMatch(/ 1e-05s$/);
  });
  await test.step("a chart without marks says why", async () => {
    await page.goto("/?search=hundai");
    await explore.scrollIntoViewIfNeeded();
    await expect(explore.getByRole("paragraph")).toHaveText([
      "No trims with a price and a range match the other filters.",
    ]);
    await expect(plot).toHaveCount(0);
  });
});

test("the budget line rewrites the headline and leads to cars", async ({ page }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project) });
  const { explore, plot } = await openExplore(page, "?minRange=290");
  const headline = headlineOf(explore);
  await expect(headline).toHaveText("The whole market at a glance");
  const budget = handleOf(explore, "Maximum price");
  await expect(budget).toHaveAttribute("aria-valuetext", "not set");
  if (project.name.includes("phone")) {
    await budget.fill("400");
  } else {
    // The line can be dragged from anywhere along its length; start at the upper edge.
    const { x, y, width, height } = await boxOf(plot);
    await page.mouse.move(x + width * 0.9, y);
    await page.mouse.down();
    await page.mouse.move(x + width * 0.85, y + height * 0.6, { steps: 4 });
    await expect(headline, "already while it moves").toHaveText(/^\$\d{2},000 buys 290 miles in /);
    await page.mouse.move(x + width * 0.85, y + height * 0.7, { steps: 4 });
    await page.mouse.up();
  }
  await expect(budget).toHaveAttribute("aria-valuetext", /^up to \$\d{2},000$/);
  await budget.focus();
  await budget.press("PageDown");
  await budget.press("ArrowUp");
  let dollars = "";
  let models = "";
  // On a busy machine the headline updates slightly after the keys.
  await expect(async () => {
    const words = /^(\$\S+) buys 290 miles in (\d+) models$/.exec(await headline.innerText());
    [, dollars = "", models = ""] = words ?? [];
    expect(await budget.getAttribute("aria-valuetext")).toBe(`up to ${dollars}`);
  }).toPass();
  await expectAccessible(page, '[aria-label="The whole market at a glance"]');
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  const price = dollars.replaceAll(/\D/g, "");
  await expect(page).toHaveURL(new RegExp(`\\?minRange=290&maxPrice=${price}$`));
  const names = await plot
    .locator("a:not([data-out])")
    .evaluateAll((marks) => marks.map((mark) => (mark.getAttribute("href") ?? "").split("?")[0]));
  expect(new Set(names).size).toBe(Number(models));

  await page.reload();
  await comeToExplore(page);
  await expect(headline).toHaveText(`${dollars} buys 290 miles in ${models} models`);
  await explore.getByRole("button", { name: `Show these ${models} models` }).click();
  await expect(page.locator("#match-count")).toHaveText(new RegExp(`^${models} models`));
  await expect(page.locator("#match-count")).toBeFocused();
  await expect(page.locator("#match-count")).toBeInViewport();
});

test("a finger moves the line and names the marks @phone", async ({ page }) => {
  const { explore, plot } = await openExplore(page);
  await test.step("the middle of its handle is its own, for a finger too", async () => {
    const price = handleOf(explore, "Maximum price");
    await price.evaluate((handle) =>
      handle.scrollIntoView({ block: "center", behavior: "instant" }),
    );
    const { x, y, width } = await boxOf(price);
    const touched = await page.evaluate(
      ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.ariaLabel,
      [x + width / 2, y + 22],
    );
    expect(touched).toBe("Maximum price on the chart");
  });
  await test.step("a box that begins moves nothing", async () => {
    const { height } = await boxOf(explore);
    await handleOf(explore, "Maximum price").press("PageDown");
    await expect(explore.getByRole("button", { name: "Clear range and price" })).toBeVisible();
    expect((await boxOf(explore)).height).toBeCloseTo(height, 0);
  });
  await explore.getByRole("button", { name: "Clear range and price" }).click();
  await expect(page).toHaveURL(/\/$/);
  await test.step("a finger's tap names the mark, and its link opens it", async () => {
    const tap = async () => {
      const mark = plot.getByRole("link", { name: /512 miles/ });
      // Clear of the header and of the bottom bar.
      await mark.evaluate((link) => link.scrollIntoView({ block: "center", behavior: "instant" }));
      const { x, y } = await middleOf(mark);
      await page.touchscreen.tap(x, y);
    };
    const open = plot.getByRole("link", { name: "Open" });
    await tap();
    await expect(open).toBeVisible();
    await explore.getByText(/^More range for less money/).tap();
    await expect(open).toBeHidden();
    await tap();
    await open.tap();
    await expect(page).toHaveURL(/\/ev\/\d+\?trim=/);
  });
});
