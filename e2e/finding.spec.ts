import { countModels, expectViewed, listOf, readEntries, stored } from "./discover.ts";
import type { Page } from "@playwright/test";

import { comeTo, expect, expectAccessible, test } from "./fixtures.ts";
import { unfoldSpecifications } from "./specifications.ts";

const cardOf = (page: Page, name: string) =>
  page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });

async function modelsOf(page: Page, count: number) {
  const entries = await readEntries(page, `limit=${count}`);
  return [...new Map(entries.map(({ ev }) => [ev.id, ev])).values()];
}

const switchTo = (page: Page) => page.getByRole("button", { name: /^Distances in/ });

test("distances are shown in kilometers, and remembered @desktop", async ({ page }) => {
  await page.goto("/?search=lucid+air&minRange=400");
  await comeTo(page.locator("#database"));
  const card = cardOf(page, "Lucid Air");
  await expect(card.getByText("512 miles").first()).toBeVisible();
  const chips = page.getByRole("list", { name: "Active filters" });
  await expect(chips.getByRole("button", { name: /400\+ miles/ })).toBeVisible();
  await switchTo(page).click();
  await expect(card.getByText("824 km").first()).toBeVisible();
  await expect(chips.getByRole("button", { name: /644\+ km/ })).toBeVisible();
  // Sections further down load when they are nearly visible.
  await expect(page.locator("#database").getByText(/\d miles/)).toHaveCount(0);
  expect(new URL(page.url()).searchParams.get("minRange")).toBe("400");

  await page.reload();
  await comeTo(page.locator("#database"));
  await expect(card.getByText("824 km").first()).toBeVisible();
  await card.getByRole("link", { name: "Lucid Air Grand Touring AWD" }).click();
  const specifications = page.getByRole("row", { name: /^Range/ }).first();
  await expect(specifications).toContainText("824 km");
  await unfoldSpecifications(page);
  await expect(page.getByRole("row", { name: /^Top speed/ })).toContainText("km/h");

  await switchTo(page).click();
  await expect(specifications).toContainText("512 miles");
  await expect(switchTo(page)).toHaveText("mi");
});

test("distances follow a change in another tab @desktop", async ({ page, context }) => {
  await page.goto("/ai");
  await page.evaluate(() => localStorage.setItem("distance_unit", "furlongs"));
  const other = await context.newPage();
  await other.goto("/tech");
  await expect(switchTo(other), "a broken preference is miles").toHaveText("mi");
  await switchTo(other).click();
  await expect(switchTo(page)).toHaveText("km");
});

const strip = (page: Page) => page.getByRole("region", { name: "Recently viewed" });

