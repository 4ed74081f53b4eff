import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";

import { expect, expectAccessible, signIn, test } from "./fixtures.ts";

/** What the browser says by itself about a call that was refused or could not be made. */
const REFUSED_LINE =
  /^Failed to load resource: (the server responded with a status of 422|net::ERR_)/;

const HEADER = "make,model,trim,year,bodyType,price";

function csvFile(name: string, lines: readonly string[], mimeType = "text/csv") {
  return { name, mimeType, buffer: Buffer.from(lines.map((line) => `${line}\n`).join("")) };
}

async function openImport(page: Page) {
  await signIn(page);
  await page.goto("/admin");
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload EVs from CSV" });
  await expect(dialog).toBeVisible();
  return {
    dialog,
    file: dialog.getByLabel("CSV file"),
    upload: dialog.getByRole("button", { name: "Check file" }),
    toast: page.getByRole("region", { name: /notifications/i }).getByRole("listitem"),
    count: (label: string) =>
      dialog.locator("dl > div").filter({ hasText: label }).getByRole("definition"),
    choose: (name: string, lines: readonly string[], type?: string) =>
      dialog.getByLabel("CSV file").setInputFiles(csvFile(name, lines, type)),
  };
}

test("a file is checked first, then imported without its bad rows", async ({ page }) => {
  const { dialog, file, upload, count, choose } = await openImport(page);
  await expect(upload).toBeDisabled();
  await expectAccessible(page);

  await choose("car.png", ["no picture"], "image/png");
  await expect(dialog.getByRole("alert")).toHaveText(
    "“car.png” was not taken: its type is image/png. Please choose a CSV file (text/csv) or an Excel workbook (.xlsx).",
  );
  await expect(upload).toBeDisabled();
  await expect(file).toHaveValue("");
  await choose("cars.xls", ["PK"], "application/vnd.ms-excel");
  await expect(dialog.getByRole("alert")).toContainText(
    "it is a workbook of another kind. Save it in Excel",
  );

  const news = ["S", "M", "L", "XL", "XXL", "3XL"].map((trim) => `Kia,Import 1,${trim},2025,SUV,1`);
  const bad = 'Kia,Import 1,"Bad, really",2031,Boat,cheap';
  // What Excel on Windows makes of every CSV file.
  const type = "application/vnd.ms-excel";
  await choose("new.csv", [HEADER, ...news, bad, news[0] ?? ""], type);
  await expect(dialog.getByText("new.csv")).toBeVisible();
  await upload.click();
  await expect(count("New")).toHaveText("6");
  await expect(count("Existing")).toHaveText("1");
  await expect(count("Bad rows")).toHaveText("1");
  await expect(dialog.getByRole("row")).toContainText([
    "ColumnReason",
    /yearYear must be 2030 or earlier.*2031.* row 7/,
    /bodyTypeBody type must be one of.*Boat.* row 7/,
    /pricePrice must be a number.*cheap.* row 7/,
  ]);
  await expectAccessible(page);

  const download = page.waitForEvent("download");
  await dialog.getByRole("button", { name: "Download bad rows" }).click();
  const saved = await download;
  expect(saved.suggestedFilename()).toBe("new-bad-rows.csv");
  expect(await readFile(await saved.path(), "utf8")).toMatch(
    /^\uFEFFmake,model,trim,year,bodyType,price,import row,import error\r\nKia,Import 1,"Bad, really",2031,Boat,cheap,7,/,
  );

  await dialog.getByRole("button", { name: "Import 6 EVs, skip 1 bad row" }).click();
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
  await expect(result).toContainText("Skipped 1 existing EVs");
  await expect(result).toContainText("Left out 1 bad row");
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
  const { count: rows } = (await (
    await page.request.get("/api/evs/count?search=import+1")
  ).json()) as { count: number };
  expect(rows).toBe(6);
});

