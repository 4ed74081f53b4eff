import { expect, test } from "vitest";
import { formatDay } from "./format-day.ts";

test.each([
  ["2026-11-23", "November 23, 2026"],
  ["2027-01-01", "January 1, 2027"],
  ["2024-02-29", "February 29, 2024"],
])("%s is %s", (day, words) => {
  expect(formatDay(day)).toBe(words);
});
