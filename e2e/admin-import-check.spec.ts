import { expect, expectAccessible, test } from "./fixtures.ts";
import { HEADER, openImport } from "./import-dialog.ts";

test("identical errors are listed once, with their count @desktop", async ({ page }) => {
  const { dialog, stored, count, check } = await openImport(page);
  const rows = Array.from({ length: 250 }, (_, at) => `Kia,Import 6,T${at},2025,SUV,cheap`);
  await check("errors.csv", [HEADER, ...rows]);
  await expect(count("Bad rows")).toHaveText("250");
  await expect(dialog.getByRole("button", { name: "Check again" })).toBeDisabled();
  await expect(dialog.getByRole("table").first().getByRole("row")).toHaveText([
    "ColumnReason",
    /^pricePrice must be a numbercheap rows 1, 2, 3, 4, 5\.\.\.and 245 more rows$/,
  ]);

  await test.step("each of them stands in the table, also those out of view", async () => {
    await dialog.getByLabel("Only rows with problems (250)").check();
    await expect(stored.getByRole("table")).toHaveAttribute("aria-rowcount", "251");
    await stored.evaluate((region) => region.scrollTo(0, region.scrollHeight));
    const last = stored.getByRole("row").filter({ hasText: "T249" });
    await last.getByRole("button", { name: /cheap/ }).click();
    await dialog.getByLabel("Replace price of row 250 with").fill("41000");
    await page.keyboard.press("Enter");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Check again" }).click();
    await expect(count("New")).toHaveText("1");
    await expect(count("Bad rows")).toHaveText("249");
  });
});

test("of two columns with one name, the second is skipped @desktop", async ({ page }) => {
  const { dialog, upload, check } = await openImport(page);
  const others = Array.from({ length: 30 }, (_, at) => `Other ${at}`);
  await check("refused.csv", [
    `make,model,trim,year,bodyType,${others.join(",")},trim,Cost (EUR)`,
    `Acme,First,One,2025,SUV,${others.map(() => "x").join(",")},Two,45990`,
  ]);
  await expect(dialog.getByLabel("trim", { exact: true })).toHaveValue("trim");
  const second = dialog.getByLabel("trim (column AJ)");
  await expect(second).toHaveValue("");
  await expect(second).toHaveAccessibleDescription("Skipped: another column has this name.");
  await expect(dialog.getByText("Still missing: the rate of Cost (EUR)")).toBeInViewport();
  await expect(upload).toBeInViewport();
});

