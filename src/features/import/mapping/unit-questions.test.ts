import { expect, test } from "vitest";

import { convertedUnit, unitQuestion } from "./stated-units.ts";

test.each<[header: string, field: "price" | "range", samples: string[], asked?: string]>([
  ["Price", "price", ["345700"]],
  ["Price ($)", "price", ["345700"]],
  ["MSRP", "price", ["$45,990", "US$ 51,000"]],
  ["MSRP", "price", ["345700"], "currency"],
  ["Price (moon money)", "price", ["45990"], "currency"],
  ["Range_Km", "range", ["500"]],
  ["Range (WLTP)", "range", ["500"]],
  ["Range [leagues]", "range", ["500"], "unit"],
])("figures of %s as %s, such as %j, are asked about: %s", (header, field, samples, asked) => {
  const column = { header, field, samples };
  const headers = [header, "Range_Km"];
  expect(unitQuestion(column, { field }, headers)).toBe(asked);
  expect(unitQuestion(column, { field, unit: "said" }, headers)).toBeUndefined();
  expect(unitQuestion(column, { field: null }, headers)).toBeUndefined();
});

test("our own unit converts nothing, by whichever name it is said", () => {
  expect(convertedUnit({ field: "range", unit: "miles" })).toBeUndefined();
  expect(convertedUnit({ field: "price", unit: "USD" })).toBeUndefined();
  expect(convertedUnit({ field: "price", unit: "PLN" })).toBe("PLN");
  expect(convertedUnit({ field: "range" })).toBeUndefined();
});
