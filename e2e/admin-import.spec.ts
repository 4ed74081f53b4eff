import { expect, expectAccessible, test } from "./fixtures.ts";
import { HEADER, openImport } from "./import-dialog.ts";
import { readEntries } from "./discover.ts";

test("a file is checked first, then imported without bad rows @main-phone", async ({ page }) => {
  const { dialog, file, upload, step, count, choose } = await openImport(page);
  await expect(upload).toBeDisabled();
  await expect(step("File")).toHaveAttribute("aria-current", "step");
  await expectAccessible(page);

  await choose("car.png", ["no picture"], "image/png");
  await expect(dialog.getByRole("alert")).toHaveText(
    "car.png is a PNG file. Choose a CSV or Excel file.",
  );
  await expect(upload).toBeDisabled();
  await expect(file).toHaveValue("");

  const news = ["S", "M", "L", "XL", "XXL", "3XL"].map(
    (trim) => `Kia,Import 1,${trim},2025,SUV,45000`,
  );
  const bad = 'Kia,Import 1,"Bad, really",2031,Boat,cheap';
  // The type that Excel on Windows gives every CSV file.
  const type = "application/vnd.ms-excel";
  await choose("new.csv", [HEADER, ...news, bad, news[0] ?? ""], type);
  await expect(dialog.getByText("new.csv")).toBeVisible();
  await upload.click();
  await expect(count("New")).toHaveText("6");
  await expect(count("Repeated")).toHaveText("1");
  await expect(count("Bad rows")).toHaveText("1");
  await expect(dialog.getByRole("row")).toContainText([
    "ColumnReason",
    /yearYear must be 2030 or earlier.*2031.* row 7/,
    /bodyTypeBody type must be one of.*Boat.* row 7/,
    /pricePrice must be a number.*cheap.* row 7/,
  ]);
  await expectAccessible(page);

  await test.step("the five steps stand there, and those behind can be opened", async () => {
    const steps = dialog.getByRole("list", { name: "Steps" });
    await expect(steps.getByRole("listitem")).toHaveText([
      "File done",
      "Columns done",
      "Check",
      "Import",
      "Result",
    ]);
    await expect(step("Check")).toHaveAttribute("aria-current", "step");
    await steps.getByRole("button", { name: "Columns done" }).click();
    await expect(step("Columns")).toBeFocused();
    await expect(dialog.getByLabel("bodyType", { exact: true })).toHaveValue("bodyType");
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByText("new.csv")).toBeVisible();
    await steps.getByRole("button", { name: "Check", exact: true }).click();
    await expect(count("New")).toHaveText("6");
  });

  await dialog.getByRole("button", { name: "Import 6 EVs, skip 1 bad row" }).click();
  await expect(step("Result")).toHaveAttribute("aria-current", "step");
  const result = dialog.getByRole("status");
  await expect(result).toContainText("Added 6 new EVs");
  await expect(result.getByRole("listitem")).toHaveText([
    "Kia Import 1 S",
    "Kia Import 1 M",
    "Kia Import 1 L",
    "Kia Import 1 XL",
    "Kia Import 1 XXL",
    "...and 1 more",
  ]);
  await expect(result).toContainText("Left out 1 repeated row");
  await expect(result).toContainText("Left out 1 bad row (row 7)");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  expect(await readEntries(page, "search=import+1")).toHaveLength(6);
});

