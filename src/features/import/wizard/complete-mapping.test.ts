import { expect, test } from "vitest";

import { type ImportDraft, EMPTY_DRAFT } from "./import-draft.ts";
import { GivenMapping } from "../mapping/import-mapping.schema.ts";
import { completeMapping, fitMapping } from "./complete-mapping.ts";

const DRAFT: ImportDraft = {
  ...EMPTY_DRAFT,
  columns: {
    Name: { field: "name" },
    Range_Km: { field: "range", unit: "km", values: { "ca. 300": "300", none: "-" } },
    PriceEuro: { field: "price", unit: "euros", rate: "1.08" },
    Body: { field: "bodyType", values: { kombi: "Crossover" } },
    Credit: { field: "taxCreditEligible", values: { perhaps: "No" } },
    Notes: { field: null },
  },
  constants: { seatingCapacity: "5" },
  rule: { column: "Fuel", is: false, text: "electric, BEV" },
  exceptions: [{ field: "seatingCapacity", value: "7", where: "model", text: "EV9, ID. Buzz" }],
  decimal: "comma",
};
const HEADERS = [...Object.keys(DRAFT.columns), "Fuel"];

test("a mapping saved by the screen becomes the same draft again", () => {
  const mapping = GivenMapping.parse(completeMapping(DRAFT));
  const { part, fitting, isWhole } = fitMapping(mapping, HEADERS);
  expect(completeMapping({ ...EMPTY_DRAFT, ...part })).toEqual(mapping);
  expect({ fitting, isWhole }).toEqual({ fitting: 6, isWhole: true });
});

test("only the part of a saved mapping that fits the file is used", () => {
  const mapping = GivenMapping.parse(completeMapping(DRAFT));
  const { part: other } = fitMapping(mapping, ["RANGE_KM", "fuel"]);
  expect(other.columns).toMatchObject({ RANGE_KM: { field: "range", unit: "km" } });
  expect(other.rule?.column).toBe("fuel");
  const { part } = fitMapping(mapping, ["Notes", "Other"]);
  expect(part.columns).toEqual({ Notes: { field: null } });
  expect(part.rule).toBeUndefined();
});

test("settings that only the call supports are reported", () => {
  const flat = { Brand: "make", Name: { split: ["make", "model"], makes: ["Zeta"] } } as const;
  const { part, isWhole } = fitMapping(GivenMapping.parse(flat), ["Brand", "Name"]);
  expect(part.columns).toEqual({ Brand: { field: "make" }, Name: { field: "name" } });
  expect(isWhole).toBe(false);
});

test("an exception without a value, rows or a value for all rows is none yet", () => {
  const exception = { field: "year", value: "2024", where: "make", text: "Kia" } as const;
  const draft: ImportDraft = { ...EMPTY_DRAFT, constants: { year: "2025" } };
  const exceptionsOf = (part: object, more: Partial<ImportDraft> = {}) =>
    completeMapping({ ...draft, exceptions: [{ ...exception, ...part }], ...more })?.exceptions;
  expect(exceptionsOf({})).toEqual([{ field: "year", value: 2024, where: "make", is: ["Kia"] }]);
  expect(exceptionsOf({ value: " " })).toBeUndefined();
  expect(exceptionsOf({ text: ", " })).toBeUndefined();
  expect(exceptionsOf({}, { constants: { trim: "A" } })).toBeUndefined();
});
