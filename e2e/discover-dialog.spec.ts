import type { Locator, Page } from "@playwright/test";
import type { EvListEntry } from "../src/domain/vehicle.ts";
import {
  chipsOf,
  countModels,
  expectMatching,
  listOf,
  namesOf,
  openDiscover,
  openQuickFilters,
  panelOf,
  readEntries,
  stored,
} from "./discover.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";

const pill = (dialog: Locator, group: string, name: string) =>
  dialog
    .getByRole("group", { name: group, exact: true })
    .getByRole("button", { name: new RegExp(`^${name}(,? [\\d,]+ models?)?$`) });

async function expectShows(dialog: Locator, models: number): Promise<void> {
  const show = dialog.getByRole("button", { name: `Show ${models} models`, exact: true });
  await expect(show).toBeVisible();
}

/** Searches in the open dialog, which closes. */
async function expectSearch(page: Page, dialog: Locator, entries: readonly EvListEntry[]) {
  await expectShows(dialog, countModels(entries));
  await dialog.getByRole("searchbox", { name: /^Search make/ }).fill("long awd");
  const fits = ({ ev, trim }: EvListEntry) => {
    const text = `${ev.make} ${ev.model} ${trim.trim}`.toLowerCase();
    return text.includes("long") && text.includes("awd");
  };
  await expectShows(dialog, countModels(entries, fits));
  await dialog.getByRole("button", { name: /^Show .* models?$/ }).click();
  await expect(dialog).toBeHidden();
  await expect(listOf(page)).toBeInViewport();
  await expectMatching(page, entries, fits);
}