test("columns are mapped by hand, and nothing new is said so @desktop", async ({ page }) => {
  const { dialog, upload, count, check } = await openImport(page);
  const lines = ["Brand;Model;Variant;Model Year;Body Style;Notes", "Kia;Import 2;A;2025;SUV;nice"];
  await check("other.csv", lines);
  await expect(dialog.getByLabel("Brand", { exact: true })).toHaveValue("make");
  await expect(dialog.getByLabel("Variant", { exact: true })).toHaveValue("trim");
  await expect(dialog.getByLabel("Model Year")).toHaveValue("year");
  await expect(dialog.getByLabel("Body Style")).toHaveValue("bodyType");
  await expect(dialog.getByLabel("Notes")).toHaveValue("");
  await expect(dialog.getByLabel("Model", { exact: true })).toHaveValue("model");
  await dialog.getByLabel("Variant", { exact: true }).selectOption("Skip this column");
  await expect(dialog.getByText("Still missing: Trim")).toBeVisible();
  await upload.click();
  await expect(dialog.getByLabel("Trim of all rows")).toBeFocused();
  await expectAccessible(page);
  await dialog.getByLabel("Variant", { exact: true }).selectOption("Trim");
  await upload.click();
  await expect(count("New")).toHaveText("1");
  await dialog.getByRole("button", { name: "Import 1 EV" }).click();
  await expect(dialog.getByRole("status")).toContainText("Added 1 new EVs");
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Import CSV" }).click();
  await check("again.csv", ["make,model,trim,year,bodyType", "KIA,import 2,a,2025,SUV"]);
  await expect(dialog.getByRole("status")).toHaveText(
    "No new EVs added: All 1 EVs already exist in the database.",
  );
  await expect(dialog.getByRole("button", { name: /^Import \d+ EV/ })).toHaveCount(0);
});

test("a figure that can be read both ways is asked about @desktop", async ({ page }) => {
  const { dialog, upload, count, check } = await openImport(page);
  await check("doubt.csv", ["make;model;trim;year;bodyType;price", "Acme;Doubt;A;2026;SUV;3.990"]);
  await expect(dialog.getByRole("region", { name: "Decimal sign" })).toContainText(
    "“3.990” in price can be two figures",
  );
  await expect(dialog.getByRole("button", { name: /^Import \d+ EV/ })).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByLabel("Decimal comma: $3,990").click();
  // Whoever writes decimal commas may not mean US dollars.
  await dialog.getByLabel("Currency of price").selectOption("US dollars");
  await upload.click();
  await expect(count("New")).toHaveText("1");
  await dialog.getByRole("button", { name: "Back" }).click();
  await expect(dialog.getByLabel("Decimal sign of price")).toHaveValue("comma");
});