test("a range is one question for its column @desktop", async ({ page }) => {
  const { dialog, stored, upload, count, check } = await openImport(page);
  await check("ranges.csv", [
    HEADER,
    "Acme,Range,One,2026,SUV,42990-52990",
    "Acme,Range,Two,2026,SUV,30000-35000",
    "Acme,Range,Three,2026,SUV,from 31000",
  ]);
  await expect(count("Bad rows")).toHaveText("2");
  const question = dialog.getByRole("region", { name: "Ranges of price" });
  await expect(question).toContainText("such as “42990-52990”. Which figure should be stored?");
  await expectAccessible(page);
  await question.getByLabel("Lower: $42,990").click();
  await expect(question).toHaveCount(0);
  await expect(count("New")).toHaveText("3");
  await expect(stored.getByRole("button", { name: "$30,000" })).toBeVisible();
  await expect(dialog.getByRole("list", { name: "Notes" })).toContainText([
    /The lower figure of a range is stored \(2 cells of price/,
  ]);
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByLabel("Ranges of price").selectOption("upper");
  await upload.click();
  await expect(stored.getByRole("button", { name: "$35,000" })).toBeVisible();
});

test("a price in ten thousands says so where it is typed @desktop", async ({ page }) => {
  const { dialog, stored, upload, count, choose } = await openImport(page);
  await choose("man-yen.csv", [
    "make,model,trim,year,bodyType,価格（万円）,seatingCapacity,driveType,chargePort",
    "Acme,Yen,One,2026,SUV,308.2,5,AWD,NACS",
    "Acme,Yen,Two,2026,SUV,cheap,5,AWD,NACS",
  ]);
  await upload.click();
  await test.step("what is missing is never folded", async () => {
    await expect(dialog.getByText("Still missing: the rate of 価格（万円）")).toBeVisible();
    await expect(dialog.getByText("8 columns recognized")).toBeVisible();
    await dialog.getByLabel(/US dollars$/).fill("0.0067");
    const multiple = dialog.getByText("Multiplied by 10,000, as the column name says");
    expect((await multiple.boundingBox())?.height).toBeGreaterThan(9);
  });
  await upload.click();
  await expect(count("Bad rows")).toHaveText("1");
  const repair = dialog.getByRole("group", { name: "Repair" });
  const cheap = repair.getByLabel("Replace 価格（万円） “cheap” with");
  await expect(cheap).toHaveAttribute("placeholder", "In 10,000 yen, or - for none");
  await cheap.fill("310");
  await expect(repair.getByRole("status")).toHaveText("→ $20,770");
  await test.step("an open cell leaves its column as wide as it was", async () => {
    const column = stored.getByRole("columnheader", { name: /^Price/ });
    const before = await column.evaluate(({ clientWidth }) => clientWidth);
    await stored.getByRole("button", { name: "$20,649" }).click();
    await expect(dialog.getByLabel("Replace 価格（万円） of row 1 with")).toBeFocused();
    await expectAccessible(page);
    expect(await column.evaluate(({ clientWidth }) => clientWidth)).toBe(before);
  });
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(stored.getByRole("button", { name: "$20,770" })).toBeVisible();
});

test("rows are skipped by rules @desktop", async ({ page }) => {
  const { dialog, upload, count, check } = await openImport(page);
  await check("rules.csv", [
    "make,model,trim,year,bodyType,price,Note,Reach",
    "Acme,Rule,One,2026,SUV,42990,ok,0",
    "Acme,Rule,Two,2026,SUV,42990,,300",
    "Acme,Rule,Three,2026,SUV,42990,old,310",
    "Acme,Rule,Four,2026,SUV,99000,ok,320",
    "Acme,Rule,Five,2026,SUV,42990,ok,330",
  ]);
  const rules = dialog.getByRole("group", { name: "Skip some rows" });
  const conditions: [column: string, condition: string, value?: string][] = [
    ["Note", "equals", "old, gone"],
    ["Note", "is empty"],
    ["Reach", "is less than", "1"],
    ["price", "is greater than", "90000"],
  ];
  for (const [at, [column, condition, value]] of conditions.entries()) {
    await rules.getByRole("button", { name: /^Skip (some|more) rows$/ }).click();
    await rules.getByLabel("Column that tells").nth(at).selectOption(column);
    await rules.getByLabel("How it tells").nth(at).selectOption({ label: condition });
    const input = rules.getByLabel(
      condition === "equals" ? "Values, separated by commas" : "Figure",
    );
    if (value) await input.last().fill(value);
  }
  await expectAccessible(page);
  await upload.click();
  await expect(count("New")).toHaveText("1");
  await expect(dialog.getByText("You chose to skip 4 rows.")).toBeVisible();
  await dialog.getByRole("button", { name: "Back" }).click();
  await rules.getByRole("button", { name: "Remove" }).first().click();
  await upload.click();
  await expect(count("New")).toHaveText("2");
});

test("makes are named once for all rows, and each name can be changed @main", async ({ page }) => {
  const { dialog, stored, upload, count, check } = await openImport(page);
  await check("names.csv", [
    "Car,Year,Body Type,Price",
    "Acme 001,2025,SUV,50000",
    "Acme X,2025,SUV,40000",
  ]);
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
  await page.keyboard.press("Enter");
  await expect(makes).toHaveCount(0);
  const cells = stored.locator("tbody tr").first().locator("td");
  await expect(cells.nth(1)).toHaveText("001");
  await expect(cells.nth(2)).toContainText("Trim is required");
  const missing = dialog.getByRole("region", { name: "Missing trim" });
  await missing.getByLabel("Trim of all 2 cars").fill("Long");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(count("New")).toHaveText("2");
  await expect(missing).toHaveCount(0);
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

test("another spelling and missing body types are settled by one check @main", async ({ page }) => {
  const { dialog, stored, count, check } = await openImport(page);
  await check("models.csv", [
    "make,model,trim,year,price",
    "Hyundai,Ioniq5,World A,2026,45990",
    "Acme,One,World B,2026,45990",
    "Acme,Two,World C,2026,45990",
  ]);
  const models = dialog.getByRole("region", { name: "Models" });
  await expect(models).toContainText("Your catalogue spells these models differently.");
  await expect(models.getByLabel("Model of “Ioniq5”")).toHaveValue("Ioniq 5");
  await expect(dialog.getByRole("button", { name: /^Import/ })).toHaveCount(0);
  await models.getByRole("button", { name: "Keep as in the file" }).click();
  await expect(models.getByLabel("Model of “Ioniq5”")).toHaveValue("Ioniq5");
  await models.getByLabel("Model of “Ioniq5”").fill("Ioniq 5");
  await expectAccessible(page);
  const missing = dialog.getByRole("region", { name: "Missing body type" });
  const typeOf = (cars: string) => missing.getByRole("group", { name: `Body Type of ${cars}` });
  await typeOf("all 2 cars").getByLabel("Sedan").check();
  // The catalogue may know the body type of the third car, whose model waits for its answer.
  await expect(stored.getByRole("button", { name: /→ Sedan$/ })).toHaveCount(2);
  await test.step("cars without an answer of their own show the one for all", async () => {
    await expect(dialog.getByText("can’t be imported yet. Fix them below, then")).toBeVisible();
    for (const car of ["Acme One", "Acme Two"]) {
      await expect(typeOf(car).getByLabel("Sedan")).toBeChecked();
    }
    await typeOf("Acme One").getByLabel("SUV").check();
    await expect(typeOf("Acme Two").getByLabel("Sedan")).toBeChecked();
  });
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(models).toHaveCount(0);
  await expect(count("New")).toHaveText("3");
  const settled = stored.getByRole("row").filter({ hasText: "World A" });
  await expect(settled).toContainText("Ioniq 5");
  await expect(settled).not.toContainText("Sedan");
  await expect(stored.getByRole("row").filter({ hasText: "World B" })).toContainText("SUV");
  await expect(stored.getByRole("row").filter({ hasText: "World C" })).toContainText("Sedan");
});

test("a press on a cell opens it, and the table stays where it is @desktop", async ({ page }) => {
  const { dialog, stored, upload, choose } = await openImport(page);
  await choose("presses.csv", [
    `${HEADER},range,topSpeed`,
    "Acme,Press,,2026,SUV,42990,far,fast",
    ...["A", "B", "C", "D", "E"].map((trim) => `Acme,Press,${trim},2026,SUV,42990,300,120`),
  ]);
  await upload.click();
  const problems = dialog.getByRole("complementary", { name: "Problems of a row" });
  await stored.getByTitle("Change model of row 1").click();
  await page.keyboard.press("Escape");
  await expect(problems.getByRole("listitem")).toHaveCount(3);
  const [table, panel] = [await stored.boundingBox(), await problems.boundingBox()];
  expect(panel?.x).toBe((table?.x ?? 0) + (table?.width ?? 0));
  const cell = stored.getByTitle("Change model of row 6");
  await cell.hover();
  const before = await cell.boundingBox();
  await page.mouse.down();
  await expect(cell).toBeFocused();
  expect(await cell.boundingBox()).toEqual(before);
  await page.mouse.up();
  await expect(dialog.getByLabel("Replace model of row 6 with")).toBeFocused();
  await expect(problems.getByRole("listitem")).toHaveCount(0);
});
