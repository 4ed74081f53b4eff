import { expect, test } from "vitest";

import { readCatalogue } from "../../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestImport, type TestImport } from "../../../../test/import.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import type { ColumnsAnswer, CsvColumn } from "../columns/columns.schema.ts";
import type { FieldMapping, ImportMapping } from "../mapping/import-mapping.schema.ts";
import { columnMapping } from "../mapping/import-mapping.ts";
import { EMPTY_DRAFT, withColumn, withSuggestions } from "./import-draft.ts";

interface WorldFile {
  what: string;
  content: string;
  /** what the dialog asks after making its suggestions */
  asked: string[];
  /** what the user then types or chooses, by column */
  answers: Readonly<Record<string, Partial<FieldMapping>>>;
  /** of the rows whose name has none */
  trim?: string;
  stored: Partial<EvInput>[];
}

const FILES: readonly WorldFile[] = [
  {
    what: "one column of whole names",
    content:
      "Name,Year,Body Type,Range (mi),Price (USD)\nVW ID.7 Pro W6,2025,Sedan,300,50000\nTesla Model 3 Long Range W6,2025,Sedan,363,42490\n",
    asked: [],
    answers: {},
    trim: "Base",
    stored: [
      { make: "Tesla", model: "Model 3 Long Range W6", trim: "Base", range: 363, price: 42_490 },
      { make: "Volkswagen", model: "ID.7 Pro W6", trim: "Base", range: 300, price: 50_000 },
    ],
  },
  {
    what: "units in the cells",
    content:
      "Make,Model,Trim,Year,Body,Consumption,Cargo,Length,Torque,Price,Range\n" +
      'Kia,World 11,Air,2025,SUV,164 Wh/km,25.6 cu ft,"188.5""",258 lb-ft,"€45,990",480 km\n',
    asked: ["the rate of Price"],
    answers: { Price: { rate: "1.1" } },
    stored: [
      {
        consumption: 26.4,
        cargoSpace: 25.6,
        length: 188.5,
        torque: 258,
        price: 50_589,
        range: 298.3,
      },
    ],
  },
  {
    what: "no line with column names",
    content: "Kia,World 12,Air,2025,SUV,AWD,43000\nKia,World 12,Earth,2025,SUV,AWD,48000\n",
    asked: ["Model", "Trim"],
    answers: {
      B: { field: "model" },
      C: { field: "trim" },
      G: { field: "price", unit: "US dollars" },
    },
    stored: [
      { make: "Kia", trim: "Air", year: 2025, driveType: "AWD", price: 43_000 },
      { make: "Kia", trim: "Earth", price: 48_000 },
    ],
  },
  {
    what: "dollars of another country beside kilometers",
    content:
      "Brand,Model,Variant,MY,Body,Price ($),WLTP range (km),Power (kW),Kerb weight (t)\nBYD,World 14,Premium,2025,SUV,61990,510,230,2.1\n",
    asked: ["the currency of Price ($)"],
    answers: { "Price ($)": { unit: "Australian dollars", rate: "0.65" } },
    stored: [{ price: 40_294, range: 316.9, horsepower: 308, curbWeight: 4_630 }],
  },
];

/** Asks what a mapping lacks, the way the dialog does. */
async function missingIn(
  { app, cookie }: TestImport,
  columns: readonly CsvColumn[],
  mapping: ImportMapping,
) {
  const answer = await app.inject({
    method: "POST",
    url: "/api/import-columns",
    headers: { cookie },
    payload: { columns, mapping },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json<ColumnsAnswer>().missing;
}

describeOnEachEngine("files of the world come to right figures", ({ open }) => {
  test.each(FILES)("$what", async ({ content, asked, answers, trim, stored }) => {
    const testImport = await openTestImport(await open());
    const check = async (mapping: ImportMapping) => {
      const { body } = await testImport.upload(content, { query: "?dryRun=true", mapping });
      return body;
    };
    const { columns } = await check(EMPTY_DRAFT.mapping);
    const suggested = withSuggestions(EMPTY_DRAFT.mapping, columns);
    expect(await missingIn(testImport, columns, suggested)).toEqual(asked);
    const mapped = columns.reduce((mapping, column) => {
      const answer = answers[column.header];
      const before = columnMapping(mapping, column);
      return answer ? withColumn(mapping, column, { ...before, ...answer }) : mapping;
    }, suggested);
    const answered = trim === undefined ? mapped : { ...mapped, constants: { trim } };
    expect(await missingIn(testImport, columns, answered)).toEqual([]);

    const checked = await check(answered);
    expect(checked).toMatchObject({ invalid: [], bad: [] });
    const { status } = await testImport.upload(content, { mapping: answered });
    expect(status).toBe(200);
    const { rows } = await readCatalogue(testImport.store);
    expect(rows.toSorted((a, b) => a.make.localeCompare(b.make))).toMatchObject(stored);
  });
});