test("the icon opens the dialog and closing gives the focus back @main-phone", async ({ page }) => {
  await openDiscover(page);
  const dialog = await openQuickFilters(page);
  await expect(dialog.getByRole("searchbox", { name: /^Search make/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeFocused();
  await openQuickFilters(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(page.getByRole("button", { name: "Filters", exact: true })).toBeFocused();
});

test("every choice filters, and goes off when picked again @desktop", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  const dialog = await openQuickFilters(page);
  await expectAccessible(page, '[role="dialog"]');
  await test.step("SUV/Crossover means either, and an empty Type says so", async () => {
    await pill(dialog, "Type", "SUV/Crossover").click();
    await expectShows(
      dialog,
      countModels(entries, ({ ev }) => ["SUV", "Crossover"].includes(ev.bodyType)),
    );
    await pill(dialog, "Type", "Truck").click();
    await pill(dialog, "Drive", "FWD").click();
    await expect(dialog.getByRole("button", { name: "No matches" })).toBeVisible();
    await dialog.getByRole("button", { name: "Reset all" }).click();
    await expectShows(dialog, countModels(entries));
  });
  await test.step("its tax-credit box filters and says how things stand", async () => {
    await dialog.getByRole("checkbox", { name: "EVs eligible for $7,500 Tax Credit" }).check();
    await expect(dialog.getByText(/September 30, 2025/)).toBeVisible();
    const eligible = ({ ev, trim }: EvListEntry) =>
      (trim.taxCreditEligible ?? ev.taxCreditEligible) === true;
    await expectShows(dialog, countModels(entries, eligible));
  });
  await dialog.getByRole("checkbox", { name: /Tax Credit/ }).uncheck();
  await page.keyboard.press("Escape");
  await expect(chipsOf(page)).toHaveCount(0);
  await test.step("a choice is single, and goes off when picked again", async () => {
    await openQuickFilters(page);
    await pill(dialog, "Seating", "4 or 5 seats").click();
    const many = pill(dialog, "Seating", "6 or more seats");
    await many.click();
    await expect(pill(dialog, "Seating", "4 or 5 seats")).toHaveAttribute("aria-pressed", "false");
    await expect(many).toHaveAttribute("aria-pressed", "true");
    await expectShows(
      dialog,
      countModels(entries, ({ trim }) => (trim.seating ?? 0) >= 6),
    );
    await many.click();
    await expectShows(dialog, countModels(entries));
    await page.keyboard.press("Escape");
  });
  await test.step("its quick filters toggle, and closing shows the list", async () => {
    await openQuickFilters(page);
    const range = pill(dialog, "Quick filters", "Max Range");
    const budget = pill(dialog, "Quick filters", "Budget");
    await range.click();
    await expect(range).toHaveAttribute("aria-pressed", "true");
    await expectShows(dialog, 5);
    await budget.click();
    await expect(range).toHaveAttribute("aria-pressed", "false");
    await budget.click();
    await expect(budget).toHaveAttribute("aria-pressed", "false");
    await pill(dialog, "Quick filters", "Fastest").click();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("region", { name: "Quick filter" })).toContainText("FASTEST");
    await expect(listOf(page)).toBeInViewport();
  });
  await test.step("its search narrows the list with a live count", async () => {
    await page.getByRole("button", { name: "Close quick filter" }).click();
    await expectSearch(page, await openQuickFilters(page), entries);
  });
});

test("on a phone it also holds the panel and a search @phone", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  const dialog = await openQuickFilters(page);
  for (const title of [
    "Range and price",
    "All body types",
    "Charging",
    "Space and size",
    "Performance",
    "Model year",
  ]) {
    await expect(dialog.getByText(title, { exact: true })).toBeVisible();
  }
  await dialog.getByText("Brand", { exact: true }).click();
  await dialog.getByRole("checkbox", { name: /^Tesla/ }).check();
  await dialog.getByText("Range and price", { exact: true }).click();
  const price = dialog.getByRole("slider", { name: "Maximum price" });
  for (let time = 0; time < 4; time++) await price.press("PageDown");
  await expectShows(
    dialog,
    countModels(
      entries,
      ({ ev, trim }) => ev.make === "Tesla" && !!trim.price && trim.price <= 50_000,
    ),
  );
  await test.step("the covered list waits until the dialog is closed", async () => {
    const first = page.locator("#database [aria-setsize]").first();
    await expect(first).toHaveAttribute("aria-setsize", String(countModels(entries)));
    await dialog.getByRole("button", { name: /^Show .* models?$/ }).click();
    await expect(first).not.toHaveAttribute("aria-setsize", String(countModels(entries)));
  });
  await expect(namesOf(page).filter({ hasNotText: "Tesla" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Filters, 2 on" })).toBeVisible();
  await page.getByRole("button", { name: "Reset all" }).last().click();
  await expect(chipsOf(page)).toHaveCount(0);
  await expectSearch(page, await openQuickFilters(page), entries);
});

async function press(panel: Locator, slider: string, key: string, times = 1): Promise<void> {
  const thumb = panel.getByRole("slider", { name: slider });
  for (let time = 0; time < times; time++) await thumb.press(key);
}

async function unfold(panel: Locator, title: string, open = true): Promise<void> {
  const heading = panel.getByText(title, { exact: true });
  const isOpen = await heading.evaluate((element) => element.closest("details")?.open);
  if (isOpen !== open) await heading.click();
}

test("the panel offers every brand, and combines its filters @desktop", async ({ page }) => {
  await openDiscover(page);
  const entries = await readEntries(page);
  const panel = panelOf(page);
  await test.step("combines its filters and resets them together", async () => {
    await unfold(panel, "Brand");
    await panel.getByRole("checkbox", { name: /^Tesla/ }).check();
    await panel.getByRole("checkbox", { name: /^Hyundai/ }).check();
    await panel.getByRole("button", { name: "RWD" }).click();
    // Both are set above the list, so their groups start closed and show the active value.
    for (const name of ["Minimum range", "Maximum price"])
      await expect(panel.getByRole("slider", { name })).toHaveCount(0);
    await unfold(panel, "Range and price");
    await press(panel, "Maximum price", "PageDown", 4);
    await unfold(panel, "Range and price", false);
    await expect(panel.getByText("Up to $50,000")).toBeVisible();
    const driven = (drive: string) => (entry: EvListEntry) =>
      ["Tesla", "Hyundai"].includes(entry.ev.make) &&
      entry.trim.driveType === drive &&
      !!entry.trim.price &&
      entry.trim.price <= 50_000;
    await expectMatching(page, entries, driven("RWD"));
    await expect(chipsOf(page)).toHaveCount(4);
    // Each number is the count for that choice combined with the other active filters.
    const wouldShow = countModels(entries, driven("AWD"));
    await expect(panel.getByRole("button", { name: /^AWD/ })).toHaveText(
      new RegExp(`^AWD ${wouldShow} models?$`),
    );
    await page.getByRole("button", { name: "Reset all" }).click();
    await expectMatching(page, entries);
    await expect(panel.getByRole("checkbox", { checked: true })).toHaveCount(0);
    await expect.poll(() => stored(page, "ev_price_slider_interacted")).toBeNull();
  });
  await test.step("finds a brand among all of them", async () => {
    await expect(panel.getByRole("checkbox", { name: /^Polestar/ })).toHaveCount(0);
    await panel.getByRole("button", { name: /^Show all \d+ brands$/ }).click();
    await panel.getByRole("checkbox", { name: /^Polestar/ }).check();
    const makes = new Set(entries.map(({ ev }) => ev.make));
    const brands = panel.getByRole("group", { name: "Brand" }).getByRole("checkbox");
    await expect(brands).toHaveCount(makes.size);
  });
  await page.getByRole("button", { name: "Reset all" }).click();
  await expect(chipsOf(page)).toHaveCount(0);
  await test.step("lists every body type of the catalogue", async () => {
    const types = new Set(entries.map(({ ev }) => ev.bodyType));
    const boxes = panel.getByRole("group", { name: "Body type" }).getByRole("checkbox");
    await expect(boxes).toHaveCount(types.size);
  });
  await test.step("shows the same state as the showcase sliders", async () => {
    await unfold(panel, "Range and price");
    await press(panel, "Minimum range", "PageUp", 3);
    const showcase = page.getByRole("group", { name: "Range", exact: true }).getByRole("slider");
    await expect(showcase).toHaveValue("290");
    await showcase.press("PageUp");
    await expect(panel.getByRole("slider", { name: "Minimum range" })).toHaveValue("340");
  });
});
