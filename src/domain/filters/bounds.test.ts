import { expect, test } from "vitest";
import { readBounds, writeBounds } from "./bounds.ts";

test.each([
  ["5000-", 5000, null],
  ["-165", null, 165],
  ["20-40", 20, 40],
  ["2025", 2025, 2025],
  ["7.25-7.5", 7.25, 7.5],
  ["0-", 0, null],
  ["-9999999.99", null, 9_999_999.99],
])("%s is from %o to %o", (text, min, max) => {
  expect(readBounds(text)).toEqual({ min, max });
  expect(writeBounds({ min, max })).toBe(text);
});

test.each([
  ["2025-2025", "2025"],
  ["020-40.50", "20-40.5"],
])("%s is written as %s", (text, canonical) => {
  expect(writeBounds(readBounds(text) ?? { min: null, max: null })).toBe(canonical);
});

test.each([
  ..."|-|40-20|1e3-|5 -|5-6-7|12345678-|1.234-|.5-".split("|"),
  "5\n",
  "٥-",
  `${"9".repeat(100_000)}x`,
])("%j is none", (text) => {
  expect(readBounds(text)).toBeNull();
});
