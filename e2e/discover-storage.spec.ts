import type { Page } from "@playwright/test";

import {
  cardsOf,
  chipOf,
  chipsOf,
  expectModels,
  isListening,
  openDiscover,
  searchBoxOf,
  showcaseThumb,
  store,
} from "./discover.ts";
import { expect, test } from "./fixtures.ts";

const KEPT = {
  ev_range_filter: "[400,550]",
  ev_range_slider_interacted: "true",
  ev_price_filter: "[120000,475000]",
  ev_price_slider_interacted: "true",
  ev_selected_brands: '["Lucid","Rivian"]',
  ev_body_types: '["Sedan","Pickup Truck"]',
};
const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36";
const CHIPS = ["Lucid", "Rivian", "Sedan", "Pickup Truck", "400+ miles", "Up to $120,000"];

/** Everything that the app keeps in local storage. */
function storedFilters(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() =>
    Object.fromEntries(Object.entries(localStorage).filter(([key]) => key.startsWith("ev_"))),
  );
}

/** Advances the clock in small steps until the page is hydrated, since React may be waiting for a timer. */
const TICK_MS = 20;

/** Advances the clock tick by tick until a condition holds. @returns milliseconds since arrival */
async function runUntil(page: Page, isSo: () => Promise<boolean>): Promise<number> {
  await expect
    .poll(
      async () => {
        const is = await isSo();
        if (!is) await page.clock.runFor(TICK_MS);
        return is;
      },
      { intervals: [TICK_MS] },
    )
    .toBe(true);
  return page.evaluate(() => performance.now());
}

/** Opens the page with a stopped clock, a tick after hydration at most. @returns milliseconds since arrival */
async function openPaused(page: Page, address = "/"): Promise<number> {
  await openStill(page, address);
  await page.locator("#database").scrollIntoViewIfNeeded();
  return runUntil(page, () => isListening(page));
}

async function openStill(page: Page, address = "/"): Promise<void> {
  await page.clock.install({ time: new Date("2026-01-01T10:00:00Z") });
  await page.clock.pauseAt(new Date("2026-01-01T10:01:00Z"));
  // Browsers count from arrival; the fake clock would count from its installation.
  await page.addInitScript(() => {
    const now = performance.now.bind(performance);
    const arrival = now();
    performance.now = () => now() - arrival;
  });
  await page.goto(address);
}

for (const [device, userAgent, delay] of [
  ["a desktop", "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 Chrome/140.0", 300],
  ["an Android device", ANDROID, 3000],
] as const) {
  test.describe(`on ${device}`, () => {
    test.use({ userAgent });

    test(`kept filters come back after ${delay} ms`, async ({ page }) => {
      await store(page, KEPT);
      const listened = await openPaused(page);
      const back = await runUntil(page, async () => (await chipsOf(page).count()) > 0);
      expect(back).toBeGreaterThanOrEqual(delay);
      // A page that hydrates later restores them as soon as it does.
      expect(back).toBeLessThanOrEqual(Math.max(delay, listened) + 5 * TICK_MS);
      await expect(chipsOf(page)).toHaveCount(CHIPS.length);
      for (const chip of CHIPS) await expect(chipOf(page, chip)).toBeVisible();
      await expect(page).toHaveURL(/make=Lucid,Rivian&bodyType=.*&minRange=400&maxPrice=120000$/);
      // finding.md#sliders: the flags are read every 500 ms, so removing one by other means is noticed.
      await page.evaluate(() => localStorage.removeItem("ev_range_slider_interacted"));
      await page.clock.runFor(500 + 3 * TICK_MS);
      await expect(chipOf(page, "400+ miles")).toHaveCount(0);
      await expect(chipsOf(page)).toHaveCount(CHIPS.length - 1);
    });
  });
}

test.describe("on an Android device", () => {
  test.use({ userAgent: ANDROID, viewport: { width: 375, height: 600 } });

  test("they are there before Discover is seen", async ({ page }) => {
    await store(page, KEPT);
    await openStill(page);
    await runUntil(page, async () => (await chipsOf(page).count()) === CHIPS.length);
    await expect(page.getByRole("heading", { level: 1 })).toBeInViewport();
    await expect(cardsOf(page).filter({ hasNotText: /Lucid|Rivian/ })).toHaveCount(0);
  });
});

test("an address with filters wins over kept ones", async ({ page }) => {
  await store(page, KEPT);
  await openPaused(page, "/?make=Kia");
  await page.clock.runFor(4000);
  await expect(chipsOf(page)).toHaveCount(1);
  await expect(chipOf(page, "Kia")).toBeVisible();
  expect(new URL(page.url()).search).toBe("?make=Kia");
});

test("kept filters are counted on the first screen, until cleared", async ({ page }) => {
  await page.goto("/ai");
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, KEPT);
  await page.goto("/");
  const on = page.getByText(`${CHIPS.length} filters`, { exact: true });
  await expect(on).toBeInViewport();
  await page.getByRole("button", { name: "Clear all filters" }).click();
  await expect(on).toHaveCount(0);
  await expect(page).toHaveURL(/\/$/);
  // Nothing is stored that the next visit would restore.
  const asks = ({ ev_selected_brands, ev_body_types, ...rest }: Record<string, string>) =>
    [ev_selected_brands, ev_body_types].every((list) => list === "[]") &&
    !Object.keys(rest).some((key) => key.endsWith("_interacted"));
  await expect.poll(async () => asks(await storedFilters(page))).toBe(true);
  await test.step("a kept quick filter comes back with its sort", async () => {
    await page.evaluate(() => localStorage.setItem("ev_quick_filter", "cheapest"));
    await openDiscover(page);
    await expect(page.getByRole("region", { name: "Quick filter" })).toContainText("BUDGET");
    await expectModels(page, 5);
    await expect(page.getByRole("button", { name: "PRICE lowest first" })).toBeVisible();
  });
});

test("a browser that refuses storage still filters", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["localStorage", "sessionStorage"]) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("denied", "SecurityError");
        },
      });
    }
  });
  await openDiscover(page);
  await (await showcaseThumb(page, "Range")).press("PageUp");
  await expect(chipOf(page, "400+ miles")).toBeVisible();
  await (await searchBoxOf(page)).fill("lucid");
  await expectModels(page, 2);
});