test("unknown columns are mapped by hand, and nothing new is said so", async ({ page }) => {
  const { dialog, upload, count, choose } = await openImport(page);
  const lines = ["Brand;Model;Variant;Model Year;Body Style;Notes", "Kia;Import 2;A;2025;SUV;nice"];
  await choose("other.csv", lines);
  await upload.click();
  await expect(dialog.getByLabel("Brand")).toHaveValue("make");
  await expect(dialog.getByLabel("Variant")).toHaveValue("trim");
  await expect(dialog.getByLabel("Model Year")).toHaveValue("year");
  await expect(dialog.getByLabel("Body Style")).toHaveValue("bodyType");
  await expect(dialog.getByLabel("Notes")).toHaveValue("");
  await expect(dialog.getByLabel("Model", { exact: true })).toHaveValue("model");
  await dialog.getByLabel("Variant").selectOption("Leave out");
  await expect(dialog.getByRole("status")).toContainText("no column: Trim");
  await expectAccessible(page);
  await dialog.getByLabel("Variant").selectOption("Trim");
  await dialog.getByRole("button", { name: "Check file" }).click();
  await expect(count("New")).toHaveText("1");
  await dialog.getByRole("button", { name: "Import 1 EV" }).click();
  await expect(dialog.getByRole("status")).toContainText("Added 1 new EVs");
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.getByRole("button", { name: "Import CSV" }).click();
  await choose("again.csv", ["make,model,trim,year,bodyType", "KIA,import 2,a,2025,SUV"]);
  await upload.click();
  await expect(dialog.getByRole("status")).toHaveText(
    "No new EVs added: All 1 EVs already exist in the database.",
  );
  await expect(dialog.getByRole("button", { name: /^Import/ })).toHaveCount(0);
});

test("figures in other units are suggested for nothing, and shown before they are stored", async ({
  page,
}) => {
  const { dialog, upload, count, choose } = await openImport(page);
  await choose("metric.csv", [
    "Preisliste 2026;;;;;;;;",
    "Brand;Model;Variant;Model Year;Vehicle Type;Body Type;Range_Km;PriceEuro;Fast charge kW",
    "Kia;Import 5;A;2026;BEV;suv;940;45.990;175",
    "Kia;Import 5;B;2026;BEV;suv;300;48.990;175",
  ]);
  await upload.click();
  await expect(dialog.getByText("Left out above the names of the columns")).toContainText(
    "Preisliste 2026",
  );
  await expect(dialog.getByLabel("Body Type")).toHaveValue("bodyType");
  await expect(dialog.getByLabel("Vehicle Type")).toHaveValue("");
  await expect(dialog.getByLabel("Fast charge kW")).toHaveValue("maxChargingSpeed");
  const range = dialog.getByLabel("Range_Km");
  await expect(range).toHaveValue("");
  await expect(range).toHaveAccessibleDescription(
    "Not suggested as Range (mi): in km; we store miles.",
  );
  await range.selectOption("Range (mi)");
  await expect(range).toHaveAccessibleDescription(/^By its name in km; we store miles/);
  await dialog.getByLabel("PriceEuro").selectOption("Price ($)");
  await expectAccessible(page);

  await test.step("a figure that can be read both ways is asked about", async () => {
    await dialog.getByRole("button", { name: "Check file" }).click();
    await expect(dialog.getByRole("region", { name: "Decimal sign" })).toContainText(
      "45.990 in PriceEuro can be two figures",
    );
    await expect(dialog.getByRole("button", { name: /^Import/ })).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Decimal comma: $45,990" }).click();
    await expect(count("New")).toHaveText("2");
  });

  await test.step("figures unlike the catalogue's are marked", async () => {
    const stored = dialog.getByRole("region", { name: "New EVs as stored" });
    await expect(stored.getByRole("row")).toContainText([
      /Range \(mi\)Range_Km \(in km; we store miles\)/,
      /2026 Kia Import 5 A\$45,990940 mi\?The catalogue has \d+–\d+ miSUV175 kW/,
      /2026 Kia Import 5 B\$48,990300 miSUV175 kW/,
    ]);
    const unusual = dialog.getByRole("region", { name: "Are these figures right?" });
    await unusual.getByText(/^Range \(mi\): 940 mi\? The catalogue has/).click();
    await expect(unusual.getByRole("listitem")).toHaveText("940 mi? row 1, 2026 Kia Import 5 A");
    await expectAccessible(page);
  });

  await test.step("there is a way back to the columns, and nothing is lost", async () => {
    await dialog.getByRole("button", { name: "Back to columns" }).click();
    await expect(dialog.getByLabel("Brand")).toBeInViewport();
    await expect(range).toHaveValue("range");
    await expect(dialog.getByLabel("PriceEuro")).toHaveValue("price");
    await expect(dialog.getByLabel("Decimal sign")).toHaveValue("comma");
    await range.selectOption("Leave out");
    await dialog.getByRole("button", { name: "Check file" }).click();
    await expect(dialog.getByRole("region", { name: "New EVs as stored" })).toBeVisible();
    await expect(dialog.getByText("Are these figures right?")).toBeHidden();
    await dialog.getByRole("button", { name: "Import 2 EVs" }).click();
    await expect(dialog.getByRole("status")).toContainText("Added 2 new EVs");
  });
  const answer = await page.request.get("/api/evs?search=import+5");
  expect(await answer.json()).toMatchObject([
    { trim: { price: 45_990, range: null, maxChargingSpeed: 175 } },
    { trim: { price: 48_990, range: null, maxChargingSpeed: 175 } },
  ]);
});

