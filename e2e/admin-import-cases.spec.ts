import type { Locator, Page } from "@playwright/test";
import { writeXlsx } from "hucre/xlsx";

import type { EvRow } from "../src/domain/vehicle.ts";
import { readRows } from "./dashboard.ts";
import { expect, expectAccessible, test } from "./fixtures.ts";
import { openImport } from "./import-dialog.ts";

type Import = Awaited<ReturnType<typeof openImport>>;

interface HardFile {
  what: string;
  name: string;
  content: string | (() => Promise<Buffer>);
  /** the answers a person gives on the way to the import */
  answer?: (theImport: Import, page: Page) => Promise<unknown>;
  /** the resulting rows in our units, by trim */
  stored: Readonly<Record<string, Partial<EvRow>>>;
}

const questionOf = (dialog: Locator, name: string) => dialog.getByRole("region", { name });

async function workbook(...sheets: [name: string, rows: (string | number | null)[][]][]) {
  const named = sheets.map(([name, rows]) => ({ name, rows }));
  return Buffer.from(await writeXlsx({ sheets: named }));
}

const HEADER = ["make", "model", "trim", "year", "bodyType", "price"];
const LINE = `${HEADER.join(",")}\n`;

/** Each file can be imported correctly through the screen alone (importing.md#steps). */
const FILES: readonly HardFile[] = [
  {
    what: "rows that contradict each other are asked about",
    name: "repeated.csv",
    content: `${LINE}Acme,Case 1,One,2025,SUV,30000\nAcme,Case 1,Two,2025,SUV,40000\nAcme,Case 1,One,2025,SUV,31000\n`,
    async answer({ dialog, count }, page) {
      await expect(count("Repeated")).toHaveText("1");
      await expect(count("Existing")).toHaveText("0");
      const question = questionOf(dialog, "Repeated rows");
      await expect(question.getByRole("row")).toContainText([
        "EV",
        /2025 Acme Case 1 One.*rows 1 and 3.*Price \(\$\).*\$30,000.*\$31,000/,
      ]);
      await expect(dialog.getByText("Still missing: which of the repeated rows")).toBeVisible();
      await dialog.getByRole("button", { name: "Check again" }).click();
      await expect(question.getByLabel("Keep the first")).toBeFocused();
      await expectAccessible(page);
      await question.getByLabel("Add neither").click();
      await expect(count("New")).toHaveText("1");
      await question.getByLabel("Keep the last").click();
      await expect(count("New")).toHaveText("2");
    },
    stored: { One: { price: 31_000 }, Two: { price: 40_000 } },
  },
  {
    what: "prices without a currency are never taken for dollars",
    name: "currency.csv",
    content:
      "make,model,trim,year,bodyType,List price,Range_Km\nAcme,Case 2,One,2025,SUV,345700,500\n",
    async answer({ dialog, upload, count }, page) {
      const currency = dialog.getByLabel("Currency of List price");
      await expect(currency).toHaveValue("");
      await expect(dialog.getByText("Still missing: the currency of List price")).toBeVisible();
      await upload.click();
      await expect(currency).toBeFocused();
      await expectAccessible(page);
      await currency.selectOption("Swedish kronor");
      await expect(dialog.getByText("Still missing: the rate of List price")).toBeVisible();
      await dialog.getByLabel("1 Swedish krona = US dollars").fill("0.1");
      await expect(dialog.getByText("345700 → $34,570")).toBeVisible();
      await upload.click();
      await expect(count("New")).toHaveText("1");
    },
    stored: { One: { price: 34_570, range: 310.7 } },
  },
  {
    what: "dates that can be read both ways are asked about",
    name: "unclear-dates.csv",
    content: "make,model,trim,year,bodyType,checkedOn\nAcme,Case 3,One,2025,SUV,05/11/2026\n",
    async answer({ dialog, step, count }, page) {
      const question = questionOf(dialog, "Order of dates");
      await expect(question).toContainText("“05/11/2026” in checkedOn is…");
      await expect(dialog.getByRole("button", { name: /^Import/ })).toHaveCount(0);
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Check again" }).click();
      await expect(question.getByRole("radio").first()).toBeFocused();
      await question.getByLabel("November 5, 2026").click();
      await expect(count("New")).toHaveText("1");
      await step("Columns").getByRole("button").click();
      await expect(dialog.getByLabel("Order of checkedOn")).toHaveValue("day-first");
      await expectAccessible(page);
      await step("Check").getByRole("button").click();
    },
    stored: { One: { checkedOn: "2026-11-05" } },
  },
  {
    what: "make and model written once are filled down",
    name: "written-once.xlsx",
    content: () =>
      workbook([
        "Cars",
        [
          HEADER,
          ["Acme", "Case 4", "One", 2025, "SUV", 30_000],
          [null, null, "Two", 2025, "SUV", 31_000],
        ],
      ]),
    async answer({ dialog, count, step }, page) {
      await expect(count("Bad rows")).toHaveText("1");
      const offer = questionOf(dialog, "Empty cells");
      await expect(offer).toContainText("Some make and model cells are empty.");
      await expectAccessible(page);
      await offer.getByLabel("Fill them with the value above").check();
      await dialog.getByRole("button", { name: "Check again" }).click();
      await expect(count("New")).toHaveText("2");
      await step("Columns").getByRole("button").click();
      const fill = dialog.getByLabel("Fill empty cells with the value above");
      await expect(fill.first()).toBeChecked();
      await expectAccessible(page);
      await step("Check").getByRole("button").click();
    },
    stored: { One: { make: "Acme", price: 30_000 }, Two: { make: "Acme", price: 31_000 } },
  },
  {
    what: "a file without column names is matched by letters",
    name: "headerless.csv",
    content: "Acme,Case 5,One,2025,SUV,30000\nAcme,Case 5,Two,2025,SUV,31000\n",
    async answer({ dialog, upload, count }, page) {
      await expect(dialog.getByText("This file has no column names.")).toBeVisible();
      await expectAccessible(page);
      for (const [at, field] of HEADER.entries()) {
        const letter = String.fromCharCode(65 + at);
        await dialog.getByLabel(`Column ${letter}`, { exact: true }).selectOption(field);
      }
      await expect(dialog.getByText("Not recognized")).toHaveCount(0);
      await dialog.getByLabel("Currency of F").selectOption("US dollars");
      await upload.click();
      await expect(count("New")).toHaveText("2");
    },
    stored: { One: { price: 30_000 }, Two: { price: 31_000 } },
  },
  {
    what: "the sheet with the cars is read, and another can be chosen",
    name: "sheets.xlsx",
    content: () =>
      workbook(
        ["Read me", [["List of cars"], ["Ask the data team"]]],
        ["Cars", [HEADER, ["Acme", "Case 6", "One", 2025, "SUV", 30_000]]],
      ),
    async answer({ dialog, upload, count, step }, page) {
      await expect(dialog.getByText("Read from “Cars”, one of 2 sheets.")).toBeVisible();
      await step("Columns").getByRole("button").click();
      const sheet = dialog.getByLabel("Sheet to read");
      await expect(sheet).toHaveValue("Cars");
      await expectAccessible(page);
      await sheet.selectOption("Read me");
      await expect(dialog.getByText("No line of the file names its columns")).toBeVisible();
      await expect(sheet).toHaveValue("Read me");
      await expectAccessible(page);
      await sheet.selectOption("Cars");
      await upload.click();
      await expect(count("New")).toHaveText("1");
    },
    stored: { One: { price: 30_000 } },
  },
  {
    what: "another encoding is chosen by its samples",
    name: "cyrillic.csv",
    // “Альфа” in Windows-1251.
    content: async () =>
      Buffer.from(`${LINE}Acme,Case 7,\xc0\xeb\xfc\xf4\xe0,2025,SUV,30000\n`, "latin1"),
    async answer({ dialog, step }, page) {
      await expect(dialog.getByText("Which of these is spelled right?")).toBeVisible();
      await expect(dialog.getByRole("button", { name: /^Import/ })).toHaveCount(0);
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Альфа Cyrillic (Windows)" }).click();
      await expect(dialog.getByText("Read as Cyrillic (Windows).")).toBeVisible();
      await expect(step("Check")).toHaveAttribute("aria-current", "step");
    },
    stored: { Альфа: { price: 30_000 } },
  },
  {
    what: "text that was read twice is repaired if a person says so",
    name: "twice.csv",
    content: `${LINE}Acme,Case 8,Größe,2025,SUV,30000\nAcme,Case 8,ÃŠlÃ©gance,2025,SUV,31000\n`,
    async answer({ dialog }, page) {
      await expect(dialog.getByText("Some letters of this file look garbled.")).toBeVisible();
      await expect(dialog.getByRole("button", { name: "As it is" })).toContainText("ÃŠlÃ©gance");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Êlégance Repaired" }).click();
      await expect(dialog.getByText("Read as UTF-8 that was read twice.")).toBeVisible();
    },
    stored: { Größe: {}, Êlégance: { price: 31_000 } },
  },
  {
    what: "hybrids and petrol cars among electric ones are left out by one press",
    name: "stock.csv",
    content:
      "Make,Model,Trim,Year,Body Type,Fuel type,MSRP (USD)\nAcme,Case 9,EV,2025,SUV,Electric,43000\nAcme,Case 9,PHEV,2025,SUV,Plug-in hybrid,41000\nAcme,Case 9,Petrol,2025,SUV,Petrol,33000\n",
    async answer({ dialog, upload }, page) {
      await upload.click();
      await expect(
        dialog.getByText("2 cars aren’t electric (Fuel type: Plug-in hybrid, Petrol)."),
      ).toBeVisible();
      await expectAccessible(page);
      // The only question is settled at once.
      await dialog.getByLabel("Keep electric cars only").click();
      await expect(dialog.getByText("You chose to skip 2 rows.")).toBeVisible();
      await expect(dialog.getByLabel("Keep electric cars only")).toBeChecked();
    },
    stored: { EV: { price: 43_000 } },
  },
  {
    what: "no body types, which differ by model",
    name: "no-bodies.csv",
    content:
      "Make,Model,Trim,Model Year,MSRP (USD)\nAcme,Case 10,Air,2025,43000\nAcme,Case 10 GT,Fast,2025,48000\n",
    async answer({ dialog, upload }, page) {
      await dialog.getByLabel("Body Type where your catalogue has none").selectOption("SUV");
      await upload.click();
      await dialog.getByTitle("Change Body Type of row 2").click();
      await dialog.getByLabel("Replace Body Type of row 2 with").selectOption("Sedan");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Check again" }).click();
    },
    stored: { Air: { bodyType: "SUV" }, Fast: { bodyType: "Sedan" } },
  },
];