test("figures in other units are converted and shown first @desktop", async ({ page }) => {
  const { dialog, stored, upload, count, check } = await openImport(page);
  const rate = dialog.getByLabel(/US dollars$/);
  await check("metric.csv", [
    "Preisliste 2026;;;;;;;;",
    "Brand;Model;Variant;Model Year;Vehicle Type;Body Type;Range_Km;PriceEuro;Fast charge kW",
    "Kia;Import 5;A;2026;BEV;suv;940;45.990;175",
    "Kia;Import 5;B;2026;BEV;suv;300;48.990;175",
  ]);
  await expect(dialog.getByText("Left out above the names of the columns")).toContainText(
    "Preisliste 2026",
  );
  await expect(dialog.getByLabel("Body Type")).toHaveValue("bodyType");
  await expect(dialog.getByLabel("Vehicle Type")).toHaveValue("");
  await expect(dialog.getByLabel("Fast charge kW", { exact: true })).toHaveValue(
    "maxChargingSpeed",
  );
  const range = dialog.getByLabel("Range_Km", { exact: true });
  await expect(range).toHaveValue("range");
  await expect(dialog.getByLabel("Unit of Range_Km")).toHaveValue("km");
  await expect(dialog.getByText("940 → 584 mi")).toBeVisible();
  await dialog.getByLabel("Unit of Range_Km").selectOption("miles");
  await expect(range).toHaveAccessibleDescription(/^By its name in km/);
  await expect(dialog.getByLabel("PriceEuro", { exact: true })).toHaveValue("price");
  await expect(dialog.getByText("Still missing: the rate of PriceEuro")).toBeVisible();
  await upload.click();
  await expect(rate).toBeFocused();
  await rate.fill("1.1");
  await expect(dialog.getByText(/45\.990 → .*\$50,589/)).toBeVisible();
  await expectAccessible(page);

  await test.step("a figure that is no car in one of its readings is not asked about", async () => {
    await upload.click();
    await expect(count("New")).toHaveText("2");
  });

  await test.step("figures unlike the catalogue's are marked", async () => {
    await expect(stored.getByRole("row")).toContainText([
      /RangeRange_Km \(in km\)/,
      /1KiaImport 5A\$50,5892026940 mi\?Nearly all cars have \d+–\d+ miSUV175 kW/,
      /2KiaImport 5B\$53,8892026300 miSUV175 kW/,
    ]);
    const unusual = dialog.getByRole("list", { name: "Notes" });
    await expect(unusual).toContainText(
      /Range \(mi\): Is this right\? 940 mi \(row 1\)\. Nearly all cars have/,
    );
    await expectAccessible(page);
    await stored.getByRole("button", { name: /^940 mi/ }).click();
    await expect(dialog.getByRole("complementary", { name: "Problems of a row" })).toContainText(
      /^Row 1Range \(mi\): Nearly all cars have/,
    );
    await dialog.getByLabel("Replace Range_Km of row 1 with").fill("500");
    await expect(dialog.getByRole("button", { name: /^Import \d+ EV/ })).toHaveCount(0);
    await dialog.getByRole("button", { name: "Check again" }).click();
    await expect(stored).toContainText("KiaImport 5A$50,5892026500 mi");
    await expect(unusual).toHaveCount(0);
  });

  await test.step("there is a way back to the columns, and nothing is lost", async () => {
    await dialog.getByRole("button", { name: "Back" }).click();
    await expect(dialog.getByLabel("Brand", { exact: true })).toBeInViewport();
    await expect(range).toHaveValue("range");
    await expect(rate).toHaveValue("1.1");
    await dialog.getByLabel("Unit of Range_Km").selectOption("km");
    await upload.click();
    await expect(stored).toBeVisible();
    await dialog.getByRole("button", { name: "Import 2 EVs" }).click();
    await expect(dialog.getByRole("status")).toContainText("Added 2 new EVs");
  });
  expect(await readEntries(page, "search=import+5")).toMatchObject([
    { trim: { price: 50_589, range: 310.7, maxChargingSpeed: 175 } },
    { trim: { price: 53_889, range: 186.4, maxChargingSpeed: 175 } },
  ]);

  await test.step("and the import is undone as one step", async () => {
    await dialog.getByRole("button", { name: "Undo this import" }).click();
    await expect(dialog.getByRole("status")).toContainText("Import undone: 2 EVs removed");
    await expectAccessible(page);
    expect(await readEntries(page, "search=import+5")).toEqual([]);
  });
});

