import type { Page } from "@playwright/test";

import {
  brandOf,
  chipOf,
  chipsOf,
  countModels,
  expectMatching,
  openDiscover,
  readEntries,
  stored,
} from "./discover.ts";
import { expect, test, preferReducedMotion } from "./fixtures.ts";

// Choosing a brand scrolls to the list; skip the animation here.
test.use({ contextOptions: { reducedMotion: "reduce" } });

const carouselOf = (page: Page) => page.getByRole("region", { name: "Browse by brand" });

/** Brands that are at least half visible in the strip. */
const brandsInSight = (page: Page): Promise<string[]> =>
  carouselOf(page)
    .getByRole("list")
    .evaluate((strip) => {
      const { left, right } = strip.getBoundingClientRect();
      return Array.from(strip.querySelectorAll("a"))
        .filter((link) => {
          const own = link.getBoundingClientRect();
          const middle = (own.left + own.right) / 2;
          return middle > left && middle < right;
        })
        .map((link) => link.textContent);
    });

test("the carousel shows every brand, each a filter @desktop", async ({ page }) => {
  // Without animation, each press reaches its target at once.
  await preferReducedMotion(page);
  await openDiscover(page);
  await test.step("the carousel lists every brand with its number of models", async () => {
    const entries = await readEntries(page);
    const makes = [...new Set(entries.map(({ ev }) => ev.make))];
    await expect(carouselOf(page).getByRole("link")).toHaveCount(makes.length);
    const models = countModels(entries, ({ ev }) => ev.make === "Hyundai");
    await expect(brandOf(page, "Hyundai")).toHaveText(new RegExp(`Hyundai\\s*${models} models`));
  });
  await test.step("logos are shown, and a generic icon where none exists", async () => {
    const tesla = brandOf(page, "Tesla");
    await tesla.scrollIntoViewIfNeeded();
    const logo = tesla.getByRole("presentation").and(page.locator("img"));
    await expect(logo).toHaveAttribute("src", "/images/logos/tesla.svg");
    await expect(logo).not.toHaveJSProperty("naturalWidth", 0);
    const lotus = brandOf(page, "Lotus");
    await expect(lotus.locator("img")).toHaveCount(0);
    await expect(lotus.locator("svg")).toBeVisible();
  });
  await test.step("a brand turns its filter on and off", async () => {
    const entries = await readEntries(page);
    await brandOf(page, "Audi").click();
    await expect(brandOf(page, "Audi")).toHaveAttribute("aria-current", "true");
    await expect(chipOf(page, "Audi")).toBeAttached();
    await brandOf(page, "BMW").click();
    await expectMatching(page, entries, ({ ev }) => ["Audi", "BMW"].includes(ev.make));
    await expect.poll(() => stored(page, "ev_selected_brands")).toBe('["Audi","BMW"]');
    await brandOf(page, "Audi").click();
    await brandOf(page, "BMW").click();
    await expect(chipsOf(page)).toHaveCount(0);
    await expectMatching(page, entries);
  });
  await test.step("the buttons move 3 slides, or 5 from 768 px", async () => {
    for (const [width, slides] of [
      [375, 3],
      [767, 3],
      [768, 5],
      [1440, 5],
    ] as const)
      await test.step(`at ${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        // The window starts narrow; later steps only resize it.
        if (width === 375) await page.reload();
        await carouselOf(page)
          .getByRole("list")
          .evaluate((strip) => strip.scrollTo({ left: 0 }));
        await expectSlides(page, slides);
      });
  });
});

async function expectSlides(page: Page, slides: number): Promise<void> {
  const makes = await carouselOf(page)
    .getByRole("link")
    .evaluateAll((links) => links.map((link) => link.textContent));
  const previous = page.getByRole("button", { name: "Previous brands" });
  const next = page.getByRole("button", { name: "Next brands" });
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  await expect.poll(() => brandsInSight(page)).toEqual(makes.slice(0, slides));
  await next.click();
  await expect.poll(() => brandsInSight(page)).toEqual(makes.slice(slides, 2 * slides));
  await previous.click();
  await expect.poll(() => brandsInSight(page)).toEqual(makes.slice(0, slides));
  for (let pages = 1; pages < Math.ceil(makes.length / slides); pages++) {
    const before = (await brandsInSight(page))[0];
    await next.click();
    await expect.poll(async () => (await brandsInSight(page))[0]).not.toBe(before);
  }
  await expect(next).toHaveAttribute("aria-disabled", "true");
}

test("a logo that fails is retried twice, then gone @desktop", async ({ page, allowConsole }) => {
  allowConsole(/^Failed to load resource: net::ERR_FAILED/);
  // Use brands with a single model, so that the logo appears nowhere else on the page.
  const requests: string[] = [];
  await page.route("**/images/logos/acura.svg*", (route) => {
    requests.push(new URL(route.request().url()).search);
    return route.abort();
  });
  await page.route(/\/images\/logos\/genesis\.svg$/, (route) => route.abort());
  await openDiscover(page);
  const acura = brandOf(page, "Acura");
  await acura.scrollIntoViewIfNeeded();
  await expect(acura.locator("svg")).toBeVisible();
  await expect(acura.locator("img")).toHaveCount(0);
  // React may request the plain address again during hydration.
  expect(requests[0]).toBe("");
  expect(requests.filter((suffix) => suffix !== "")).toEqual(["?retry=1", "?retry=2"]);
  const genesis = brandOf(page, "Genesis");
  await genesis.scrollIntoViewIfNeeded();
  const second = "/images/logos/genesis.svg?retry=1";
  await expect(genesis.locator("img")).toHaveAttribute("src", second);
  await expect(genesis.locator("svg")).toHaveCount(0);
});
