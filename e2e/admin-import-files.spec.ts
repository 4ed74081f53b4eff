import type { Locator, Page } from "@playwright/test";
import { writeXlsx } from "hucre/xlsx";

import type { EvRow } from "../src/domain/vehicle.ts";
import { expect, expectAccessible, signIn, test } from "./fixtures.ts";

interface WorldFile {
  what: string;
  name: string;
  /** the encoding that a person chooses by its samples */
  encoding?: string;
  content: string | Buffer | (() => Promise<Buffer>);
  /** what a person does in the Columns step */
  choose?: (dialog: Locator) => Promise<unknown>;
  /** what a person does in the Check step */
  repair?: (dialog: Locator) => Promise<unknown>;
  /** the rows, in our units */
  stored: Partial<EvRow>[];
}

const say = (label: string, value: string) => (dialog: Locator) =>
  dialog.getByLabel(label, { exact: true }).selectOption(value);
const type = (label: string | RegExp, value: string) => (dialog: Locator) =>
  dialog.getByLabel(label).fill(value);
const all =
  (...steps: ((dialog: Locator) => Promise<unknown>)[]) =>
  async (dialog: Locator) => {
    for (const step of steps) await step(dialog);
  };

const METRIC =
  "Brand,Model,Variant,Model Year,Body Style,Range_Km,TopSpeed_KmH,cargo_volume_l,Power (kW),Kerb weight (kg),length_mm\n" +
  "Kia,World 1,A,2025,SUV,500,180,520,168,2100,4695\n";

/**
 * Files as they occur in practice; each can be imported correctly through the screen alone
 * (importing.md#steps).
 */
const FILES: readonly WorldFile[] = [
  {
    what: "a metric sheet",
    name: "metric.csv",
    content: METRIC,
    stored: [
      {
        range: 310.7,
        topSpeed: 111.8,
        cargoSpace: 18.4,
        horsepower: 225,
        curbWeight: 4630,
        length: 184.8,
      },
    ],
  },
  {
    what: "prices in euros, semicolons and decimal commas",
    name: "euro.csv",
    content: "Marke;Model;Variant;Year;Body;PriceEuro;0-60\nKia;World 2;A;2025;SUV;45.990,00;5,1\n",
    choose: all(say("Marke", "make"), type(/US dollars$/, "1.1")),
    stored: [{ price: 50_589, zeroToSixty: 5.1 }],
  },
  {
    what: "one column of names",
    name: "names.csv",
    content: "Name,Year,Body Type,Range (mi)\nTesla World3,2025,Sedan,363\n",
    choose: say("Name", "name"),
    repair: async (dialog) => {
      await dialog.getByLabel("Trim where the name has none").fill("Long Range");
      await dialog.getByRole("button", { name: "Use for these rows" }).click();
    },
    stored: [{ trim: "Long Range", range: 363 }],
  },
  {
    what: "UTF-16 with tabs, as Excel writes Unicode text",
    name: "unicode.txt",
    content: Buffer.from(
      "\uFEFFmake\tmodel\ttrim\tyear\tbodyType\tprice\r\nŠkoda\tWorld 4\tGröße\t2025\tSUV\t$45,990\r\n",
      "utf16le",
    ),
    // Nothing in the file says whether the comma is a decimal separator.
    repair: (dialog) => dialog.getByRole("button", { name: "Decimal point: $45,990" }).click(),
    stored: [{ trim: "Größe", price: 45_990 }],
  },
  {
    what: "lower-case body types, words of other catalogues, N/A and Yes",
    name: "lower.csv",
    content:
      "make,model,trim,year,Body,Drivetrain,Seats,Federal Tax Credit\nKia,World 5,A,2025,saloon,4WD,N/A,Yes\nKia,World 5,B,2025,suv,front wheel drive,-,no\n",
    stored: [
      { trim: "A", driveType: "AWD", taxCreditEligible: true, seatingCapacity: null },
      { trim: "B", driveType: "FWD", seatingCapacity: null },
    ],
  },
  {
    what: "plug-in hybrids among them",
    name: "fuels.csv",
    content:
      "make,model,trim,year,bodyType,fuel_type\nKia,World 6,EV,2025,SUV,Electric\nKia,World 6,PHEV,2025,SUV,Plug-in hybrid\n",
    choose: async (dialog) => {
      await dialog.getByRole("button", { name: "Skip some rows" }).click();
      await dialog.getByLabel("Column that tells").selectOption("fuel_type");
      await dialog.getByLabel("Values, separated by commas").fill("electric, BEV");
    },
    stored: [{ trim: "EV" }],
  },
  {
    what: "title lines, and no body type",
    name: "titles.csv",
    content:
      'EV price list\nJanuary 2025,,,,\n\nBrand,Model,Trim level,Model Year,MSRP\nKia,World 7,A,2025,"$41,000"\n',
    choose: say("Body Type of all rows", "Crossover"),
    stored: [{ price: 41_000 }],
  },
  {
    what: "a workbook with titles, dates and formulas",
    name: "book.xlsx",
    content: async () =>
      Buffer.from(
        await writeXlsx({
          sheets: [
            {
              name: "Cars",
              rows: [
                ["Fleet 2025"],
                ["Make", "Model", "Trim", "Year", "Body Type", "Price ($)", "Checked on"],
                ["Kia", "World 8", "A", 2025, "SUV", null, new Date("2026-11-23T00:00:00Z")],
              ],
              cells: new Map([["2,5", { value: 48_900, formula: "1+1", formulaResult: 48_900 }]]),
            },
          ],
        }),
      ),
    stored: [{ price: 48_900, checkedOn: "2026-11-23" }],
  },
  {
    what: "Windows-1252 with a decimal comma and litres",
    name: "windows.csv",
    encoding: "Citroën · Édition",
    content: Buffer.from(
      "Brand;Model;Variant;Year;Body;Boot space (litres);Battery (kWh)\nCitro\xebn;World 9;\xc9dition;2025;SUV;510;77,4\n",
      "latin1",
    ),
    stored: [{ trim: "Édition", cargoSpace: 18, batteryCapacity: 77.4 }],
  },
  {
    what: "values to be repaired in place",
    name: "repair.csv",
    content: "make,model,trim,year,bodyType,range\nKia,World 10,A,2025,Shooting brake,ca. 300\n",
    repair: async (dialog) => {
      await dialog.getByLabel("Replace bodyType “Shooting brake” with").selectOption("Crossover");
      await dialog.getByLabel("Replace range “ca. 300” with").fill("300");
      await dialog.getByRole("button", { name: "Check again" }).click();
    },
    stored: [{ range: 300 }],
  },
];

