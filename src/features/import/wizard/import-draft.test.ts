import { expect, test } from "vitest";
import {
  type ColumnDraft,
  constantOf,
  findProblem,
  hasUnreadable,
  needsRate,
  readRate,
  type ImportDraft,
  EMPTY_DRAFT,
  sampleText,
  suggestedColumns,
  withCell,
  withMeanings,
  withValue,
} from "./import-draft.ts";
import type { DecimalSign } from "../../../domain/read-number.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { ROUNDED_TO_0 } from "../mapping/unit-conversion.ts";
import { completeMapping, isSameImport } from "./complete-mapping.ts";

const unknown = (header: string) => ({ header, field: "unknown" as const });
const sampled = (header: string, ...samples: string[]): CsvColumn => ({
  ...unknown(header),
  samples,
});

test("an empty draft makes no mapping, and fields that the file already has are not suggested", () => {
  expect(completeMapping(EMPTY_DRAFT)).toBeUndefined();
  const columns = [{ header: "make", field: "make" as const }, unknown("Brand")];
  expect(suggestedColumns(columns)).toEqual({ Brand: { field: null } });
});

test.each<[what: string, columns: CsvColumn[], header: string | undefined]>([
  ["by makes and their aliases", [sampled("Name", "VW ID.7 Pro", "Tesla Model 3")], "Name"],
  ["whatever it is called", [sampled("x", "Škoda Enyaq 85", "BYD Seal Design")], "x"],
  ["by its header, with one known make", [sampled("Car", "Kia EV6 GT", "Acme Bolt")], "Car"],
  [
    "below our name of the model",
    [{ ...sampled("model", "Kia EV6 GT", "VW ID.7"), field: "model" }],
    "model",
  ],
  [
    "beside makes, where the model repeats them and no column is the trim",
    [sampled("Brand", "Kia"), { ...sampled("Model", "Kia EV6 GT"), field: "model" }],
    "Model",
  ],
  ["not by one known make alone", [sampled("x", "Kia EV6 GT", "Acme Bolt")], undefined],
  ["not where makes stand alone", [sampled("Name", "Kia", "BYD")], undefined],
  [
    "beside makes, where no column is the model",
    [sampled("Brand", "Kia"), sampled("Name", "EV6 GT")],
    "Name",
  ],
  [
    "not beside makes, models and trims",
    ["Brand", "Model", "Trim", "Name"].map((header) => sampled(header, "Kia EV6 GT")),
    undefined,
  ],
])("whole names are suggested %s", (_how, columns, header) => {
  const whole = Object.entries(suggestedColumns(columns)).find(([, { field }]) => field === "name");
  expect(whole?.[0]).toBe(header);
});

test("a column with the name of a field is suggested in the unit that its cells name", () => {
  const known = (header: "price" | "range", ...samples: string[]): CsvColumn => ({
    header,
    field: header,
    samples,
  });
  const columns = [known("price", "€45,990"), known("range", "310 mi", "290 mi")];
  expect(suggestedColumns(columns)).toEqual({ price: { field: "price", unit: "euros" } });
  expect(suggestedColumns([known("range", "310", "480 km")])).toEqual({
    range: { field: "range", unit: "km" },
  });
});

test("a column without a name is suggested by values that are of one field only", () => {
  const unnamed = (header: string, ...samples: string[]): CsvColumn => ({
    ...sampled(header, ...samples),
    isUnnamed: true,
  });
  const columns = [
    unnamed("A", "Kia", "skoda"),
    unnamed("B", "EV6"),
    unnamed("C", "2025", "2026"),
    unnamed("D", "SUV", "Limousine"),
    unnamed("E", "4WD"),
    unnamed("F", "2024"),
    unnamed("G", "310"),
  ];
  const suggested = suggestedColumns(columns);
  expect(Object.values(suggested).map(({ field }) => field)).toEqual([
    "make",
    null,
    "year",
    "bodyType",
    "driveType",
    null,
    null,
  ]);
});

test("a draft becomes the mapping of the call", () => {
  const draft: ImportDraft = {
    columns: {
      Name: { field: "name" },
      Range_Km: { field: "range", unit: "km" },
      PriceEuro: { field: "price", unit: "euros", rate: "1.1" },
      Seats: { field: "seatingCapacity", values: { five: "5", "?": "-" } },
      Notes: { field: null },
    },
    constants: { year: "2025", taxCreditEligible: "No", trim: " " },
    rule: { column: "Fuel", is: false, text: "electric,, BEV," },
    decimal: "comma",
    cells: [{ row: 3, column: "Seats", text: "7" }],
    existing: "update",
  };
  expect(completeMapping(draft)).toEqual({
    columns: {
      Name: { split: ["make", "model", "trim"] },
      Range_Km: { field: "range", unit: "km" },
      PriceEuro: { field: "price", unit: "euros", rate: 1.1 },
      Seats: { field: "seatingCapacity", values: { five: "5", "?": null } },
      Notes: { field: null },
    },
    constants: { year: 2025, taxCreditEligible: false },
    rules: [{ column: "Fuel", isNot: ["electric", "BEV"] }],
    decimal: "comma",
    cells: [{ row: 3, column: "Seats", text: "7" }],
  });
  const beside = {
    ...EMPTY_DRAFT,
    columns: { A: { field: "name" }, B: { field: "trim" } },
  } as const;
  expect(completeMapping(beside)).toEqual({
    columns: { A: { split: ["make", "model"] }, B: { field: "trim" } },
  });
});

