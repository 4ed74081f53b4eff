import { openDatabase } from "../src/db/database.server.ts";
import { BODY_TYPES, DRIVE_TYPES } from "../src/domain/field-options.ts";
import { EvInput } from "../src/domain/ev-input.ts";
import { createVehicleStore } from "../src/features/catalogue/vehicles.db.server.ts";
import {
  cardsOf,
  closeQuickFilters,
  expectModels,
  listOf,
  namesOf,
  openDiscover,
  searchBoxOf,
  showcaseThumb,
} from "./discover.ts";
import { comeTo, expect, expectAccessible, test as base } from "./fixtures.ts";
import { type Site, startSite } from "./site.ts";

/** Tests on a server with 10,000 trims, which no other file shares. */
const test = base.extend<object, { site: Site }>({
  site: [
    async ({ serverEnv }, provide) => {
      const site = await startSite(serverEnv, fillLargeCatalogue);
      await provide(site);
      await site.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

const LARGE_MODELS = 2500;
const LARGE_TRIMS = 10_000;
const TRIMS_PER_MODEL = LARGE_TRIMS / LARGE_MODELS;
const BRANDS = 50;

/** A catalogue far larger than any shop's, with ranges spread evenly from 150 to 550 miles. */
function largeCatalogue(): EvInput[] {
  return Array.from({ length: LARGE_TRIMS }, (_, at) => {
    const model = Math.floor(at / TRIMS_PER_MODEL);
    const range = 150 + (at * 400) / (LARGE_TRIMS - 1);
    return EvInput.parse({
      make: `Brand ${(model % BRANDS) + 1}`,
      model: `Model ${model + 1}`,
      trim: `Trim ${(at % TRIMS_PER_MODEL) + 1}`,
      year: 2026,
      price: 30_000 + (at % 1000) * 100,
      range: Math.round(range * 100) / 100,
      acceleration: 3 + (at % 60) / 10,
      seatingCapacity: 2 + (at % 6),
      bodyType: BODY_TYPES[model % BODY_TYPES.length],
      driveType: DRIVE_TYPES[at % DRIVE_TYPES.length],
    });
  });
}

/** Fills a data folder that no server has opened yet with 10,000 trims, through the app's own store. */
async function fillLargeCatalogue(dataDir: string): Promise<void> {
  const database = await openDatabase(
    { dataDir, databaseUrl: null, starterCatalogue: false },
    () => undefined,
  );
  await createVehicleStore(database).insertRows(largeCatalogue());
  await database.close();
}

/** A virtual list never renders more cards than this. */
const MOST_CARDS = 40;
/** Limit for the chart, however large the catalogue is. */
const MOST_MARKS = 600;
const MOST_DRAWINGS = 200;

test("only what is near the view is in the document @desktop", async ({ page }) => {
  await openDiscover(page);
  await expectModels(page, LARGE_MODELS);
  await expect(listOf(page).locator("[aria-setsize]").first()).toHaveAttribute(
    "aria-setsize",
    String(LARGE_MODELS),
  );
  expect(await cardsOf(page).count()).toBeLessThanOrEqual(MOST_CARDS);
  await expectAccessible(page);

  const chart = page.getByRole("region", { name: "The whole market at a glance" });
  await chart.scrollIntoViewIfNeeded();
  await expect(chart.getByText(/marks represent 10,000 trims/)).toBeVisible();
  await expect(chart.locator("svg image").first()).toBeAttached();
  expect(await chart.locator("svg a").count()).toBeLessThanOrEqual(MOST_MARKS);
  expect(await chart.locator("svg image").count()).toBeLessThanOrEqual(MOST_DRAWINGS);
  await test.step("every part of them hydrates as the server wrote it", async () => {
    for (const part of ["#compare", "#saving"]) await comeTo(page.locator(part));
  });
  await test.step("without JavaScript 24 of them are there", async () => {
    const html = await (await page.request.get("/?page=1")).text();
    expect(html.match(/aria-posinset/g)).toHaveLength(24);
    expect(html.length).toBeLessThan(500_000);
  });
  await test.step("also in the table", async () => {
    await page.goto("/table");
    const table = page.getByRole("table");
    // Before hydration, the table has only the rows of one page.
    await expect(async () => {
      await page.getByRole("region", { name: "Table of electric cars" }).press("End");
      await expect(table.locator('[aria-rowindex="10001"]')).toBeInViewport({ timeout: 1000 });
    }).toPass();
    expect(await table.getByRole("row").count()).toBeLessThan(80);
  });
});

test("10,000 trims scroll to the end and back, filter and sort @desktop", async ({ page }) => {
  const device = await page.context().newCDPSession(page);
  // A slow device renders the heights it measured long after it has scrolled.
  await device.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await openDiscover(page);
  await expect(listOf(page).locator("[aria-setsize]").first()).toBeVisible();
  await listOf(page).press("End");
  const last = listOf(page).locator(`[aria-posinset="${LARGE_MODELS}"]`);
  await expect(last.getByRole("article")).toBeInViewport();
  // Whole miles count: the first three models have 150, the last four 550, and names decide.
  await expect(last).toContainText("Brand 3 Model 3");
  await device.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  expect(await cardsOf(page).count()).toBeLessThanOrEqual(MOST_CARDS);
  await listOf(page).press("Home");
  await expect(namesOf(page).first()).toHaveText("Brand 47 Model 2497");
  await expect(namesOf(page).first()).toBeInViewport();
  await test.step("they filter and sort", async () => {
    await expectModels(page, LARGE_MODELS);
    await page.getByRole("button", { name: "RANGE longest first" }).click();
    await expect(namesOf(page).first()).toHaveText("Brand 1 Model 1");
    await (await searchBoxOf(page)).fill("model 2499 trim");
    await expectModels(page, 1);
    await closeQuickFilters(page);
    await expect(namesOf(page)).toHaveText(["Brand 49 Model 2499"]);
    await page.getByRole("button", { name: "Reset all" }).last().click();
    await expectModels(page, LARGE_MODELS);
    await (await showcaseThumb(page, "Range")).press("End");
    await expectModels(page, 4);
  });
});

test("10,000 trims scroll without gaps", async ({ page }) => {
  await openDiscover(page);
  await expect(listOf(page).locator("[aria-setsize]").first()).toBeVisible();
  await listOf(page).evaluate((list) => {
    scrollBy({ top: list.getBoundingClientRect().top - 150, behavior: "instant" });
  });
  for (const share of [0.2, 0.5, 0.8, 0.35]) {
    await listOf(page).evaluate((list, part) => {
      list.scrollTop = part * (list.scrollHeight - list.clientHeight);
    }, share);
    await expect
      .poll(() =>
        listOf(page).evaluate((list) => {
          const { top, height, left, width } = list.getBoundingClientRect();
          return [0.1, 0.5, 0.9].every((part) =>
            document.elementFromPoint(left + width / 2, top + part * height)?.closest("article"),
          );
        }),
      )
      .toBe(true);
    expect(await cardsOf(page).count()).toBeLessThanOrEqual(MOST_CARDS);
  }
});