test("existing rows are updated, bad values repaired in place @desktop", async ({ page }) => {
  const { dialog, stored, count, check } = await openImport(page);
  const add = (...lines: readonly string[]) => check("more.csv", [HEADER, ...lines]);
  await add("Kia,Import 7,A,2025,SUV,40000", "Kia,Import 7,B,2025,SUV,");
  await dialog.getByRole("button", { name: "Import 2 EVs" }).click();
  await dialog.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Import CSV" }).click();

  await add(
    "Kia,Import 7,A,2025,SUV,41000",
    "Kia,Import 7,B,2025,SUV,5",
    "Kia,Import 7,C,2025,boat,dear",
    "Kia,Import 7,D,2025,SUV,dear",
  );
  await expect(count("Existing")).toHaveText("2");
  const repair = dialog.getByRole("group", { name: "Repair" });
  await repair.getByLabel("Replace bodyType “boat” with").selectOption("Sedan");
  await dialog.getByLabel("Fill empty values only").check();
  await expect(count("Updated")).toHaveText("1");
  await dialog.getByLabel("Update what differs").check();
  await expect(count("Updated")).toHaveText("2");
  await expect(dialog.getByRole("row")).toContainText([
    /2025 Kia Import 7 APrice \(\$\)\$40,000\$41,000/,
  ]);
  await test.step("an unusual figure of an existing row is pointed to and mended", async () => {
    const differences = dialog.getByRole("region", { name: "Differences" });
    await differences.getByRole("button", { name: /^\$5\? ?Nearly all cars have/ }).click();
    await dialog.getByLabel("Replace price of row 2 with").fill("50000");
  });
  const alike = repair.getByLabel("Replace price “dear” with");
  await alike.fill("cheap");
  await expect(repair.getByRole("status")).toHaveText("This is not a number");
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(alike).toBeFocused();
  await alike.fill("$52,000");
  const fourth = stored.getByRole("row").filter({ hasText: "Import 7D" });
  await fourth.getByRole("button", { name: /^dear/ }).click();
  await dialog.getByLabel("Replace price of row 4 with").fill("53000");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Check again" }).click();
  await expect(count("Bad rows")).toHaveText("0");
  await dialog.getByRole("button", { name: "Import 2 EVs, update 2" }).click();
  await expect(dialog.getByRole("status")).toContainText("Updated 2 existing EVs");
  const prices = async () =>
    (await readEntries(page, "search=import+7")).map(({ trim }) => trim.price);
  expect(await prices()).toEqual([41_000, 50_000, 52_000, 53_000]);
  await dialog.getByRole("button", { name: "Undo this import" }).click();
  await expect(dialog.getByRole("status")).toContainText("2 EVs removed, 2 EVs restored");
  expect(await prices()).toEqual([40_000, null]);
});

test("good cells are edited in place, by the keyboard too @desktop", async ({ page }) => {
  const { dialog, stored, upload, check } = await openImport(page);
  await test.step("a file can be dropped", async () => {
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["make\n"], "dropped.csv", { type: "text/csv" }));
      return data;
    });
    await dialog
      .getByText("Drop a CSV file or an Excel workbook here")
      .dispatchEvent("drop", { dataTransfer: transfer });
    await expect(dialog.getByText("dropped.csv")).toBeVisible();
    await expect(upload).toBeEnabled();
  });
  await check("edit.csv", [
    HEADER,
    "Kia,Import 12,A,2025,SUV,40000",
    "Kia,Import 12,X,2025,SUV,40000",
  ]);
  const again = dialog.getByRole("button", { name: "Check again" });
  const price = dialog.getByLabel("Replace price of row 1 with");
  const cell = stored.getByRole("button", { name: "$40,000" }).first();
  await cell.click();
  await expect(price).toBeFocused();
  await expect(price).toHaveValue("40000");
  await price.fill("cheap");
  await expect(stored.getByRole("status")).toHaveText("This is not a number");
  await expectAccessible(page);
  await page.keyboard.press("Escape");
  await expect(cell).toBeFocused();
  await expect(again).toHaveCount(0);

  await page.keyboard.press("Enter");
  await price.fill("41500");
  await page.keyboard.press("Enter");
  await expect(cell).toHaveText("$40,000 → $41,500");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Replace bodyType of row 1 with").selectOption("Sedan");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  for (let left = 0; left < 3; left++) await page.keyboard.press("ArrowLeft");
  await expect(stored.getByRole("button", { name: "X", exact: true })).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Replace trim of row 2 with").fill("B");
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: /^Import \d+ EV/ })).toHaveCount(0);
  await expectAccessible(page);
  await test.step("a second Escape closes the dialog, and loses nothing", async () => {
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await page.getByRole("button", { name: "Import CSV" }).click();
    await upload.click();
  });
  await expect(stored.getByRole("row")).toContainText([
    "Price",
    "KiaImport 12A$41,5002025Sedan",
    "KiaImport 12B$40,0002025SUV",
  ]);
  await dialog.getByRole("button", { name: "Import 2 EVs" }).press("Enter");
  await expect(dialog.getByRole("status")).toContainText("Added 2 new EVs");
  await dialog.getByRole("button", { name: "Undo this import" }).click();
  await expect(dialog.getByRole("status")).toContainText("2 EVs removed");
});
