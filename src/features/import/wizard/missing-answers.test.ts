import { expect, test } from "vitest";

import { type ImportDraft, EMPTY_DRAFT } from "./import-draft.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { missingAnswers, missingText } from "./missing-answers.ts";

const COLUMNS: readonly CsvColumn[] = [
  { header: "make", field: "make" },
  { header: "model", field: "model" },
  { header: "Variant", field: "unknown" },
  { header: "PriceEuro", field: "unknown" },
  { header: "List price [?]", field: "unknown" },
];
const REST = { constants: { year: "2025", bodyType: "SUV" } };

test.each<[what: string, draft: Partial<ImportDraft>, missing: string[]]>([
  ["nothing", { columns: { Variant: { field: "trim" } }, ...REST }, []],
  ["required fields", { constants: { year: " " } }, ["Trim", "Year", "Body Type"]],
  ["what a whole name holds", { columns: { make: { field: "name" } }, ...REST }, []],
  [
    "a rate",
    {
      columns: { Variant: { field: "trim" }, PriceEuro: { field: "price", unit: "euros" } },
      ...REST,
    },
    ["the rate of PriceEuro"],
  ],
  [
    "a currency",
    {
      columns: { Variant: { field: "trim" }, "List price [?]": { field: "price" } },
      ...REST,
    },
    ["the currency of List price [?]"],
  ],
  [
    "what some rows get instead",
    {
      columns: { Variant: { field: "trim" } },
      ...REST,
      exceptions: [
        { field: "year", value: "2024", where: "make", text: "Kia" },
        { field: "year", value: "2024", where: "make", text: " , " },
      ],
    },
    ["another Year and its rows"],
  ],
  [
    "a figure that can be two",
    { columns: { Variant: { field: "trim" } }, constants: { ...REST.constants, price: "45.990" } },
    ["a figure for Price ($)"],
  ],
])("%s is missing before a file can be checked", (_what, draft, missing) => {
  expect(missingAnswers({ ...EMPTY_DRAFT, ...draft }, COLUMNS)).toEqual(missing);
});

test("missing answers are named in one short sentence", () => {
  expect(missingText(["Trim"])).toBe("Still missing: Trim");
  expect(missingText(["Trim", "Year"])).toBe("Still missing: Trim and Year");
  const many = ["Make", "Model", "Trim", "Year", "Body Type"];
  expect(missingText(many)).toBe("Still missing: Make, Model, Trim, and 2 more");
  const header = "A".repeat(300);
  const columns = [{ header, field: "unknown" as const }];
  const draft = {
    ...EMPTY_DRAFT,
    columns: { [header]: { field: "price", unit: "yen" } as const },
  };
  expect(missingAnswers(draft, columns)[0]).toBe(`the rate of ${"A".repeat(39)}…`);
});
