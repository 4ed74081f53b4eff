import type { Page } from "@playwright/test";

import { evPath } from "../src/domain/routes.ts";
import type { EvListEntry } from "../src/domain/vehicle.ts";
import {
  brandOf,
  cardsOf,
  chipOf,
  chipsOf,
  countModels,
  expectMatching,
  listOf,
  matchCountOf,
  namesOf,
  openDiscover,
  readEntries,
} from "./discover.ts";
import { expect, test } from "./fixtures.ts";

const sortsOf = (page: Page) => page.getByRole("group", { name: "Sort vehicles" });
const columnOf = (page: Page, name: string) =>
  sortsOf(page).getByRole("button", { name: new RegExp(`^${name}`) });

async function lastCard(page: Page) {
  const models = countModels(await readEntries(page));
  await listOf(page).press("End");
  const last = listOf(page).locator(`[aria-posinset="${models}"]`);
  await expect(last).toBeInViewport();
  return last;
}

test("four cards are shown, sorted by the list's header @desktop", async ({ page }) => {
  await openDiscover(page);
  await test.step("a window 900 px high shows four whole cards and the next one begun", async () => {
    const bottom = await listOf(page).evaluate((list) => {
      scrollBy({ top: list.getBoundingClientRect().top - 150, behavior: "instant" });
      return list.getBoundingClientRect().bottom;
    });
    const ends = await cardsOf(page).evaluateAll((cards) =>
      cards.map((card) => card.getBoundingClientRect().bottom),
    );
    expect(ends.filter((end) => end <= bottom)).toHaveLength(4);
  });
  await test.step("RANGE and PRICE start with the highest, a second press reverses the order", async () => {
    await expect(columnOf(page, "RANGE")).toHaveAccessibleName("RANGE longest first");
    await expect(columnOf(page, "RANGE")).toHaveAttribute("aria-pressed", "true");
    await columnOf(page, "RANGE").click();
    await expect(columnOf(page, "RANGE")).toHaveAccessibleName("RANGE shortest first");
    await columnOf(page, "PRICE").click();
    await expect(columnOf(page, "PRICE")).toHaveAccessibleName("PRICE highest first");
    await columnOf(page, "PRICE").click();
    await expect(columnOf(page, "PRICE")).toHaveAccessibleName("PRICE lowest first");
    await expect(columnOf(page, "RANGE")).toHaveAttribute("aria-pressed", "false");
  });
  await test.step("MAKE starts with A and is announced", async () => {
    const makes = (await readEntries(page)).map(({ ev }) => ev.make).toSorted();
    await columnOf(page, "MAKE").click();
    await expect(namesOf(page).first()).toContainText(makes[0] ?? "");
    await expect(sortsOf(page).getByRole("status")).toHaveText("Sorted by make, A to Z");
    await columnOf(page, "MAKE").click();
    await expect(namesOf(page).first()).toContainText(makes.at(-1) ?? "");
    await expect(page).toHaveURL(/\?sort=make&order=desc$/);
  });
  await test.step("a new match count is announced, not the one on arrival", async () => {
    const entries = await readEntries(page);
    const status = page.getByRole("status").filter({ hasText: /model/ });
    await expect(status).toHaveCount(0);
    await brandOf(page, "Tesla").click();
    const models = countModels(entries, ({ ev }) => ev.make === "Tesla");
    const trims = entries.filter(({ ev }) => ev.make === "Tesla").length;
    await expect(status).toHaveText(`${models} models, ${trims} trims`);
  });
});

test("the list fits the screen and scrolls under its red header", async ({ page }) => {
  await openDiscover(page);
  await test.step("the list is at most three quarters of the screen high", async () => {
    const box = await listOf(page).boundingBox();
    const height = page.viewportSize()?.height ?? 0;
    expect(box?.height).toBeLessThanOrEqual(0.75 * height + 1);
    expect(box?.height).toBeGreaterThan(0.6 * height);
  });
  await test.step("the red header stays while list and page scroll", async () => {
    // The list's scrollbar is visible during scrolling and for 600 ms afterwards (finding.md#the-list).
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await listOf(page).evaluate((list) => list.scrollBy({ top: 200, behavior: "instant" }));
    await expect(listOf(page)).toHaveAttribute("data-scrolling");
    await page.clock.runFor(590);
    await expect(listOf(page)).toHaveAttribute("data-scrolling");
    await page.clock.runFor(20);
    await expect(listOf(page)).not.toHaveAttribute("data-scrolling");
    await page.clock.resume();

    const header = sortsOf(page);
    const colour = await header.evaluate((element) => getComputedStyle(element).backgroundColor);
    const [red = 0, green = 255, blue = 255] = (colour.match(/\d+/g) ?? []).map(Number);
    expect(red).toBeGreaterThan(150);
    expect(Math.max(green, blue)).toBeLessThan(90);
    await lastCard(page);
    await expect(header).toBeInViewport();
    await listOf(page).evaluate((list) => {
      scrollBy({ top: list.getBoundingClientRect().top + 150, behavior: "instant" });
    });
    await expect(header).toBeInViewport({ ratio: 1 });
  });
});

/** A model whose number of other trims, beyond the one on its card, meets a condition. */
function modelWith(entries: readonly EvListEntry[], others: (count: number) => boolean) {
  const trims = Map.groupBy(entries, ({ ev }) => ev.id);
  const found = [...trims.values()].find((list) => others(list.length - 1))?.[0]?.ev;
  if (!found) throw new Error("The starter catalogue has no such model.");
  return found;
}

