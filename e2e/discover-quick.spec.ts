import type { Page } from "@playwright/test";
import {
  cardsOf,
  chipOf,
  chipsOf,
  closeQuickFilters,
  countModels,
  expectMatching,
  expectModels,
  listOf,
  namesOf,
  openDiscover,
  readEntries,
  searchBoxOf,
  showcaseThumb,
  stored,
} from "./discover.ts";
import { expect, hold, test } from "./fixtures.ts";

/** Distance from the top of the window after scrolling to a section (finding.md#section-indicator). */
const OFFSET_PX = 140;

const pill = (page: Page, name: string) =>
  page.getByRole("group", { name: "Quick filters" }).getByRole("button", { name });
const bannerOf = (page: Page) => page.getByRole("region", { name: "Quick filter" });

test("quick filters show their top 5 until they are cleared @desktop", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  const all = countModels(entries);
  await test.step("the same one again and the banner's button clear it", async () => {
    await pill(page, "FASTEST").click();
    await expect(pill(page, "FASTEST")).toHaveAttribute("aria-pressed", "true");
    await pill(page, "FASTEST").click();
    await expect(bannerOf(page)).toHaveCount(0);
    await expectModels(page, all);
    await pill(page, "BUDGET").click();
    await pill(page, "TOP RANGE").click();
    await expect(bannerOf(page)).toContainText("TOP RANGE");
    await bannerOf(page).getByRole("button", { name: "Close quick filter" }).click();
    await expect(bannerOf(page)).toHaveCount(0);
    await expectModels(page, all);
    await expect.poll(() => stored(page, "ev_quick_filter")).toBeNull();
  });
  await test.step("each shows its top 5 with a banner", async () => {
    for (const [name, key] of [
      ["TOP RANGE", "maxrange"],
      ["FASTEST", "fastest"],
      ["BUDGET", "cheapest"],
    ] as const) {
      await pill(page, name).click();
      await expect(bannerOf(page)).toContainText(name);
      await expectModels(page, 5);
      await expect(page).toHaveURL(new RegExp(`[?]quick=${key}$`));
      await expect.poll(() => stored(page, "ev_quick_filter")).toBe(key);
    }
  });
  await test.step("a slider moved afterwards narrows what the top 5 is taken from", async () => {
    await pill(page, "TOP RANGE").click();
    await expectModels(page, 5);
    await (await showcaseThumb(page, "Price")).press("Home");
    const cheap = countModels(entries, ({ trim }) => !!trim.price && trim.price <= 30_000);
    await expectModels(page, Math.min(5, cheap));
    await expect(bannerOf(page)).toContainText("that match the other filters");
  });
  await test.step("choosing one sets sort, range, acceleration and price back", async () => {
    await openDiscover(
      page,
      "/?make=Tesla&minRange=300&maxPrice=60000&acceleration=2.5-4&sort=make",
    );
    await pill(page, "FASTEST").click();
    await expect(page).toHaveURL(/\?make=Tesla&quick=fastest$/);
    await expect(chipsOf(page)).toHaveCount(1);
    const sorts = page.getByRole("group", { name: "Sort vehicles" });
    await expect(sorts.getByRole("button", { pressed: true })).toHaveCount(0);
  });
});