test("the models viewed last lead back, and can be forgotten @desktop", async ({ page }) => {
  const models = await modelsOf(page, 3);
  expect(models).toHaveLength(3);
  await page.goto("/");
  await expect(strip(page)).toHaveCount(0);
  for (const { id, make, model } of models) {
    await page.goto(`/ev/${id}`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${make} ${model}`);
    await expectViewed(page, id);
  }
  const expected = models.toReversed();
  const links = strip(page).getByRole("link");
  await expect(links).toHaveCount(2);
  for (const [at, { make, model }] of expected.slice(1).entries()) {
    await expect(links.nth(at)).toContainText(`${make} ${model}`);
  }
  await strip(page).scrollIntoViewIfNeeded();
  await expectAccessible(page, "main");
  await links.first().click();
  await expect(page).toHaveURL(new RegExp(`/ev/${expected[1]?.id}\\?trim=0&trimName=.*#top$`));
  await strip(page).getByRole("button", { name: "Clear recently viewed" }).click();
  await expect(strip(page)).toHaveCount(0);
  expect(await stored(page, "ev_recently_viewed")).toBeNull();
});

test("a dialog opens from the name, marks the row for two seconds", async ({ page }) => {
  await page.clock.install();
  await page.goto("/?search=lucid+air");
  await comeTo(page.locator("#database"));
  const name = listOf(page).getByRole("link", { name: "Lucid Air", exact: true });
  await expect(name).toBeVisible();
  await page.waitForLoadState("networkidle");
  // From here on the test advances the clock.
  await page.clock.pauseAt(Date.now() + 60_000);
  await name.click();
  const dialog = page.getByRole("dialog", { name: "Lucid Air" });
  const rows = dialog.getByRole("row");
  await expect(rows).toHaveCount(5);
  const row = dialog.getByRole("row", { name: /Grand Touring AWD/ });
  await expect(row).toBeInViewport();
  await expect(row).toContainText(/\$114,900\s*512 miles\s*3\.0s/);
  await expect(row).toHaveAttribute("data-highlighted", "true");
  await page.clock.runFor(1_900);
  await expect(row).toHaveAttribute("data-highlighted", "true");
  await page.clock.runFor(200);
  await expect(row).not.toHaveAttribute("data-highlighted");
  await page.clock.resume();
  await expectAccessible(page, '[role="dialog"]');
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(name).toBeFocused();

  await page.keyboard.press("Enter");
  await dialog.getByRole("link", { name: /^Sapphire AWD/ }).click();
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=\d+&trimName=Sapphire%20AWD$/);
  await expect(dialog).toHaveCount(0);
});

test("a modifier or elsewhere the card opens the page @desktop", async ({ page, context }) => {
  await page.goto("/?search=lucid+air");
  await test.step("with a modifier the name opens a tab", async () => {
    const name = listOf(page).getByRole("link", { name: "Lucid Air", exact: true });
    await expect(page.getByRole("button", { name: /^Distances in/ })).toBeVisible();
    const opened = context.waitForEvent("page");
    await name.click({ modifiers: ["ControlOrMeta"] });
    await expect(await opened).toHaveURL(/\/ev\/\d+\?/);
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });
  await test.step("elsewhere the card leads to the page", async () => {
    // The link that covers the card receives the click.
    await cardOf(page, "Lucid Air").getByText("Peak charging").click({ force: true });
    await expect(page).toHaveURL(/\/ev\/\d+\?/);
  });
});

test("manifest, icons and preview pictures are there @desktop", async ({ page, request }) => {
  await test.step("the headline claims no more than the catalogue holds", async () => {
    await page.goto("/");
    const entries = await readEntries(page);
    const models = countModels(entries);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Electric cars, side by side");
    await expect(page.getByText(/^Compare \d/)).toHaveText(
      `Compare ${models} models and ${entries.length} trims by range, price and charging.`,
    );
    await expect(page.locator("head meta[name=description]")).toHaveAttribute(
      "content",
      `Browse, filter and compare ${models} models and ${entries.length} trims of electric cars by range, price, 0-60 and charging time.`,
    );
  });
  await test.step("previews, manifest and icons", async () => {
    for (const path of ["/", "/compare", `/ev/${(await modelsOf(page, 1))[0]?.id}`]) {
      await page.goto(path);
      const content = (name: string) =>
        page.locator(`head meta[property="og:${name}"]`).getAttribute("content");
      expect(await content("title"), path).toBe(await page.title());
      expect(await content("url"), path).toBe(path);
      const picture = await request.get((await content("image")) ?? "");
      expect(picture.headers()["content-type"], path).toMatch(/^image\/(png|jpeg)$/);
    }
    const href = await page.locator("head link[rel=manifest]").getAttribute("href");
    const manifest: { icons: { src: string }[] } = await (await request.get(href ?? "")).json();
    const touch = await page.locator("head link[rel=apple-touch-icon]").getAttribute("href");
    for (const src of [touch ?? "", ...manifest.icons.map((icon) => icon.src)]) {
      expect((await request.get(src)).headers()["content-type"], src).toMatch(/^image\//);
    }
  });
});
