import { expect, test } from "vitest";

import { columnOf } from "../grid/grid-columns.ts";
import { claimFieldsOf, readClaim, valuesToClaim } from "./claim-form.ts";

const range = columnOf("range");
if (!range) throw new Error("The table has no range.");

test.each([
  ["range", ["range", "testedRange", "highwayRange70", "highwayRange75", "winterRange"]],
  ["zeroToSixty", ["zeroToSixty", "testedZeroToSixty"]],
  ["driveType", ["driveType"]],
  ["model", []],
  ["year", []],
  ["source", []],
])("a source under %s is about %j", (field, fields) => {
  const column = columnOf(field);
  expect(column && claimFieldsOf(column)).toEqual(fields);
});

test("a new claim starts with the row's value and no other text", () => {
  const { claim } = readClaim(range, { ...valuesToClaim("range", 312), source: "Kia" });
  expect(claim).toMatchObject({ value: 312, method: "maker", source: "Kia", confidence: null });
  expect(claim).toMatchObject({ url: "", published: "", checked: "", note: "" });
});

test.each([
  ["far", "Range must be a number"],
  ["", "Value is required"],
  ["-1", "Range must be positive"],
])("the value %j is refused", (value, message) => {
  expect(readClaim(range, { ...valuesToClaim("range", null), value })).toEqual({ message });
});
