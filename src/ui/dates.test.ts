import { expect, test } from "vitest";
import { formatDay } from "./dates.ts";

test.each([
  ["2026-11-23", "November 23, 2026"],
  ["2024-02-29", "February 29, 2024"],
])("%s is %s", (day, words) => {
  expect(formatDay(day)).toBe(words);
});

test("a time in UTC is its day, also in short", () => {
  expect(formatDay("2026-11-23T23:59:59.999Z")).toBe("November 23, 2026");
  expect(formatDay("2026-09-01T00:00:00.000Z", true)).toBe("Sep 1, 2026");
});
