import type { Locator } from "@playwright/test";

import {
  chipsOf,
  countModels,
  expectMatching,
  openDiscover,
  panelOf,
  readEntries,
  stored,
} from "./discover.ts";
import { expect, test } from "./fixtures.ts";

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
    await expectMatching(
      page,
      entries,
      ({ ev, trim }) =>
        ["Tesla", "Hyundai"].includes(ev.make) &&
        trim.driveType === "RWD" &&
        !!trim.price &&
        trim.price <= 50_000,
    );
    await expect(chipsOf(page)).toHaveCount(4);
    // Each number is the count for that choice combined with the other active filters.
    const wouldShow = countModels(
      entries,
      ({ ev, trim }) =>
        ["Tesla", "Hyundai"].includes(ev.make) &&
        trim.driveType === "AWD" &&
        !!trim.price &&
        trim.price <= 50_000,
    );
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
