import type { Page } from "@playwright/test";

import { expectModels, listOf, openDiscover, openQuickFilters } from "./discover.ts";
import { comeTo, expect, expectAccessible, pressFirst, signIn, test } from "./fixtures.ts";
import { footerOf, rowOf } from "./dashboard.ts";

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
  await test.step("its dashboard offers to fill it", async () => {
    await signIn(page);
    await page.goto("/admin");
    await expect(page.getByText("There are no EVs in the database yet")).toBeVisible();
    await expect(page.getByRole("definition")).toHaveText(["0", "0"]);
    await expect(page.getByRole("button", { name: "Import CSV" })).toHaveCount(2);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Add New EV" }).last().click();
    await page.getByRole("combobox", { name: "Make" }).fill("Kia");
    await page.getByRole("combobox", { name: "Model" }).fill("EV6");
    await page.getByRole("textbox", { name: "Trim" }).fill("GT");
    await page.keyboard.press("Enter");
    await expect(rowOf(page, "GT")).toBeVisible();
    await expect(footerOf(page)).toHaveText("Showing 1-1 of 1 EVs (including all trims)");
    await expect(page.getByText("Page 1 of 1")).toBeVisible();
    await expect(page.getByRole("definition")).toHaveText(["1", "1"]);
  });
});
