import { expect, test } from "vitest";
import type { FieldName } from "../../../domain/fields.ts";
import { statedUnit, unknownUnit } from "./stated-units.ts";

test.each<[string, FieldName, string | undefined]>([
  ["Range_Km", "range", "km"],
  ["Range (km)", "seatingCapacity", undefined],
  ["Range (mi)", "range", undefined],
  ["Range (km)", "trim", undefined],
  ["Length (m)", "length", "metres"],
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
