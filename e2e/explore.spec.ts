import type { Locator, Page } from "@playwright/test";

import { expect, expectAccessible, preferReducedMotion, test, themeOf } from "./fixtures.ts";

/** Explore: a chart that follows the filters and sets two of them. */

async function openExplore(page: Page, search = "") {
  await page.goto(`/${search}`);
  const explore = page.getByRole("region", { name: "Explore price by range" });
  await explore.scrollIntoViewIfNeeded();
  const plot = explore.getByRole("group", { name: /^Trims by range and price/ });
  // One stop of the keyboard is set when the code has arrived.
  await expect(plot.locator('a[tabindex="0"]')).toHaveCount(1);
  return { explore, plot };
}

async function middleOf(locator: Locator) {
  const box = await locator.boundingBox();
  if (!box) throw new Error("it is not shown");
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

test("every trim with price and range is a link that says its figures @desktop", async ({
  page,
}) => {
  const { explore, plot } = await openExplore(page);
  await expect(explore.getByText("287 of 287 trims")).toBeVisible();
  await expect(plot.getByRole("link")).toHaveCount(287);
  await expect(
    plot.getByRole("link", { name: /^Chevrolet Equinox EV LT FWD.*, 319 miles, \$33,600$/ }),
  ).toHaveAttribute("href", /^\/ev\/\d+\?trim=\d+&trimName=LT%20FWD$/);
  await expect(explore.getByText(/5 trims have no price or no range/)).toBeVisible();
});

test("it follows the filters @desktop", async ({ page }) => {
  const { explore, plot } = await openExplore(page, "?make=Kia&maxPrice=60000");
  await expect(explore.getByText(/· up to \$60,000/)).toBeVisible();
  const fading = plot.locator("a[data-out]");
  await expect(fading.first()).toHaveAccessibleName(/does not match the filters$/);
  await expect(plot.locator("a:not([data-out])").first()).toHaveAccessibleName(/^Kia /);
  await explore.getByRole("button", { name: "Clear range and price" }).click();
  await expect(page).toHaveURL(/\?make=Kia$/);
});

test("a box sets range and price in one step, and nothing sticks or jumps @desktop", async ({
  page,
}) => {
  const { explore, plot } = await openExplore(page);
  const box = await plot.boundingBox();
  if (!box) throw new Error("the plot is not shown");
  const topIn = async () => {
    const [card, inner] = [await explore.boundingBox(), await plot.boundingBox()];
    return (inner?.y ?? 0) - (card?.y ?? 0);
  };
  const topBefore = await topIn();
  // From a mark that is pointed at, and will be left out.
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
  await expect(page).toHaveURL(/\?minRange=\d+&maxRange=\d+&maxPrice=\d+$/);
  await expect(
    explore.getByText(/· at least \d+ miles · at most \d+ miles · up to \$/),
  ).toBeVisible();
  await expect(active).toHaveCount(0);
  expect(await topIn(), "the plot stays where it is in its card").toBe(topBefore);
  // Every mark that passes lies within the sides, and those beside them fade.
  const { minRange, maxRange } = Object.fromEntries(new URL(page.url()).searchParams);
  await expect(plot.getByRole("link", { name: /512 miles/ })).toHaveAttribute("data-out");
  const passing = await plot
    .locator("a:not([data-out])")
    .evaluateAll((marks) =>
      marks.map((mark) => Number(/(\d+) miles/.exec(mark.ariaLabel ?? "")?.[1])),
    );
  expect(Math.min(...passing)).toBeGreaterThanOrEqual(Number(minRange));
  expect(Math.max(...passing)).toBeLessThanOrEqual(Number(maxRange));
  await page.goBack();
  await expect(explore.getByText("287 of 287 trims")).toBeVisible();
});

test("keys do what the box does @desktop", async ({ page }) => {
  const { explore } = await openExplore(page);
  const miles = explore.getByRole("slider", { name: "Minimum range on the chart" });
  await miles.focus();
  await miles.press("PageUp");
  await miles.press("ArrowRight");
  await expect(miles).toHaveAttribute("aria-valuetext", "at least 205 miles");
  const price = explore.getByRole("slider", { name: "Maximum price on the chart" });
  await price.focus();
  await price.press("PageDown");
  await expect(price).toHaveAttribute("aria-valuetext", "up to $465,000");
  await expect(page).toHaveURL(/\?minRange=205&maxPrice=465000$/);
});

test("the price thumb is dragged down, and what is left out is drawn anew @desktop", async ({
  page,
}) => {
  const { explore, plot } = await openExplore(page);
  const price = explore.getByRole("slider", { name: "Maximum price on the chart" });
  // WebKit neither places nor drags a slider that is written downwards.
  await expect(price).toHaveCSS("writing-mode", "horizontal-tb");
  const dearest = await plot.locator("a line").evaluateAll((lines) => {
    const top = (line: Element) => Number.parseFloat(line.getAttribute("y1") ?? "");
    const [first] = lines.toSorted((one, other) => top(one) - top(other));
    first?.setAttribute("data-first-drawn", "");
    return first?.parentElement?.getAttribute("aria-label") ?? "";
  });
  await price.scrollIntoViewIfNeeded();
  const box = await price.boundingBox();
  if (!box) throw new Error("the thumb is not shown");
  const x = box.x + box.width / 2;
  await page.mouse.move(x, box.y + 22);
  await page.mouse.down();
  await page.mouse.move(x, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(price).toHaveAttribute("aria-valuetext", /^up to \$1[0-3]\d,000$/);
  // WebKit does not paint a mark again whose marker alone has changed.
  const faded = plot.getByRole("link", { name: `${dearest}, does not match the filters` });
  await expect(faded.locator("line")).not.toHaveAttribute("data-first-drawn");
});

test("arrow keys move between the marks and Enter opens one @desktop", async ({ page }) => {
  const { plot } = await openExplore(page);
  await plot.locator('a[tabindex="0"]').focus();
  await page.keyboard.press("End");
  const last = plot.locator("a:focus");
  await expect(last).toHaveAccessibleName(/512 miles/);
  await page.keyboard.press("ArrowLeft");
  await expect(plot.locator("a:focus")).toHaveAccessibleName(/493 miles/);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=/);
});

test("pointing at a mark names it, a click opens it @desktop", async ({ page }) => {
  const { explore, plot } = await openExplore(page);
  const mark = plot.getByRole("link", { name: /512 miles/ });
  const { x, y } = await middleOf(mark);
  await page.mouse.move(x + 8, y + 6);
  await expect(explore.getByText("512 miles · ")).toBeVisible();
  await page.mouse.click(x + 8, y + 6);
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=/);
});

