import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  INPUT_NAMES,
  inputIn,
  type InputName,
  readInput,
  SAVINGS_INPUTS,
  type SavingsInput,
  sayInput,
  showInput,
} from "./savings-inputs.ts";

describe("what was typed", () => {
  test.each<[InputName, string, number]>([
    ["milesPerYear", "12000", 12_000],
    ["milesPerYear", " 12,000 ", 12_000],
    ["milesPerYear", "12000.4", 12_000],
    ["gasPrice", "$3.599", 3.6],
    ["gasPrice", ".99", 0.99],
    ["electricityPrice", "0.1675", 0.168],
    ["chargingLossPercent", "12%", 12],
    ["chargingLossPercent", "0", 0],
    ["years", "30", 30],
  ])("%s: %j is %d", (name, text, value) => {
    expect(readInput(name, text, "miles")).toEqual({ value });
  });

  test.each<[InputName, string]>([
    ["milesPerYear", ""],
    ["milesPerYear", "12 thousand"],
    ["milesPerYear", "499"],
    ["milesPerYear", "100001"],
    ["milesPerYear", "1e4"],
    ["milesPerYear", "-12000"],
    ["milesPerYear", "12,00"],
    ["milesPerYear", "Infinity"],
    ["milesPerYear", "."],
  ])("%s: %j is refused with a sentence", (name, text) => {
    expect(readInput(name, text, "miles")).toEqual({
      error: "Miles a year must be a number from 500 mi to 100,000 mi.",
    });
  });

  test("money and shares say their units", () => {
    expect(readInput("gasPrice", "0", "miles")).toEqual({
      error: "Gas price must be a number from $0.50/gal to $20.00/gal.",
    });
    expect(readInput("chargingLossPercent", "90", "miles")).toEqual({
      error: "Lost while charging must be a number from 0% to 50%.",
    });
  });
});

test.each(INPUT_NAMES)("%s: is written as Intl.NumberFormat writes it", (name) => {
  const { min, max, decimals, prefix }: SavingsInput = SAVINGS_INPUTS[name];
  const cents = prefix === "$" && decimals >= 2 ? 2 : 0;
  const digits = { minimumFractionDigits: cents, maximumFractionDigits: decimals };
  const { format } = new Intl.NumberFormat("en-US", digits);
  fc.assert(
    fc.property(fc.double({ min, max, noNaN: true }), (value) => {
      expect(showInput(name, value, "miles")).toBe(format(value));
    }),
  );
});

describe.each(["miles", "km"] as const)("in %s", (unit) => {
  test.each(INPUT_NAMES)("%s: its usual value and slider lie within its bounds", (name) => {
    const { min, max, usual, slider, toShown } = inputIn(name, unit);
    for (const value of [usual, min, max]) {
      const read = readInput(name, showInput(name, value, unit), unit);
      if (!("value" in read)) throw new Error(`${name}: ${value} is refused`);
      expect(showInput(name, read.value, unit)).toBe(showInput(name, value, unit));
    }
    if (!slider) return;
    expect(slider.min).toBeGreaterThanOrEqual(toShown(min));
    expect(slider.max).toBeLessThanOrEqual(toShown(max));
  });

  test.each(INPUT_NAMES)("%s: reads as it was typed, also after a shared address", (name) => {
    const { min, max, decimals, toShown } = inputIn(name, unit);
    const [low = 0, high = 0] = [toShown(min), toShown(max)].toSorted((one, other) => one - other);
    fc.assert(
      fc.property(fc.double({ min: low, max: high, noNaN: true }), (figure) => {
        const typed = figure.toFixed(decimals);
        const read = readInput(name, typed, unit);
        // A figure that rounding puts beyond a bound is refused.
        fc.pre("value" in read);
        const shared = readInput(name, String(read.value), "address");
        expect(shared).toEqual(read);
        expect(Number(showInput(name, read.value, unit).replaceAll(",", ""))).toBe(Number(typed));
      }),
    );
  });
});

test("kilometers are typed and said, and kept as miles", () => {
  expect(sayInput("milesPerYear", 12_000, "km")).toBe("19,312 km");
  expect(sayInput("gasCarMpg", 27, "km")).toBe("8.7 L/100 km");
  expect(sayInput("gasPrice", 3.2, "km")).toBe("$3.20/gal");
  expect(readInput("milesPerYear", "20,000", "km")).toEqual({ value: 12_427.42 });
  expect(readInput("gasCarMpg", "8.0", "km")).toEqual({ value: 29.402 });
  expect(readInput("milesPerYear", "804", "km")).toEqual({
    error: "Kilometers a year must be a number from 805 km to 160,934 km.",
  });
  expect(readInput("gasCarMpg", "0", "km")).toEqual({
    error: "Gas car’s economy must be a number from 1.6 L/100 km to 47 L/100 km.",
  });
});

test("numbers in a sentence", () => {
  expect(sayInput("gasPrice", 3.2, "miles")).toBe("$3.20/gal");
  expect(sayInput("electricityPrice", 0.165, "miles")).toBe("$0.165/kWh");
  expect(sayInput("gasCarMpg", 27, "miles")).toBe("27 mpg");
  expect(sayInput("gasCarPrice", 30_000, "miles")).toBe("$30,000");
});
