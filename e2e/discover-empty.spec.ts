import type { Page } from "@playwright/test";

import { expectModels, listOf, openDiscover, openQuickFilters } from "./discover.ts";
import { comeTo, expect, expectAccessible, pressFirst, test } from "./fixtures.ts";

const noVehicles = (page: Page) =>
  page
    .getByRole("region", { name: "Discover", exact: true })
    .getByText("No vehicles in the catalogue yet");

test.use({ serverEnv: { STARTER_CATALOGUE: "false" } });

test("an empty catalogue says so and breaks nothing @desktop", async ({ page, plain }) => {
  await plain.goto("/");
  await expect(noVehicles(plain), "without JavaScript too").toBeVisible();

  await openDiscover(page);
  const ranking = page.locator("#ranking-section");
  await expect(ranking).toContainText("No vehicles available for voting");
  await expect(ranking).not.toContainText("Vote for the cars you would buy");
  await expect(noVehicles(page)).toBeVisible();
  await expect(listOf(page)).toHaveCount(0);
  await expectModels(page, 0);
  await expectAccessible(page);
  const dialog = await openQuickFilters(page);
  await dialog.getByRole("button", { name: "6 or more seats" }).click();
  await expect(dialog.getByRole("button", { name: "No matches" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(noVehicles(page)).toBeVisible();
  await comeTo(page.locator("#compare"));
  await pressFirst(page, /^Select EV for slot/);
  await expect(
    page.getByRole("dialog").getByText("No vehicles in the catalogue yet"),
  ).toBeVisible();
  await page.goto("/compare?ev=999999");
  await expect(page.getByText(/no longer listed, so it was left out/)).toBeVisible();
});
