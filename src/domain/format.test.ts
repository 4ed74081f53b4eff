import fc from "fast-check";
import { expect, test } from "vitest";
import {
  formatAcceleration,
  formatBattery,
  formatNumber,
  formatPrice,
  formatPriceLabel,
  formatSeconds,
  upperFirst,
} from "./format.ts";

test.each([
  [formatPrice, 42_490, "$42,490"],
  [formatPrice, 999, "$999"],
  [formatPrice, 42_490.6, "$42,491"],
  [formatPriceLabel, 1_200_000, "1.2M"],
  [formatPriceLabel, 999_999, "1.0M"],
  [formatPriceLabel, 999_499, "999k"],
  [formatPriceLabel, 42_490, "42k"],
  [formatPriceLabel, 999.7, "1k"],
  [formatPriceLabel, 999, "999"],
  [formatAcceleration, 4.8, "4.8s"],
  [formatAcceleration, 1.99, "2.0s"],
  [formatSeconds, 3.1, "3.10s"],
  [formatBattery, 81.3, "81.3 kWh"],
])("%o of %s is %s", (format, value, expected) => {
  expect(format(value)).toBe(expected);
});

test.each([formatPrice, formatPriceLabel, formatAcceleration, formatSeconds, formatBattery])(
  "%o of what is missing is N/A",
  (format) => {
    for (const missing of [0, null, undefined, Number.NaN]) expect(format(missing)).toBe("N/A");
  },
);

test.each([
  ["3.1", "3.10s"],
  ["", "N/A"],
  ["  ", "N/A"],
  ["fast", "N/A"],
])("formatSeconds takes text: %j is %s", (text, expected) => {
  expect(formatSeconds(text)).toBe(expected);
});

test.each([
  ["at the outlet", "At the outlet"],
  ["kWh/100 mi at the outlet", "kWh/100 mi at the outlet"],
  ["0-60 time", "0-60 time"],
])("upperFirst starts a sentence: %j is %s", (words, expected) => {
  expect(upperFirst(words)).toBe(expected);
});

test("formatNumber writes what Intl writes", () => {
  const numbers = fc.oneof(
    fc.integer({ min: 0 }),
    fc.double({ min: 0, max: 1e12, noNaN: true }),
    fc.integer({ min: 0, max: 1e9 }).map((cents) => cents / 100),
    fc.constantFrom(999.5, -1234.5, 1e-7),
  );
  fc.assert(
    fc.property(numbers, fc.integer({ min: 0, max: 2 }), (value, decimals) => {
      const format = new Intl.NumberFormat("en-US", { maximumFractionDigits: decimals });
      expect(formatNumber(value, decimals)).toBe(format.format(value));
    }),
  );
});
