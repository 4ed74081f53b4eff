import { expect, test } from "vitest";

import { type ImportDraft, NOTHING_SAID } from "./import-draft.ts";
import { GivenMapping } from "../mapping/import-mapping.schema.ts";
import { mappingOf, saidByMapping } from "./mapped-draft.ts";

const DRAFT: ImportDraft = {
  ...NOTHING_SAID,
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
  decimal: "comma",
};
const HEADERS = [...Object.keys(DRAFT.columns), "Fuel"];

test("what the screen has saved is said again by the screen", () => {
  const mapping = GivenMapping.parse(mappingOf(DRAFT));
  const { part, fitting, isWhole } = saidByMapping(mapping, HEADERS);
  expect(mappingOf({ ...NOTHING_SAID, ...part })).toEqual(mapping);
  expect({ fitting, isWhole }).toEqual({ fitting: 6, isWhole: true });
});

test("of a saved mapping only what the file has is said", () => {
  const mapping = GivenMapping.parse(mappingOf(DRAFT));
  const { part: other } = saidByMapping(mapping, ["RANGE_KM", "fuel"]);
  expect(other.columns).toMatchObject({ RANGE_KM: { field: "range", unit: "km" } });
  expect(other.rule?.column).toBe("fuel");
  const { part } = saidByMapping(mapping, ["Notes", "Other"]);
  expect(part.columns).toEqual({ Notes: { field: null } });
  expect(part.rule).toBeUndefined();
});

test("what only the call can say is told of", () => {
  const flat = { Brand: "make", Name: { split: ["make", "model"], makes: ["Zeta"] } } as const;
  const { part, isWhole } = saidByMapping(GivenMapping.parse(flat), ["Brand", "Name"]);
  expect(part.columns).toEqual({ Brand: { field: "make" }, Name: { field: "name" } });
  expect(isWhole).toBe(false);
});
