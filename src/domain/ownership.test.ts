import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  type CostInputs,
  costsByYear,
  interestOf,
  type OwnedCar,
  ownershipOf,
  paymentOf,
  DEFAULT_COSTS,
  wallUseOf,
} from "./ownership.ts";
import { COST_FIGURES, type CostFigure } from "./cost-figures.ts";

const CAR: OwnedCar = { consumption: 30, battery: null, range: null, price: 40_000 };
/** Only fuel and price, as in the first version of the calculator. */
const FUEL_ALONE: CostInputs = {
  ...DEFAULT_COSTS,
  gasPrice: 3.2,
  gasCarMpg: 27,
  electricityPrice: 0.17,
  chargingLossPercent: 10,
  fastPercent: 0,
  evUpkeepPerMile: 0,
  gasUpkeepPerMile: 0,
};
const near = (value: number) => expect.closeTo(value, 2);

test("each further figure belongs to a group of the screen", () => {
  const groups = new Set(Object.values(COST_FIGURES).map(({ group }) => group));
  expect([...groups]).toEqual([undefined, "Electric car", "Gas car", "Loan", "Depreciation"]);
});

describe("worked by hand", () => {
  test("a usual car with usual figures", () => {
    // 12,000 mi x 30 kWh = 3,600 kWh at 0.8 x $0.1819 + 0.2 x $0.50 = $0.24552: $883.87.
    // 12,000 / 24.9 = 481.93 gal x $3.59 = $1,730.12. Upkeep: $732 against $1,212.
    // A year: $1,615.87 against $2,942.12, $1,326.25 saved; 8 years: $10,609.99, less $10,000.
    // CO2 a year: 481.93 x 8.887 = 4,282.89 kg against 3,600 x 0.339 = 1,220.40 kg.
    expect(ownershipOf(CAR, DEFAULT_COSTS)).toMatchObject({
      use: { kwhPer100Miles: 30, from: "consumption" },
      running: { fuel: near(883.87), upkeep: 732, fee: 0 },
      gasRunning: { fuel: near(1730.12), upkeep: 1212, fee: 0 },
      fuelSaved: near(6769.99),
      co2Saved: near(24_499.93),
      extraPrice: 10_000,
      ahead: near(609.99),
      costPerYear: near(6615.87),
      gasCostPerYear: near(6692.12),
      breakEven: { kind: "after", years: near(7.54) },
    });
  });

  test("fuel and price alone", () => {
    // 85 / 319 = 26.646 kWh, / 0.9 = 29.606; 3,552.77 kWh x $0.17 = $603.97.
    // 12,000 / 27 x $3.20 = $1,422.22: $818.25 saved a year, $6,546.00 in 8, less $3,600.
    const car = { consumption: null, battery: 85, range: 319, price: 33_600 };
    const owned = ownershipOf(car, FUEL_ALONE);
    expect(Math.round(owned.fuelSaved ?? 0)).toBe(6546);
    expect(Math.round(owned.ahead ?? 0)).toBe(2946);
    expect(owned.breakEven).toEqual({ kind: "after", years: near(4.4) });
  });

  test("each year of the chart", () => {
    // $40,000 + 1,615.87 a year against $30,000 + 2,942.12 a year.
    const costs = costsByYear(ownershipOf(CAR, DEFAULT_COSTS), DEFAULT_COSTS.years);
    expect(costs).toHaveLength(9);
    expect(costs[0]).toEqual({ year: 0, ev: 40_000, gas: 30_000 });
    expect(costs[8]).toEqual({ year: 8, ev: near(52_926.98), gas: near(53_536.96) });
  });

  test("a yearly fee, dear electricity and an economical gas car", () => {
    // 3,600 kWh x $0.50 = $1,800, $732 and $300 are $2,832; 240 gal x $3 = $720 and $1,212: $1,932.
    const inputs = { gasPrice: 3, gasCarMpg: 50, electricityPrice: 0.5, evFeePerYear: 300 };
    const owned = ownershipOf(CAR, { ...DEFAULT_COSTS, ...inputs });
    expect(owned.ahead).toBeCloseTo(-10_000 - 8 * 900, 6);
    expect(owned.fuelSaved).toBeCloseTo(8 * -1080, 6);
    expect(owned.breakEven).toEqual({ kind: "never" });
    // A car that costs $5,400 less to buy stays ahead for six years.
    const cheap = ownershipOf({ ...CAR, price: 24_600 }, { ...DEFAULT_COSTS, ...inputs });
    expect(cheap.breakEven).toEqual({ kind: "until", years: near(6) });
    const level = ownershipOf({ ...CAR, price: 30_000 }, { ...DEFAULT_COSTS, ...inputs });
    expect(level.breakEven).toEqual({ kind: "never" });
  });

  test("a cheaper car with lower costs is ahead from the first day", () => {
    expect(ownershipOf({ ...CAR, price: 29_000 }, DEFAULT_COSTS).breakEven).toEqual({
      kind: "start",
    });
  });

  test("the payment of a loan", () => {
    // $39,990 less 10 % are $35,991. At 7 / 12 % for 70 months:
    // 35,991 x 0.0058333 / (1 - 1.0058333^-70) = $627.73; without interest 35,991 / 70 = $514.16.
    expect(paymentOf(39_990, DEFAULT_COSTS)).toBeCloseTo(627.73, 2);
    expect(paymentOf(39_990, { ...DEFAULT_COSTS, aprPercent: 0 })).toBeCloseTo(514.16, 2);
    expect(paymentOf(39_990, { ...DEFAULT_COSTS, downPaymentPercent: 100 })).toBe(0);
  });

  test("the interest of a loan", () => {
    // $12,000 at 1 % a month for 12 months: 12,000 x 0.01 / (1 - 1.01^-12) = $1,066.19 a month,
    // $12,794.23 in all. After 6 payments of them $6,179.06 are owed.
    const inputs = { ...DEFAULT_COSTS, downPaymentPercent: 20, aprPercent: 12, loanMonths: 12 };
    expect(interestOf(15_000, inputs, 12)).toBeCloseTo(794.23, 2);
    expect(interestOf(15_000, inputs, 60)).toBeCloseTo(794.23, 2);
    expect(interestOf(15_000, inputs, 6)).toBeCloseTo(576.17, 2);
    expect(interestOf(15_000, { ...inputs, aprPercent: 0 }, 12)).toBe(0);
    // Both cars are financed: $10,000 more costs 10,000 / 15,000 x $794.23 = $529.49 more.
    const owned = ownershipOf(CAR, { ...inputs, hasLoan: true });
    expect(owned.ahead).toBeCloseTo(609.99 - 529.49, 1);
  });

  test("the value lost", () => {
    // In 5 years 57.2 % of $40,000 = $22,880 and 41.8 % of $30,000 = $12,540; 5 x $1,326.25 saved.
    const inputs = { ...DEFAULT_COSTS, depreciates: true, years: 5 };
    expect(ownershipOf(CAR, inputs).ahead).toBeCloseTo(-22_880 + 12_540 + 6631.24, 1);
    // In 10 years 1 - 0.428^2 = 0.816816 of it, and 1 - 0.582^2 = 0.661276.
    const later = ownershipOf(CAR, { ...inputs, years: 10 });
    expect(later.ahead).toBeCloseTo(-32_672.64 + 19_838.28 + 13_262.48, 1);
  });
});

