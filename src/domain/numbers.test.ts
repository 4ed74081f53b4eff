import fc from "fast-check";
import { describe, expect, it } from "vitest";

import { formatNumber } from "./format.ts";

describe("formatNumber", () => {
  it.each([
    [1000, 0, "1,000"],
    [999.5, 0, "1,000"],
    [-1234.5, 0, "-1,235"],
    [1e-7, 1, "0"],
  ])("writes %d with at most %d decimals as %s", (value, decimals, written) => {
    expect(formatNumber(value, decimals)).toBe(written);
  });

  it("writes what Intl writes", () => {
    const numbers = fc.oneof(
      fc.integer({ min: 0 }),
      fc.double({ min: 0, max: 1e12, noNaN: true }),
      fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100),
    );
    fc.assert(
      fc.property(numbers, fc.integer({ min: 0, max: 2 }), (value, decimals) => {
        const format = new Intl.NumberFormat("en-US", { maximumFractionDigits: decimals });
        expect(formatNumber(value, decimals)).toBe(format.format(value));
      }),
    );
  });
});