test("a finger's tap names the mark, and its link opens it @phone", async ({ page }) => {
  const { explore, plot } = await openExplore(page);
  const tap = async () => {
    const { x, y } = await middleOf(plot.getByRole("link", { name: /512 miles/ }));
    await page.touchscreen.tap(x, y);
  };
  const open = plot.getByRole("link", { name: "Open" });
  await tap();
  await expect(open).toBeVisible();
  await explore.getByText(/^Far and affordable/).tap();
  await expect(open).toBeHidden();
  await plot.scrollIntoViewIfNeeded();
  await tap();
  await open.tap();
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=/);
});

test("a table says the same @desktop", async ({ page }) => {
  const { explore } = await openExplore(page, "?make=Kia");
  await explore.getByRole("button", { name: "Show as table" }).click();
  const table = explore.getByRole("table");
  await expect(table.getByRole("caption")).toHaveText(/trims match, the longest range first/);
  await expect(table.getByRole("rowheader").first()).toContainText("Kia");
});

test("is accessible", async ({ page }, { project }) => {
  await page.emulateMedia({ colorScheme: themeOf(project) });
  const { explore } = await openExplore(page, "?minRange=250&maxPrice=60000");
  const id = await explore.getAttribute("aria-labelledby");
  await explore.getByRole("button", { name: "Show as table" }).click();
  await expectAccessible(page, `[aria-labelledby="${id}"]`);
});

test("nothing moves for who asked for no motion, and a phone holds it", async ({ page }) => {
  await preferReducedMotion(page);
  const { explore } = await openExplore(page, "?minRange=250");
  const long = await explore.evaluate((part) =>
    part
      .getAnimations({ subtree: true })
      .map(({ effect }) => Number(effect?.getComputedTiming().duration))
      .filter((ms) => ms > 1),
  );
  expect(long).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
});