test.each<[string, Partial<OwnedCar>, ReturnType<typeof wallUseOf>]>([
  ["is the EPA's, losses included", {}, { kwhPer100Miles: 30, from: "consumption" }],
  // 66 / 300 = 22 kWh, / 0.88 = 25.
  ["else battery and range", { consumption: null }, { kwhPer100Miles: 25, from: "battery" }],
  ["is what is typed", { typedUse: 33 }, { kwhPer100Miles: 33, from: "typed" }],
  ["is not guessed", { consumption: 0, battery: null }, null],
  ["needs a range", { consumption: null, range: 0 }, null],
])("consumption: %s", (_, known, use) => {
  const found = wallUseOf({ ...CAR, battery: 66, range: 300, ...known }, DEFAULT_COSTS);
  const kwhPer100Miles = Number(found?.kwhPer100Miles.toFixed(9));
  expect(found && { ...found, kwhPer100Miles }).toEqual(use);
});

describe("what is not known", () => {
  test("leaves only the gas car's costs without consumption", () => {
    const owned = ownershipOf({ ...CAR, consumption: null }, DEFAULT_COSTS);
    expect(owned).toMatchObject({ use: null, running: null, fuelSaved: null, co2Saved: null });
    expect(owned).toMatchObject({ ahead: null, costPerYear: null, breakEven: null });
    expect(owned.gasRunning.fuel).toBeCloseTo(1730.12, 2);
    expect(costsByYear(owned, DEFAULT_COSTS.years)).toEqual([]);
  });

  test("leaves the fuel without a price", () => {
    const owned = ownershipOf({ ...CAR, price: null }, DEFAULT_COSTS);
    expect(owned).toMatchObject({ extraPrice: null, ahead: null, breakEven: null });
    expect(owned.fuelSaved).toBeCloseTo(6769.99, 2);
  });
});

test("plausible inputs give finite figures", () => {
  const figure = (usual: number) => fc.double({ min: usual / 3, max: usual * 3, noNaN: true });
  const figures = Object.fromEntries(
    // Each of the default figures, with a number of a similar size.
    Object.entries(DEFAULT_COSTS).flatMap(([name, usual]) =>
      typeof usual === "number" && !name.endsWith("Percent") ? [[name, figure(usual)]] : [],
    ),
  ) as { [name in CostFigure]: fc.Arbitrary<number> };
  const inputs = fc.record({ ...figures, hasLoan: fc.boolean(), depreciates: fc.boolean() });
  fc.assert(
    fc.property(inputs, fc.integer({ min: 1, max: 30 }), (changed, years) => {
      const owned = ownershipOf(CAR, { ...DEFAULT_COSTS, ...changed, years });
      for (const value of [owned.ahead, owned.costPerYear, owned.co2Saved, owned.gasCostPerYear])
        expect(Number.isFinite(value)).toBe(true);
    }),
  );
});