test("the first other trims are pills, the rest opens in a line @desktop", async ({ page }) => {
  await test.step("trims that do not pass are dimmed and say so", async () => {
    await openDiscover(page, "/?make=Rivian&minRange=400");
    const trims = (await readEntries(page)).filter(({ ev }) => ev.model === "R1S");
    const others = page.getByRole("list", { name: "Other trims of the Rivian R1S" });
    const failing = trims.filter(({ trim }) => (trim.range ?? 0) < 400).length;
    // Its names are too long for three.
    await expect(others.getByRole("listitem")).toHaveCount(2);
    await page
      .getByRole("button", { name: `+${trims.length - 3} trims of the Rivian R1S` })
      .click();
    await expect(others.getByRole("link").nth(2)).toBeFocused();
    const dimmed = others.getByRole("link", { name: /does not match your filters/ });
    await expect(dimmed).toHaveCount(failing);
    await expect(others.getByRole("link")).toHaveCount(trims.length - 1);
    const ways = await dimmed.evaluateAll((links) =>
      links.map((link) => getComputedStyle(link.closest("li") ?? link).borderStyle),
    );
    expect(new Set(ways)).toEqual(new Set(["dashed"]));
  });
  await test.step("a pill is one stop for Tab, and arrow keys reach its Compare", async () => {
    const pill = page
      .getByRole("list", { name: /^Other trims/ })
      .getByRole("listitem")
      .first();
    await pill.getByRole("link").focus();
    await page.keyboard.press("ArrowRight");
    await expect(pill.getByRole("button", { name: /^Compare / })).toBeFocused();
    await page.keyboard.press("ArrowLeft");
    await expect(pill.getByRole("link")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(pill.getByRole("button")).not.toBeFocused();
  });
  await test.step("pills have name, range and price, stand in a line that scrolls, and lead to their trim", async () => {
    const entries = await readEntries(page);
    const ev = modelWith(entries, (count) => count > 5);
    await openDiscover(page, `/?search=${encodeURIComponent(`${ev.make} ${ev.model}`)}`);
    const others = page.getByRole("list", { name: `Other trims of the ${ev.make} ${ev.model}` });
    const items = others.getByRole("listitem");
    await page.getByRole("button", { name: /^\+\d+ trims/ }).click();
    for (const width of [375, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await others.scrollIntoViewIfNeeded();
      await expect(items.first()).toContainText(/^.+\d+ miles · \$[\d,]+/);
      await expect(others.locator("img")).toHaveCount(0);
      const names = others.locator("[translate=no]");
      const cut = await names.evaluateAll((all) =>
        all.filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent),
      );
      expect(cut, "names are whole").toEqual([]);
      const boxes = await Promise.all((await items.all()).map((item) => item.boundingBox()));
      expect(new Set(boxes.map((box) => box?.y)).size).toBe(1);
      await items.last().getByRole("link").focus();
      await expect(items.last().getByRole("link")).toBeInViewport({ ratio: 0.9 });
    }
    const pill = items.last().getByRole("link");
    const address = (await pill.getAttribute("href")) ?? "";
    await pill.click();
    await expect(page).toHaveURL(address);
  });
});

test("a card shows its best trim and leads to it @main-phone", async ({ page }) => {
  await openDiscover(page, "/?make=Lucid&search=air");
  const trims = (await readEntries(page)).filter(({ ev }) => ev.model === "Air");
  const best = trims.toSorted((a, b) => (b.trim.range ?? 0) - (a.trim.range ?? 0))[0];
  if (!best) throw new Error("The starter catalogue has no Lucid Air.");
  const card = cardsOf(page).first();
  await expect(card).toContainText(best.trim.trim);
  await expect(card).toContainText(`${best.trim.range} miles`);
  await expect(card).toContainText(`$${best.trim.price?.toLocaleString("en-US")}`);
  const picture = card.locator("img").first();
  await expect(picture).not.toHaveJSProperty("naturalWidth", 0);
  // The card links to the page; the name in it opens a dialog.
  const link = card.getByRole("link").first();
  await expect(link).toHaveAttribute("href", evPath(best.ev.id, best.trim));
  await link.click();
  await expect(page).toHaveURL(/\/ev\/\d+\?trim=\d+&trimName=/);
});

test("chips come off one by one, and all at once @desktop", async ({ page }) => {
  await openDiscover(page, "/?make=Tesla&drive=RWD&maxPrice=50000");
  const entries = await readEntries(page);
  await expect(page.getByRole("button", { name: "Filters, 3 on" })).toBeVisible();
  await chipOf(page, "Tesla").click();
  await expect(chipsOf(page)).toHaveCount(2);
  await expect(chipOf(page, "RWD"), "the next chip").toBeFocused();
  await expectMatching(
    page,
    entries,
    ({ trim }) => trim.driveType === "RWD" && !!trim.price && trim.price <= 50_000,
  );
  await page.getByRole("button", { name: "Reset all" }).last().click();
  await expect(chipsOf(page)).toHaveCount(0);
  await expectMatching(page, entries);
  await expect(matchCountOf(page)).toBeFocused();
  await expect(page).toHaveURL(/\/$/);
});
