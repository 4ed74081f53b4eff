import { footerOf, openDashboard, rowOf, rowsOf } from "./dashboard.ts";
import { expect } from "./fixtures.ts";
import { largeSite } from "./ten-thousand-trims.ts";

const test = largeSite();

test("10,000 rows: pages, search and a new row among them @desktop", async ({ page }) => {
  await openDashboard(page);
  await expect(footerOf(page)).toHaveText("Showing 1-10 of 10,000 EVs (including all trims)");
  await expect(page.getByText("Page 1 of 1,000")).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText(["2,500", "10,000"]);

  const box = page.getByRole("searchbox");
  await box.fill("model 2499 trim 3");
  await expect(footerOf(page)).toHaveText("Found 1 matches (showing 1-1)");
  await expect(rowsOf(page)).toHaveCount(1);
  await box.fill("");
  await page.goto("/admin?page=1000");
  await expect(footerOf(page)).toContainText("Showing 9,991-10,000 of");

  await page.getByRole("button", { name: "Add New EV" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Make", { exact: true }).fill("Brand 25");
  await dialog.getByLabel("Model", { exact: true }).fill("Model 525b");
  await dialog.getByLabel("Trim", { exact: true }).fill("Only one");
  await page.keyboard.press("Enter");
  await expect(rowOf(page, "Only one")).toBeVisible();
  await expect(footerOf(page)).toContainText("of 10,001 EVs");
  await page.goBack();
  await expect(footerOf(page)).toContainText("Showing 9,991-10,000 of");
});
