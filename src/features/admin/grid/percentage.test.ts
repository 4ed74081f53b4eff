import { expect, test } from "vitest";

import { columnOf, type GridField } from "./grid-columns.ts";
import { changedByPercent, readPercentage } from "./percentage.ts";

test.each([
  ["+2%", 2],
  ["-5 %", -5],
  [" + 2.5% ", 2.5],
  ["+0,25%", 0.25],
  ["2%", null],
  ["+2", null],
  ["+2%%", null],
  ["+1000%", null],
  ["", null],
])("%j is a change of %o percent", (text, percent) => {
  expect(readPercentage(text)).toBe(percent);
});

test.each<[GridField, number | null, number, string]>([
  ["price", 40_000, 2, "40800"],
  ["price", 42_490, 2, "43340"],
  ["price", 42_490, -2.5, "41428"],
  ["price", null, 2, ""],
  ["zeroToSixty", 4.8, 10, "5.28"],
  ["cargoSpace", 24.35, -1, "24.11"],
])("%s %o changed by %o percent is %j", (field, value, percent, text) => {
  const column = columnOf(field);
  expect(column && changedByPercent(column, value, percent)).toBe(text);
});
