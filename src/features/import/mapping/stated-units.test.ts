import { expect, test } from "vitest";
import type { FieldName } from "../../../domain/fields.ts";
import { priceCurrency, statedUnit, unknownUnit } from "./stated-units.ts";

test.each<[string, FieldName, string | undefined]>([
  ["Range_Km", "range", "km"],
  ["Range (km)", "seatingCapacity", undefined],
  ["Range (mi)", "range", undefined],
  ["Range (km)", "trim", undefined],
  ["price", "price", undefined],
  ["Top all trims", "price", undefined],
])("the unit that %s says for %s has to be confirmed: %s", (header, field, unit) => {
  expect(statedUnit(header, field)).toBe(unit);
});

test.each<[string, FieldName, string | undefined]>([
  ["Range [leagues]", "range", "leagues"],
  ["Price (Rs)", "price", "Rs"],
  ["Price (Ft)", "price", undefined],
  ["Range (EPA est.)", "range", undefined],
  ["Range (mi)", "range", undefined],
  ["Charging (10-80%)", "charging", undefined],
  ["Trim (leagues)", "trim", undefined],
  ["range", "range", undefined],
])("what %s has in brackets may be a unit that nobody knows, of %s: %s", (header, field, unit) => {
  expect(unknownUnit(header, field)).toBe(unit);
});

test.each<[string, string[], string[], ReturnType<typeof priceCurrency>]>([
  ["price", ["345700"], ["Range (km)"], { mustConfirm: false }],
  ["Price ($)", ["345700"], ["Range (km)"], { mustConfirm: false }],
  ["Cost", ["$45,990"], ["Range (km)"], { mustConfirm: false }],
  ["Cost", ["45,990"], ["Range (mi)"], { mustConfirm: false }],
  ["Cost", ["45.990"], [], { mustConfirm: false }],
  ["Cost", ["45,990"], ["Range (km)"], { mustConfirm: true }],
  ["Cost", ["3,457,000"], [], { mustConfirm: true }],
  ["Cost", ["45.9", "-"], [], { mustConfirm: true }],
  ["Cost", ["345 700 zł"], [], { unit: "PLN", mustConfirm: false }],
  ["Price [PLN]", ["345700"], [], { unit: "PLN", mustConfirm: false }],
])("the currency of %s, %j is presented as it is: %j", (header, samples, others, currency) => {
  expect(priceCurrency(header, samples, [header, ...others])).toEqual(currency);
});
