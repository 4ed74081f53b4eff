import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  INPUT_NAMES,
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
    expect(readInput(name, text)).toEqual({ value });
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
    expect(readInput(name, text)).toEqual({
      error: "Miles a year must be a number from 500 mi to 100,000 mi.",
    });
  });

  test("money and shares say their units", () => {
    expect(readInput("gasPrice", "0")).toEqual({
      error: "Gas price must be a number from $0.50/gal to $20.00/gal.",
    });
    expect(readInput("chargingLossPercent", "90")).toEqual({
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
      expect(showInput(name, value)).toBe(format(value));
    }),
  );
});

test.each(INPUT_NAMES)("%s: its usual value and slider lie within its bounds", (name) => {
  const { min, max, usual, slider }: SavingsInput = SAVINGS_INPUTS[name];
  expect(readInput(name, showInput(name, usual))).toEqual({ value: usual });
  expect(readInput(name, showInput(name, min))).toEqual({ value: min });
  expect(readInput(name, showInput(name, max))).toEqual({ value: max });
  if (!slider) return;
  expect(slider.min).toBeGreaterThanOrEqual(min);
  expect(slider.max).toBeLessThanOrEqual(max);
});

test("numbers in a sentence", () => {
  expect(sayInput("gasPrice", 3.2)).toBe("$3.20/gal");
  expect(sayInput("electricityPrice", 0.165)).toBe("$0.165/kWh");
  expect(sayInput("gasCarMpg", 27)).toBe("27 mpg");
  expect(sayInput("gasCarPrice", 30_000)).toBe("$30,000");
});
