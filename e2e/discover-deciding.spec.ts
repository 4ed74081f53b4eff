import type { Locator, Page } from "@playwright/test";

import type { EvListEntry } from "../src/domain/vehicle.ts";
import {
  cardsOf,
  chipOf,
  closeQuickFilters,
  expectMatching,
  openDiscover,
  openQuickFilters,
  panelOf,
  readEntries,
  showcaseOf,
  showcaseThumb,
} from "./discover.ts";
import { comeTo, expect, expectAccessible, test } from "./fixtures.ts";

/** The filter panel, or on a phone the filter dialog with every group open. */
async function openFilters(page: Page): Promise<Locator> {
  const isWide = await panelOf(page).isVisible();
  const filters = isWide ? panelOf(page) : await openQuickFilters(page);
  for (const title of ["Range and price", "Charging"])
    await filters.getByText(title, { exact: true }).click();
  return filters;
}

const isNewest = (entries: readonly EvListEntry[]) => {
  const newest = new Map<number, number>();
  for (const { ev, trim } of entries)
    newest.set(ev.id, Math.max(newest.get(ev.id) ?? 0, trim.year));
  return ({ ev, trim }: EvListEntry) => newest.get(ev.id) === trim.year;
};

test("charging, consumption, seats and years filter as the call does", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  const isNew = isNewest(entries);
  const filters = await openFilters(page);
  const minutes = filters.getByRole("textbox", { name: "Longest 10-80% charging time in min" });

  const expectAsCalled = async (query: string, passes: (entry: EvListEntry) => boolean) => {
    const trims = entries.filter(passes).length;
    expect(trims).toBeGreaterThan(0);
    await expectMatching(page, entries, passes);
    await expect(page).toHaveURL(new RegExp(`/\\?${query}$`));
    const answer = await page.request.get(`/api/evs/count?${query}`);
    expect(await answer.json()).toEqual({ count: trims });
  };

  await minutes.fill("25");
  await minutes.press("Enter");
  const isQuick = ({ trim }: EvListEntry) => !!trim.charging && trim.charging <= 25;
  await expectAsCalled("maxCharging=25", isQuick);
  const unknown = entries.filter(({ trim }) => !trim.charging).length;
  // The text appears above and below the list.
  const words = page.getByRole("paragraph", { includeHidden: true });
  const leftOut = `${unknown} more trims have no charging time.`;
  await expect(words.filter({ hasText: leftOut })).toHaveCount(2);
  await expect(filters.getByRole("slider", { name: "Longest 10-80%" })).toHaveValue("25");

  await minutes.fill("3");
  await minutes.press("Enter");
  await expect(filters.getByRole("alert")).toHaveText(
    "Longest 10-80% charging time must be a number from 5 min to 90 min.",
  );
  await minutes.press("Escape");
  await expect(minutes).toHaveValue("25");
  await expectAccessible(page);
  await minutes.fill("");
  await minutes.blur();
  await expectMatching(page, entries);
  await expect(page).toHaveURL(/\/$/);

  const consumption = filters.getByRole("textbox", { name: "Highest consumption in kWh" });
  await consumption.fill("28.5");
  await consumption.press("Enter");
  await expectAsCalled(
    "maxConsumption=28.5",
    ({ trim }) => !!trim.consumption && trim.consumption <= 28.5,
  );
  await consumption.fill("");
  await consumption.press("Enter");

  await filters.getByRole("button", { name: "At least 7 seats" }).click();
  const isLarge = ({ trim }: EvListEntry) => (trim.seating ?? 0) >= 7;
  await expectAsCalled("minSeats=7", isLarge);
  await filters.getByRole("checkbox", { name: "Newest model years only" }).check();
  await expectAsCalled("minSeats=7&newest=true", (entry) => isLarge(entry) && isNew(entry));
  await closeQuickFilters(page);
  const seats = cardsOf(page).getByRole("paragraph");
  await expect(seats.filter({ hasNotText: /· [7-9] seats$/ })).toHaveCount(0);
  await chipOf(page, "7+ seats").click();
  await expectAsCalled("newest=true", isNew);
  await chipOf(page, "Newest model years").click();
  await expectMatching(page, entries);
});

test("range and price can be typed, in kilometers too @desktop", async ({ page }) => {
  await openDiscover(page);
  const thumb = await showcaseThumb(page, "Price");
  const price = showcaseOf(page, "Price").getByRole("textbox", {
    name: "Maximum price in dollars",
  });
  await price.fill("42,490");
  await price.press("Enter");
  await expect(chipOf(page, "Up to $42,490")).toBeVisible();
  await expect(page).toHaveURL(/\?maxPrice=42490$/);
  // The slider moves in steps of its own.
  await expect(thumb).toHaveValue("42000");
  await price.fill("28k");
  await price.press("Enter");
  await expect(page).toHaveURL(/\?maxPrice=28000$/);
  await expect(price).toHaveValue("28,000");
  // The thumb stops at the end of its track.
  await expect(thumb).toHaveValue("30000");
  await price.fill("42,490");
  await price.press("Enter");
  await price.fill("$12");
  await price.blur();
  await expect(showcaseOf(page, "Price").getByRole("alert")).toHaveText(
    "Maximum price must be a number from $1,000 to $9,999,999.",
  );
  await expect(page).toHaveURL(/\?maxPrice=42490$/);
  await expectAccessible(page);
  // Moving the thumb replaces the typed value.
  await thumb.press("ArrowRight");
  await expect(price).toHaveValue("43,000");
  await expect(showcaseOf(page, "Price").getByRole("alert")).toHaveCount(0);
  await price.fill("");
  await price.press("Enter");
  await expect(page).toHaveURL(/\/$/);

  await page.getByRole("button", { name: /^Distances in/ }).click();
  await showcaseThumb(page, "Range");
  const range = showcaseOf(page, "Range").getByRole("textbox", { name: "Minimum range in km" });
  await range.fill("480");
  await range.press("Enter");
  await expect(chipOf(page, "480+ km")).toBeVisible();
  await expect(page).toHaveURL(/\?minRange=298\.26$/);
  await expect(range).toHaveValue("480");

  await price.fill("55000");
  await price.press("Enter");
  await comeTo(page.getByRole("region", { name: "The whole market at a glance" }));
  await expect(page.getByRole("slider", { name: "Maximum price on the chart" })).toHaveAttribute(
    "aria-valuetext",
    "up to $55,000",
  );
  await expect(page).toHaveURL(/\?minRange=298\.26&maxPrice=55000$/);
});

test("sorts by charging time and consumption @desktop", async ({ page }) => {
  await openDiscover(page, "/?sort=charging&order=desc");
  const more = page.getByRole("combobox", { name: "Sort by another figure" });
  await expect(more).toHaveValue("charging");
  await expect(
    cardsOf(page)
      .first()
      .getByText(/^\d+ min$/),
  ).toBeVisible();
  await more.selectOption("consumption");
  await expect(page).toHaveURL(/\?sort=consumption$/);
  await expect(cardsOf(page).first()).toContainText(/[\d.]+ kWh\/100 mi/);
});
