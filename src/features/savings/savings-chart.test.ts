import { describe, expect, test } from "vitest";

import {
  formatAhead,
  formatBreakEven,
  formatCo2Saved,
  formatDollars,
  formatFuel,
  formatPayment,
  formatTotal,
  formatYears,
} from "./cost-words.ts";
import {
  type CostInputs,
  costsByYear,
  ownershipOf,
  DEFAULT_COSTS,
} from "../../domain/ownership.ts";
import { layOutChart } from "./savings-chart.tsx";

// 25 kWh per 100 mi, 10,000 mi: 2,500 kWh x $0.20 = $500; 400 gal x $4 = $1,600.
const INPUTS: CostInputs = {
  ...DEFAULT_COSTS,
  milesPerYear: 10_000,
  gasPrice: 4,
  gasCarMpg: 25,
  electricityPrice: 0.2,
  fastPercent: 0,
  evUpkeepPerMile: 0,
  gasUpkeepPerMile: 0,
  years: 10,
};

function carAt(price: number | null) {
  return { consumption: 25, battery: null, range: null, price };
}

function layOut(prices: readonly (number | null)[], inputs = INPUTS) {
  const lines = prices.map((price, at) => ({
    name: `Car ${at}`,
    slot: at + 1,
    costs: costsByYear(ownershipOf(carAt(price), inputs), inputs.years),
  }));
  return layOutChart(lines);
}

describe("the lines", () => {
  test("meet where the price is paid back, and the EV is ahead from there", () => {
    // $5,500 more at $1,100 a year: after 5 years, at 35,500 + 2,500 = $38,000.
    const layout = layOut([35_500]);
    expect(layout?.crossing?.year).toBeCloseTo(5, 9);
    expect(layout?.crossing?.cost).toBeCloseTo(38_000, 6);
    expect(layout?.ahead).toContainEqual([10, 40_500]);
    expect(layout?.ahead).toContainEqual([10, 46_000]);
    expect(layout?.ahead.some(([year]) => year < 5)).toBe(false);
    expect(layout?.years).toEqual([0, 2, 4, 6, 8, 10]);
  });

  test.each([
    ["ahead from the first day: everything between the lines", 25_000, 22],
    ["even on the first day", 30_000, 22],
    ["not ahead within the years", 60_000, 0],
  ])("%s", (_, price, corners) => {
    const layout = layOut([price]);
    expect(layout?.crossing).toBeNull();
    expect(layout?.ahead).toHaveLength(corners);
  });

  test("with dear electricity a cheaper EV is ahead until they meet", () => {
    const layout = layOut([25_000], { ...INPUTS, electricityPrice: 1.5 });
    expect(layout?.crossing?.year).toBeCloseTo(5000 / 2150, 9);
    expect(layout?.ahead.at(-1)).toEqual([0, 30_000]);
  });

  test("bend with a loan, and meet where they do", () => {
    const layout = layOut([35_500], { ...INPUTS, hasLoan: true });
    // The interest on the extra $5,500 has to be paid back as well.
    expect(layout?.crossing?.year).toBeGreaterThan(5.5);
    expect(layout?.crossing?.year).toBeLessThan(6.5);
  });

  test("of several cars end in labels that do not touch", () => {
    const layout = layOut([41_000, 41_100, 41_200]);
    expect([layout?.crossing, layout?.ahead]).toEqual([null, []]);
    const places = layout?.ends.map(({ at }) => at) ?? [];
    expect(places).toHaveLength(4);
    for (const [at, place] of places.entries())
      if (at > 0) expect(place - (places[at - 1] ?? 0)).toBeGreaterThanOrEqual(8.9);
  });
});

test("years below the chart are round, with the last", () => {
  expect(layOut([30_000], { ...INPUTS, years: 1 })?.years).toEqual([0, 1]);
  expect(layOut([30_000], { ...INPUTS, years: 15 })?.years).toEqual([0, 3, 6, 9, 12, 15]);
  expect(layOut([30_000], { ...INPUTS, years: 29 })?.years).toEqual([0, 5, 10, 15, 20, 25, 29]);
});

// Saves $1,100 a year.
test.each([
  [35_500, "After 5 years", "$5,500 ahead after 10 years"],
  // Breaks even after 10.02 years.
  [41_023, "After 10.1 years", "$23 behind after 10 years"],
  [60_000, "After 27.3 years", "$19,000 behind after 10 years"],
  [30_000, "From day one", "$11,000 ahead after 10 years"],
  [200_000, "Never", "$159,000 behind after 10 years"],
  [null, "N/A", "N/A price unknown"],
])("a car at %j: break-even %s, %s", (price, breakEven, ahead) => {
  const owned = ownershipOf(carAt(price), INPUTS);
  expect(formatBreakEven(owned, 10)).toBe(breakEven);
  expect(formatAhead(owned, 10).join(" ")).toBe(ahead);
  expect(formatFuel(owned)).toBe("Fuel alone: $11,000 saved");
});

test("a car that is behind after 10 years was ahead for less", () => {
  // Loses $2,150 a year.
  const inputs = { ...INPUTS, electricityPrice: 1.5 };
  const owned = ownershipOf(carAt(30_000 - 21_480), inputs);
  expect(formatAhead(owned, 10)).toEqual(["$20", "behind after 10 years"]);
  expect(formatBreakEven(owned, 10)).toBe("Ahead for 9.9 years");
});

test("a car of unknown consumption", () => {
  const owned = ownershipOf({ ...carAt(30_000), consumption: null }, INPUTS);
  expect(formatAhead(owned, 10)).toEqual(["N/A", "consumption unknown"]);
  expect(formatFuel(owned)).toBe("Fuel alone: N/A");
});

test("sums and years in words", () => {
  expect([0, -0.4, -120, 6545.6].map(formatDollars)).toEqual(["$0", "$0", "-$120", "$6,546"]);
  expect([0.04, 1, 1.04, 4.4].map(formatYears)).toEqual([
    "under 0.1 years",
    "1 year",
    "1 year",
    "4.4 years",
  ]);
  const owned = ownershipOf({ consumption: 30, battery: null, range: null, price: 40_000 });
  // 24,499.93 kg in 8 years; $6,615.87 a year (ownership.test.ts)
  expect(formatCo2Saved(owned, 8)).toBe("6,752 lb of CO₂ saved per year");
  expect(formatTotal(owned, 8)).toEqual(["$52,927", "over 8 years, $551 per month"]);
  expect(formatTotal({ ...owned, costPerYear: null }, 8)).toEqual(["N/A", ""]);
  const payment = ["$627.73", "with a loan at 7%"];
  expect(formatPayment({ price: 39_990 }, DEFAULT_COSTS)).toEqual(payment);
  expect(formatPayment({ price: 39_990 }, DEFAULT_COSTS, formatDollars)[0]).toBe("$628");
  expect(formatPayment({ price: 0 }, DEFAULT_COSTS)).toEqual(["N/A", "price unknown"]);
});