test("the list glides into view, until somebody moves @desktop", async ({ page }) => {
  await page.clock.install();
  await openDiscover(page);
  await expect(cardsOf(page).first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  // Start with the button at the bottom of the window, so that there is some distance to scroll.
  const pressFromBelow = async () => {
    const close = bannerOf(page).getByRole("button", { name: "Close quick filter" });
    if (await close.isVisible()) await close.click();
    await expect(bannerOf(page)).toHaveCount(0);
    await page.clock.runFor(2_000);
    await pill(page, "TOP RANGE").evaluate((button) => {
      scrollBy({ top: button.getBoundingClientRect().bottom - innerHeight, behavior: "instant" });
    });
    await pill(page, "TOP RANGE").click();
  };
  await test.step("the list glides into view over 1.5 s", async () => {
    await pressFromBelow();
    await expect(bannerOf(page)).toBeVisible();
    const top = () => bannerOf(page).evaluate((banner) => banner.getBoundingClientRect().top);
    const start = await top();
    await page.clock.runFor(800);
    const half = await top();
    expect(half).toBeLessThan(start);
    expect(half).toBeGreaterThan(OFFSET_PX + 10);
    await page.clock.runFor(800);
    expect(Math.abs((await top()) - OFFSET_PX)).toBeLessThanOrEqual(2);
    await expect(listOf(page)).toBeInViewport();
  });
  await test.step("a press ends the glide, so that nothing moves away under it", async () => {
    await pressFromBelow();
    await expect(bannerOf(page)).toContainText("TOP RANGE");
    await page.clock.runFor(200);
    const { x = 0, y = 0, height = 0 } = (await pill(page, "BUDGET").boundingBox()) ?? {};
    await page.mouse.move(x + 20, y + height / 2);
    await page.mouse.down();
    await page.clock.runFor(600);
    await page.mouse.up();
    await expect(bannerOf(page)).toContainText("BUDGET");
  });
  await test.step("the visitor's own scroll ends the glide", async () => {
    await pressFromBelow();
    await expect(bannerOf(page)).toBeVisible();
    await page.clock.runFor(200);
    await page.keyboard.press("Shift");
    const stopped = await page.evaluate(() => scrollY);
    await page.clock.runFor(1500);
    expect(await page.evaluate(() => scrollY)).toBe(stopped);
  });
  await test.step("reduced motion gets there at once", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await pressFromBelow();
    await expect
      .poll(() =>
        bannerOf(page).evaluate((banner) => Math.round(banner.getBoundingClientRect().top)),
      )
      .toBe(OFFSET_PX);
  });
});

test("typing, moving and pressing before hydration counts @desktop", async ({ page }) => {
  const release = await hold(page, "**/assets/*.js");
  await page.goto("/", { waitUntil: "commit" });
  const box = page.getByRole("searchbox", { name: "Search make, model or trim" });
  await box.fill("ioniq");
  const thumb = page.getByRole("slider", { name: "Minimum range", exact: true }).first();
  await thumb.fill("260");
  // Press twice, as somebody does who sees no response.
  await page
    .getByRole("button", { name: /^Upvote / })
    .first()
    .click({ clickCount: 2 });
  const range = page.getByRole("button", { name: /^RANGE/ });
  await range.click();
  release();
  await expect(page).toHaveURL(/search=ioniq&minRange=260/);
  await expect(namesOf(page).first()).toContainText("Ioniq", { ignoreCase: true });
  await expect(box).toHaveValue("ioniq");
  await expect(thumb).toHaveValue("260");
  await expect(page.getByText(/^Successfully upvoted /)).toBeVisible();
  await expect(range).toHaveAccessibleName("RANGE shortest first");
});

test("the search selects brands and body types that it names @desktop", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  const box = await searchBoxOf(page);
  await test.step("text that names a brand becomes a selection, until the text changes", async () => {
    await box.fill("mercedes benz");
    await expectMatching(page, entries, ({ ev }) => ev.make === "Mercedes-Benz");
    await expect(chipsOf(page)).toHaveCount(1);
    await expect(chipOf(page, "Mercedes-Benz")).toBeVisible();
    await box.fill("rivian");
    await expectMatching(page, entries, ({ ev }) => ev.make === "Rivian");
  });
  await test.step("a search without hits leaves no card and names itself", async () => {
    await box.fill("");
    await expect(chipsOf(page)).toHaveCount(0);
    await box.fill("horse carriage");
    await expectModels(page, 0);
    await closeQuickFilters(page);
    await expect(cardsOf(page)).toHaveCount(0);
    await page.getByRole("button", { name: /^Clear “horse carriage”/ }).click();
    await expectMatching(page, entries);
  });
  await test.step("the search is in the page on a desktop", async () => {
    const own = page.getByRole("searchbox", { name: "Search make, model or trim" });
    await expect(own).toBeVisible();
    await page.setViewportSize({ width: 767, height: 900 });
    await expect(own).toBeHidden();
  });
});

test("clearing the text clears brands, and Undo restores them @desktop", async ({ page }) => {
  await openDiscover(page, "/?search=long&make=Tesla,Kia&bodyType=Sedan,SUV");
  const entries = await readEntries(page);
  await expect(chipsOf(page)).toHaveCount(5);
  const box = await searchBoxOf(page);
  await box.locator("..").getByRole("button", { name: "Clear search" }).click();
  await expect(box).toHaveValue("");
  await expectMatching(page, entries);
  const undo = page.getByRole("button", { name: "Undo" });
  await expect(undo).toBeVisible();
  await undo.click();
  await expectMatching(
    page,
    entries,
    ({ ev }) => ["Tesla", "Kia"].includes(ev.make) && ["Sedan", "SUV"].includes(ev.bodyType),
  );
  await expect(box).toHaveValue("");
});