async function importFile(page: Page, file: WorldFile): Promise<void> {
  const { name, content, encoding, choose, repair, stored } = file;
  await page.getByRole("button", { name: "Import CSV" }).click();
  const dialog = page.getByRole("dialog", { name: "Upload EVs from CSV" });
  const body = typeof content === "function" ? await content() : content;
  const buffer = typeof body === "string" ? Buffer.from(body) : body;
  await dialog.getByLabel("CSV file").setInputFiles({ name, mimeType: "", buffer });
  const check = dialog.getByRole("button", { name: "Check file" });
  await check.click();
  if (encoding) await dialog.getByRole("button", { name: encoding }).click();
  const add = dialog.getByRole("button", { name: /^Import \d/ });
  const columns = dialog.getByRole("combobox", { name: "Decimal sign" });
  const question = dialog.getByRole("region", { name: "Decimal sign" });
  const bad = dialog.getByRole("group", { name: "Repair" });
  await expect(add.or(columns).or(bad).or(question).first()).toBeVisible();
  if (await columns.isVisible()) {
    await choose?.(dialog);
    await check.click();
  }
  await repair?.(dialog);
  await expect(add).toHaveText(`Import ${stored.length} EV${stored.length > 1 ? "s" : ""}`);
  await add.click();
  await expect(dialog.getByRole("status")).toContainText("Added");
  await dialog.getByRole("button", { name: "Done" }).click();
}

/** What the browser itself prints about a file whose encoding must be chosen. */
const REFUSED_LINE = /^Failed to load resource: the server responded with a status of 422/;
test.use({ allowedConsole: [REFUSED_LINE] });

test("ten realistic files can be imported correctly on the screen alone @desktop", async ({
  page,
}) => {
  await signIn(page);
  await page.goto("/admin");
  for (const [at, file] of FILES.entries()) {
    await test.step(file.what, async () => {
      await importFile(page, file);
      const search = at === 2 ? "World3" : `World ${at + 1}`;
      const path = `/api/evs?view=admin&search=${encodeURIComponent(search)}`;
      const { evs } = (await (await page.request.get(path)).json()) as { evs: EvRow[] };
      expect(evs.filter(({ model }) => model === search)).toMatchObject(file.stored);
    });
  }

  await test.step("the activity lists the rows of an import, and undoes it", async () => {
    await page.getByRole("link", { name: "Activity" }).click();
    const entry = page.getByRole("listitem").filter({ hasText: "repair.csv" }).first();
    await entry.getByText("Rows of this import").click();
    await expect(entry.getByText("2025 Kia World 10 A")).toBeVisible();
    await expectAccessible(page);
    await entry.getByRole("button", { name: /^Undo import/ }).click();
    const question = page.getByRole("alertdialog", { name: "Undo this import?" });
    await question.getByRole("button", { name: "Undo import" }).click();
    await expect(page.getByText("1 EV removed").first()).toBeVisible();
    const answer = await page.request.get("/api/evs?search=World+10");
    expect(await answer.json()).toEqual([]);
  });
});
