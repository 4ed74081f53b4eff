import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  type Assumption,
  inReading,
  parseAssumption,
  formatWithUnit,
  formatAssumption,
} from "../../domain/assumption.ts";
import { CONSUMPTION, STATE_FIGURES, sourceOf } from "./cost-inputs.ts";
import { DEFAULT_COSTS } from "../../domain/ownership.ts";
import { STATES } from "./state-prices.ts";
import { COST_FIGURES, type CostFigure } from "../../domain/cost-figures.ts";

const FIGURES = Object.entries(COST_FIGURES);

describe("what was typed", () => {
  test.each<[CostFigure, string, number]>([
    ["milesPerYear", " 12,000 ", 12_000],
    ["milesPerYear", "12000.4", 12_000],
    ["gasPrice", "$3.5994", 3.599],
    ["gasPrice", ".99", 0.99],
    ["electricityPrice", "0.18189", 0.1819],
    ["chargingLossPercent", "12%", 12],
  ])("%s: %j is %d", (name, text, value) => {
    expect(parseAssumption(COST_FIGURES[name], text, "miles")).toEqual({ value });
  });

  test.each(["", "12 thousand", "499", "100001", "1e4", "12,00", "."])(
    "milesPerYear: %j is refused with a sentence",
    (text) => {
      expect(parseAssumption(COST_FIGURES.milesPerYear, text, "miles")).toEqual({
        error: "Miles per year must be a number from 500 mi to 100,000 mi.",
      });
    },
  );

  test("money and shares say their units", () => {
    expect(parseAssumption(COST_FIGURES.gasPrice, "0", "miles")).toEqual({
      error: "Gas price must be a number from $0.50/gal to $20.00/gal.",
    });
    expect(parseAssumption(COST_FIGURES.chargingLossPercent, "90", "miles")).toEqual({
      error: "Charging losses must be a number from 0% to 50%.",
    });
  });
});

test.each(FIGURES)("%s: is written as Intl.NumberFormat writes it", (_, figure: Assumption) => {
  const { min, max, decimals, prefix } = figure;
  const cents = prefix === "$" && decimals >= 2 ? 2 : 0;
  const digits = { minimumFractionDigits: cents, maximumFractionDigits: decimals };
  const { format } = new Intl.NumberFormat("en-US", digits);
  fc.assert(
    fc.property(fc.double({ min, max, noNaN: true }), (value) => {
      expect(formatAssumption(figure, value, "miles")).toBe(format(value));
    }),
  );
});

describe.each(["miles", "km"] as const)("in %s", (unit) => {
  test.each(FIGURES)("%s: its usual value lies within its bounds", (name, of) => {
    const { min, max } = of;
    // The table has these names.
    for (const value of [DEFAULT_COSTS[name as CostFigure], min, max]) {
      const text = formatAssumption(of, value, unit);
      const read = parseAssumption(of, text, unit);
      if (!("value" in read)) throw new Error(`${name}: ${value} is refused`);
      expect(formatAssumption(of, read.value, unit)).toBe(text);
    }
  });

  test.each(FIGURES)("%s: reads as it was typed, also after a shared address", (_, of) => {
    const { min, max, decimals, toShown } = inReading(of, unit);
    const [low = 0, high = 0] = [toShown(min), toShown(max)].toSorted((one, other) => one - other);
    fc.assert(
      fc.property(fc.double({ min: low, max: high, noNaN: true }), (figure) => {
        const typed = figure.toFixed(decimals);
        const read = parseAssumption(of, typed, unit);
        // A figure that rounding moves out of bounds is rejected.
        fc.pre("value" in read);
        const shared = parseAssumption(of, String(read.value), "address");
        expect(shared).toEqual(read);
        const shown = formatAssumption(of, read.value, unit);
        expect(Number(shown.replaceAll(",", ""))).toBe(Number(typed));
      }),
    );
  });
});

test("kilometers are typed and said, and kept as miles", () => {
  expect(formatWithUnit(COST_FIGURES.milesPerYear, 12_000, "km")).toBe("19,312 km");
  expect(formatWithUnit(COST_FIGURES.gasCarMpg, 27, "km")).toBe("8.7 L/100 km");
  expect(formatWithUnit(COST_FIGURES.gasPrice, 3.2, "km")).toBe("$3.20/gal");
  expect(formatWithUnit(COST_FIGURES.evUpkeepPerMile, 0.061, "km")).toBe("$0.038/km");
  expect(formatWithUnit(CONSUMPTION, 30, "km")).toBe("18.6 kWh/100 km");
  expect(parseAssumption(COST_FIGURES.milesPerYear, "20,000", "km")).toEqual({ value: 12_427.42 });
  expect(parseAssumption(COST_FIGURES.gasCarMpg, "8.0", "km")).toEqual({ value: 29.402 });
  expect(parseAssumption(COST_FIGURES.milesPerYear, "804", "km")).toEqual({
    error: "Kilometers per year must be a number from 805 km to 160,934 km.",
  });
  expect(parseAssumption(COST_FIGURES.gasCarMpg, "0", "km")).toEqual({
    error: "Gas car’s economy must be a number from 1.6 L/100 km to 47 L/100 km.",
  });
});

test("numbers in a sentence", () => {
  expect(formatWithUnit(COST_FIGURES.gasPrice, 3.2, "miles")).toBe("$3.20/gal");
  expect(formatWithUnit(COST_FIGURES.electricityPrice, 0.1819, "miles")).toBe("$0.1819/kWh");
  expect(formatWithUnit(COST_FIGURES.gasCarMpg, 27, "miles")).toBe("27 mpg");
  expect(formatWithUnit(COST_FIGURES.gasCarPrice, 30_000, "miles")).toBe("$30,000");
});

describe("a state", () => {
  test("fills what the tables of its sources say", () => {
    expect(STATES.size).toBe(51);
    expect(STATES.get("CA")).toMatchObject({
      electricityPrice: 0.3325,
      gasPrice: 6.331,
      evFeePerYear: 121,
      gridCo2PerKwh: 0.1831,
    });
  });

  test.each([...STATES])("%s: its figures can be typed", (_, state) => {
    for (const name of STATE_FIGURES) {
      const shown = formatAssumption(COST_FIGURES[name], state[name], "miles");
      expect(parseAssumption(COST_FIGURES[name], shown, "miles")).toEqual({ value: state[name] });
    }
  });

  test("is the source of its figures, with what is uncertain about them", () => {
    expect(sourceOf("gasPrice", "MN")).toBe("Minnesota, October 9, 2026 (AAA), near a peak.");
    expect(sourceOf("evFeePerYear", "MN")).toMatch(/July 2026\)\. Note: or 0\.5% of/);
    expect(sourceOf("gasCarMpg", "MN")).toBe(COST_FIGURES.gasCarMpg.source);
  });
});