async function importFile(theImport: Import, page: Page, file: HardFile): Promise<void> {
  const { dialog, upload } = theImport;
  const { name, content, answer, stored } = file;
  await page.getByRole("button", { name: "Import CSV" }).click();
  const buffer = typeof content === "string" ? Buffer.from(content) : await content();
  await theImport.file.setInputFiles({ name, mimeType: "", buffer });
  await upload.click();
  await answer?.(theImport, page);
  const count = Object.keys(stored).length;
  await dialog
    .getByRole("button", {
      name: new RegExp(`^Import ${count} EV${count > 1 ? "s" : ""}( with|$)`),
    })
    .click();
  await expect(dialog.getByRole("status")).toContainText(`Added ${count} new EVs`);
  await dialog.getByRole("button", { name: "Done" }).click();
  await expect(dialog).toBeHidden();
}

async function importFiles(theImport: Import, page: Page, from: number, to: number) {
  for (const [at, file] of [...FILES.entries()].slice(from, to)) {
    await test.step(file.what, async () => {
      await importFile(theImport, page, file);
      const model = `Case ${at + 1}`;
      const { evs } = await readRows(page.request, model);
      const own = evs.filter((row) => new RegExp(`^${model}( |$)`).test(row.model));
      expect(Object.fromEntries(own.map((row) => [row.trim, row]))).toMatchObject(file.stored);
    });
  }
}

