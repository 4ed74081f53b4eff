import { expect, test } from "vitest";

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
import { type CostInputs, ownershipOf, DEFAULT_COSTS } from "../../domain/ownership.ts";

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

// Saves $1,100 a year.
test.each([
  [35_500, "After 5 years", "$5,500 ahead after 10 years"],
  // Breaks even after 10.02 years.
  [41_023, "After 10+ years", "$23 behind after 10 years"],
  [60_000, "After 10+ years", "$19,000 behind after 10 years"],
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
  const years = [0.04, 1, 1.04, 4.4].map(formatYears);
  expect(years).toEqual(["under 0.1 years", "1 year", "1 year", "4.4 years"]);
  const owned = ownershipOf(
    { consumption: 30, battery: null, range: null, price: 40_000 },
    DEFAULT_COSTS,
  );
  // 24,499.93 kg in 8 years; $6,615.87 a year (ownership.test.ts)
  expect(formatCo2Saved(owned, 8)).toBe("6,752 lb of CO₂ saved per year");
  expect(formatTotal(owned, 8)).toEqual(["$52,927", "over 8 years, $551 per month"]);
  expect(formatTotal({ ...owned, costPerYear: null }, 8)).toEqual(["N/A", ""]);
  const payment = ["$627.73", "with a loan at 7%"];
  expect(formatPayment({ price: 39_990 }, DEFAULT_COSTS)).toEqual(payment);
  expect(formatPayment({ price: 39_990 }, DEFAULT_COSTS, formatDollars)[0]).toBe("$628");
  expect(formatPayment({ price: 0 }, DEFAULT_COSTS)).toEqual(["N/A", "price unknown"]);
});
