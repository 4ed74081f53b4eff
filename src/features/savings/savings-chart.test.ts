import { describe, expect, test } from "vitest";

import { calculateSavings, sayBreakEven, sayDollars, sayYears } from "./savings.ts";
import { layOutChart } from "./savings-chart.tsx";
import { type SavingsInputs, USUAL_INPUTS } from "./savings-inputs.ts";

// 25 kWh per 100 mi without losses, 10,000 mi: 2,500 kWh x $0.20 = $500; 400 gal x $4 = $1,600.
const INPUTS: SavingsInputs = {
  ...USUAL_INPUTS,
  milesPerYear: 10_000,
  gasPrice: 4,
  gasCarMpg: 25,
  electricityPrice: 0.2,
  chargingLossPercent: 0,
  gasCarPrice: 30_000,
  years: 10,
};
const CAR = { battery: 75, range: 300 };

function layOut(price: number | null, inputs = INPUTS) {
  return layOutChart(inputs, calculateSavings(inputs, { ...CAR, price }));
}

describe("the lines", () => {
  test("meet where the price is paid back, and the EV is ahead from there", () => {
    // $5,500 more at $1,100 a year: after 5 years, at 35,500 + 2,500 = $38,000.
    const layout = layOut(35_500);
    expect(layout?.crossing?.year).toBeCloseTo(5, 9);
    expect(layout?.crossing?.cost).toBeCloseTo(38_000, 6);
    expect(layout?.ahead).toHaveLength(3);
    expect(layout?.ahead[1]).toEqual([10, 46_000]);
    expect(layout?.years).toEqual([0, 2, 4, 6, 8, 10]);
  });

  test.each([
    ["ahead from the first day: everything between the lines", 25_000, 4],
    ["even on the first day", 30_000, 4],
    ["not ahead within the years", 60_000, 0],
  ])("%s", (_, price, corners) => {
    const layout = layOut(price);
    expect(layout?.crossing).toBeNull();
    expect(layout?.ahead).toHaveLength(corners);
  });

  test("with dear electricity a cheaper EV is ahead until they meet", () => {
    const layout = layOut(25_000, { ...INPUTS, electricityPrice: 1.5 });
    expect(layout?.crossing?.year).toBeCloseTo(5000 / 2150, 9);
    expect(layout?.ahead.at(-1)).toEqual([0, 30_000]);
  });

  test("end in labels that do not touch", () => {
    const layout = layOut(41_000);
    expect(layout?.ends.map(({ car }) => car)).toEqual(["ev", "gas"]);
    const [ev, gas] = layout?.ends ?? [];
    expect(Math.abs((ev?.at ?? 0) - (gas?.at ?? 0))).toBeGreaterThanOrEqual(17.9);
  });
});

test("years below the chart are round, with the last", () => {
  expect(layOut(null, { ...INPUTS, years: 1 })?.years).toEqual([0, 1]);
  expect(layOut(null, { ...INPUTS, years: 15 })?.years).toEqual([0, 3, 6, 9, 12, 15]);
  expect(layOut(null, { ...INPUTS, years: 29 })?.years).toEqual([0, 5, 10, 15, 20, 25, 29]);
});

test.each([
  [35_500, "5 years", "$5,500 more to buy"],
  [60_000, "27.3 years", "$30,000 more to buy; after you sell it"],
  [30_000, "From day one", "Both cost the same to buy"],
  [28_000, "From day one", "$2,000 less to buy"],
  [null, "N/A", "This trim has no price yet"],
])("break-even of a car at %j: %s", (price, value, note) => {
  const savings = calculateSavings(INPUTS, { ...CAR, price });
  expect(sayBreakEven(savings, INPUTS)).toEqual({ value, note });
});

test("sums and years in words", () => {
  expect([0, -0.4, -120, 6545.6].map(sayDollars)).toEqual(["$0", "$0", "-$120", "$6,546"]);
  expect([0.04, 1, 1.04, 4.4, 640].map(sayYears)).toEqual([
    "Under 0.1 years",
    "1 year",
    "1 year",
    "4.4 years",
    "100+ years",
  ]);
});
