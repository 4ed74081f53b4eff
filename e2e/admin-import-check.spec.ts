import { expect, expectAccessible, test } from "./fixtures.ts";
import { HEADER, openImport } from "./import-dialog.ts";

test("identical errors are listed once, with their count @desktop", async ({ page }) => {
  const { dialog, upload, count, choose } = await openImport(page);
  const rows = Array.from({ length: 250 }, (_, at) => `Kia,Import 6,T${at},2025,SUV,cheap`);
  await choose("errors.csv", [HEADER, ...rows]);
  await upload.click();
  await expect(count("Bad rows")).toHaveText("250");
  await expect(dialog.getByRole("table").first().getByRole("row")).toHaveText([
    "ColumnReason",
    /^pricePrice must be a numbercheap rows 1, 2, 3, 4, 5\.\.\.and 245 more rows$/,
  ]);

  await test.step("each of them stands in the table, also those out of view", async () => {
    const table = dialog.getByRole("region", { name: "New EVs as stored" });
    await dialog.getByLabel("Only rows with problems (250)").check();
    await expect(table.getByRole("table")).toHaveAttribute("aria-rowcount", "251");
    await table.evaluate((region) => region.scrollTo(0, region.scrollHeight));
    const last = table.getByRole("row").filter({ hasText: "T249" });
    await last.getByRole("button", { name: /cheap/ }).click();
    await dialog.getByLabel("Replace price of row 250 with").fill("41000");
    await page.keyboard.press("Enter");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Check again" }).click();
    await expect(count("New")).toHaveText("1");
    await expect(count("Bad rows")).toHaveText("249");
  });
});

test("makes are named once for all rows, and each name can be changed @main", async ({ page }) => {
  const { dialog, upload, count, choose } = await openImport(page);
  await choose("names.csv", [
    "Car,Year,Body Type,Price",
    "Acme 001,2025,SUV,50000",
    "Acme X,2025,SUV,40000",
  ]);
  await upload.click();
  await dialog.getByLabel("Car", { exact: true }).selectOption("name");
  await expect(dialog.getByText(/^Split into make, model, and trim/)).toBeVisible();
  await expectAccessible(page);
  await upload.click();
  await expect(count("Bad rows")).toHaveText("2");
  const makes = dialog.getByRole("region", { name: "Makes" });
  const acme = makes.getByLabel("Make of “Acme”");
  await expect(acme).toHaveValue("");
  await expectAccessible(page);
  await acme.fill("Acme");
  await makes.getByRole("button", { name: "Use these makes" }).click();
  await expect(makes).toHaveCount(0);
  const missing = dialog.getByRole("region", { name: "Missing values" });
  await missing.getByLabel("Trim where the name has none (2 rows)").fill("Long");
  await expectAccessible(page);
  await missing.getByRole("button", { name: "Use for these rows" }).click();
  await expect(count("New")).toHaveText("2");
  await expect(missing).toHaveCount(0);
  const stored = dialog.getByRole("region", { name: "New EVs as stored" });
  await stored.getByRole("button", { name: "Long", exact: true }).first().click();
  await dialog.getByLabel("Replace Trim of row 1 with").fill("Long Range");
  await page.keyboard.press("Enter");
  await expect(stored.getByRole("button", { name: "Long → Long Range" })).toBeInViewport();
  await expect(stored.getByRole("button", { name: "001", exact: true })).toBeInViewport();
  await expect(stored.getByRole("button", { name: "$50,000" })).toBeInViewport();
  await dialog.getByRole("button", { name: "Check again" }).click();
  await dialog.getByRole("button", { name: "Import 2 EVs" }).click();
  await expect(dialog.getByRole("status")).toContainText("Acme 001 Long Range");
  await dialog.getByRole("button", { name: "Undo this import" }).click();
  await expect(dialog.getByRole("status")).toContainText("2 EVs removed");
});

test("a model in another spelling is settled once, and the catalogue knows its body type @main", async ({
  page,
}) => {
  const { dialog, upload, count, choose } = await openImport(page);
  await choose("models.csv", [
    "make,model,trim,year,price",
    "Hyundai,Ioniq5,World A,2026,45990",
    "Acme,One,World B,2026,45990",
  ]);
  await upload.click();
  const models = dialog.getByRole("region", { name: "Models" });
  await expect(models).toContainText("Ioniq 5 is in the catalogue.");
  await expect(models.getByLabel("Model of “Ioniq5”")).toHaveValue("Ioniq 5");
  await expectAccessible(page);
  await models.getByRole("button", { name: "Use these models" }).click();
  await expect(models).toHaveCount(0);
  const missing = dialog.getByRole("region", { name: "Missing values" });
  await missing.getByLabel("Body type where the catalogue has none (1 row)").selectOption("Sedan");
  await missing.getByRole("button", { name: "Use for these rows" }).click();
  await expect(count("New")).toHaveText("2");
  const stored = dialog.getByRole("region", { name: "New EVs as stored" });
  await expect(stored.getByRole("row").filter({ hasText: "World A" })).toContainText("Ioniq 5");
  await expect(stored.getByRole("row").filter({ hasText: "World B" })).toContainText("Sedan");
});