const HALF = 5;

/** What the browser itself prints about a file or a sheet that was refused. */
const REFUSED_LINE = /^Failed to load resource: the server responded with a status of 422/;
test.beforeEach(({ allowConsole }) => allowConsole(REFUSED_LINE));

test("files that are hard to read can be imported correctly @desktop", async ({ page }) => {
  const theImport = await openImport(page);
  const { dialog, file: picker } = theImport;
  await test.step("JSON is cleared, and why is said", async () => {
    const buffer = Buffer.from("[]");
    await picker.setInputFiles({ name: "cars.json", mimeType: "application/json", buffer });
    await expect(dialog.getByRole("alert")).toHaveText(
      "cars.json is a JSON file, which only the API takes. Choose a CSV or Excel file.",
    );
    await expect(picker).toHaveValue("");
    await page.keyboard.press("Escape");
  });
  await importFiles(theImport, page, 0, HALF);
});

test("files without names or with sheets can be imported @desktop", async ({ page }) => {
  const theImport = await openImport(page);
  await page.keyboard.press("Escape");
  await importFiles(theImport, page, HALF, FILES.length);
  await test.step("the activity lists the rows of an import, and undoes it", async () => {
    await page.getByRole("link", { name: "Activity" }).click();
    const entry = page.getByRole("listitem").filter({ hasText: "no-bodies.csv" }).first();
    const rows = entry.getByRole("list", { name: "Rows of this import" });
    await expect(rows).toContainText("2025 Acme Case 10 Air");
    await expectAccessible(page);
    await entry.getByRole("button", { name: /^Undo import/ }).click();
    const question = page.getByRole("alertdialog", { name: "Undo this import?" });
    await question.getByRole("button", { name: "Undo import" }).click();
    await expect(page.getByText("2 EVs removed").first()).toBeVisible();
    await expect(entry.getByRole("button", { name: /^Undo import/ })).toHaveCount(0);
    expect((await readRows(page.request, "Case 10")).evs).toEqual([]);
  });
});