test("equal errors stand there once, with their count @desktop", async ({ page }) => {
  const { dialog, upload, count, choose } = await openImport(page);
  const rows = Array.from({ length: 250 }, (_, at) => `Kia,Import 6,T${at},2025,SUV,cheap`);
  await choose("errors.csv", [HEADER, ...rows]);
  await upload.click();
  await expect(count("Bad rows")).toHaveText("250");
  await expect(dialog.getByRole("row")).toHaveText([
    "ColumnReason",
    /^pricePrice must be a numbercheap rows 1, 2, 3, 4, 5\.\.\.and 245 more rows$/,
  ]);
});

test.describe("when it fails", () => {
  test.use({ allowedConsole: [REFUSED_LINE] });

  test("the reason is said and what was chosen stays @desktop", async ({ page }) => {
    const { dialog, upload, toast, count, choose } = await openImport(page);
    await choose("broken.csv", [HEADER, 'Kia,"Import 3,A,2025,SUV,1']);
    await upload.click();
    await expect(dialog).toContainText("Nothing was added: row 1 cannot be read as CSV.");
    await expect(dialog).toContainText("A quotation mark is opened here and never closed");
    await dialog.getByRole("button", { name: "Choose another file" }).click();

    await choose("mapped.csv", [HEADER.replace("trim", "Variant"), "Kia,Import 3,A,2025,SUV,1"]);
    await upload.click();
    await expect(dialog.getByLabel("Variant")).toHaveValue("trim");
    await page.route("**/api/evs/upload?**", (route) => route.abort());
    await dialog.getByRole("button", { name: "Check file" }).click();
    await expect(toast).toContainText("Error");
    await expect(toast).toContainText("Failed to upload CSV");
    await expect(dialog.getByText("Failed to upload CSV")).toBeVisible();
    await expect(dialog.getByLabel("Variant")).toHaveValue("trim");
    await page.unroute("**/api/evs/upload?**");
    await dialog.getByRole("button", { name: "Check file" }).click();
    await expect(count("New")).toHaveText("1");
  });

  test("or is cancelled, nothing is added @desktop", async ({ page }) => {
    const { dialog, upload, choose } = await openImport(page);
    await choose("slow.csv", [HEADER, "Kia,Import 4,A,2025,SUV,1"]);
    // Held until the test is over: only the cancelling ends it.
    await page.route("**/api/evs/upload?**", () => undefined);
    await upload.click();
    await expect(dialog.getByRole("progressbar", { name: "Upload" })).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await expect(upload).toBeEnabled();
    await expect(dialog.getByText("slow.csv")).toBeVisible();
  });
});

test("a file can be dropped @desktop", async ({ page }) => {
  const { dialog, upload } = await openImport(page);
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