test("known meanings of bad values are mapped once, and removed with an empty text", () => {
  const body = { header: "Body", field: "bodyType" } as const;
  const columns = [body];
  const values = [
    { value: "Saloon", count: 2 },
    { value: "boat", count: 1 },
  ];
  const reasons = [{ column: "Body", message: "no", count: 3, cells: [], values }];
  const meant = withMeanings(EMPTY_DRAFT, { columns, reasons });
  expect(meant.columns).toEqual({ Body: { field: "bodyType", values: { saloon: "Sedan" } } });
  expect(isSameImport(meant, EMPTY_DRAFT)).toBe(false);
  const asItIs = withValue(meant, body, "Saloon", "");
  expect(withMeanings(asItIs, { columns, reasons })).toBe(asItIs);
  expect(JSON.stringify(completeMapping(asItIs))).not.toContain('"saloon"');
});

test("cells are typed in place, taken back, and judged by their columns", () => {
  const columns = [{ header: "Range_Km", field: "range" as const }];
  const cell = { row: 2, column: "Range_Km" };
  const typed = (text: string | undefined, before = EMPTY_DRAFT) => ({
    ...before,
    ...withCell(before, { ...cell, text }),
  });
  const far = typed("far");
  expect(hasUnreadable(far, columns)).toBe(true);
  const right = typed("500", far);
  expect(right.cells).toEqual([{ ...cell, text: "500" }]);
  expect(hasUnreadable(right, columns)).toBe(false);
  expect(isSameImport(typed(undefined, right), EMPTY_DRAFT)).toBe(true);
});

test.each<[ColumnDraft, string, string | undefined]>([
  [{ field: "range", unit: "km" }, "500", "311 mi"],
  [{ field: "range", unit: "km" }, "far", undefined],
  [{ field: "price", unit: "euros" }, "45.990,00", undefined],
  [{ field: "price", unit: "euros", rate: "1.1" }, "45.990,00", "$50,589"],
  [{ field: "bodyType" }, "Saloon", "Sedan"],
  [{ field: "driveType" }, "4WD", "AWD"],
  [{ field: "bodyType", values: { kombi: "Crossover" } }, "Kombi", "Crossover"],
  [{ field: "range", unit: "km", values: { far: "500" } }, "far", "311 mi"],
  [{ field: "range", unit: "km", values: { far: 500 } }, "far", "500 mi"],
  [{ field: "taxCreditEligible" }, "y", "Yes"],
  [{ field: "price" }, "$45,990", undefined],
  [{ field: "price" }, "$45,990.00", "$45,990"],
  [{ field: null }, "x", undefined],
])("a sample is shown as it would be stored: %j %s", (columnDraft, sample, stored) => {
  expect(sampleText("x", columnDraft, sample, undefined)).toBe(stored);
});

test.each<[ColumnDraft, string, DecimalSign | undefined, string | undefined]>([
  [{ field: "price" }, "45.990", "point", "Enter 45990 or 45.99"],
  [{ field: "price" }, "$45.990", undefined, "Enter 45990 or 45.99"],
  [{ field: "price" }, "45.990", "comma", undefined],
  [{ field: "price", unit: "euros", rate: "1.08" }, "45.990", "point", "Enter 45990 or 45.99"],
  [{ field: "range", unit: "km" }, "1.234", "point", "Enter 1234 or 1.23"],
  [{ field: "zeroToSixty" }, "4,8", "point", "Enter 4.8"],
  [{ field: "zeroToSixty" }, "4,8", undefined, undefined],
  [{ field: "zeroToSixty" }, "4.850", "point", undefined],
  [{ field: "range" }, "far", "point", "This is not a number"],
  [{ field: "range", unit: "km" }, "0.01", "point", ROUNDED_TO_0],
  [{ field: "range" }, "-", "point", undefined],
  [{ field: "trim" }, "45.990", "point", undefined],
])("a repair is refused like other typed figures: %j %s %s", (columnDraft, text, sign, problem) => {
  expect(findProblem("x", columnDraft, text, sign)).toBe(problem);
});

test.each([
  ["1.08", false, 1.08],
  ["$1.08", false, 1.08],
  ["1,08", true, undefined],
  ["0", true, 0],
  ["1001", true, 1001],
  [undefined, true, undefined],
])("rate %s, missing: %s", (rate, isMissing, value) => {
  const columnDraft = { field: "price", unit: "euros", ...(rate && { rate }) } as const;
  expect(needsRate(columnDraft)).toBe(isMissing);
  expect(readRate(columnDraft)?.value).toBe(value);
});

test.each([
  ["price", "45.990", "comma", 45_990],
  ["price", "45.990", "point", undefined],
  ["price", "45.99", "point", 45.99],
  ["price", "45.990", undefined, undefined],
  ["price", "45990,5", undefined, 45_990.5],
  ["price", "dear", undefined, undefined],
  ["price", " - ", undefined, null],
  ["trim", "45.990", undefined, "45.990"],
] as const)(
  "one value for all rows, %s %j with a decimal %s, is %j",
  (field, text, sign, value) => {
    expect(constantOf(field, text, sign)).toBe(value);
  },
);
