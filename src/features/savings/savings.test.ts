import fc from "fast-check";
import { describe, expect, test } from "vitest";

import { calculateSavings, costsByYear, type SavingsCar } from "./savings.ts";
import { INPUT_NAMES, SAVINGS_INPUTS, type SavingsInputs } from "./savings-inputs.ts";

const INPUTS: SavingsInputs = {
  milesPerYear: 12_000,
  gasPrice: 3.5,
  electricityPrice: 0.18,
  years: 8,
  gasCarMpg: 25,
  gasCarPrice: 35_000,
  chargingLossPercent: 10,
  gridCo2PerKwh: 0.9,
  gasolineCo2PerGallon: 20,
};

describe("worked by hand", () => {
  test("a 75 kWh car of 300 miles at $41,480", () => {
    // 75 / 300 = 25 kWh per 100 mi; / 0.9 = 27.78 at the wall; x 120 = 3,333.33 kWh; x $0.18 = $600.
    // 12,000 / 25 = 480 gal x $3.50 = $1,680. Saved: $1,080 a year, $8,640 in 8 years.
    // CO2: 480 x 20 = 9,600 lb against 3,333.33 x 0.9 = 3,000 lb: 6,600 lb a year, 52,800 lb in all.
    // Dearer by $6,480; / $1,080 = 6 years.
    const savings = calculateSavings(INPUTS, { battery: 75, range: 300, price: 41_480 });
    expect(savings.useKwhPer100Miles).toBeCloseTo(25, 9);
    expect(savings.wallKwhPer100Miles).toBeCloseTo(27.7778, 4);
    expect(savings.evFuelPerYear).toBeCloseTo(600, 9);
    expect(savings.gasFuelPerYear).toBeCloseTo(1680, 9);
    expect(savings.savedPerYear).toBeCloseTo(1080, 9);
    expect(savings.savedInAll).toBeCloseTo(8640, 9);
    expect(savings.co2SavedPerYear).toBeCloseTo(6600, 9);
    expect(savings.co2SavedInAll).toBeCloseTo(52_800, 9);
    expect(savings.extraPrice).toBe(6480);
    expect(savings.breakEven).toEqual({ kind: "after", years: expect.closeTo(6, 9) });
    // Year 6: 41,480 + 3,600 = 35,000 + 10,080 = $45,080 for both.
    const costs = costsByYear(INPUTS, savings);
    expect(costs).toHaveLength(9);
    expect(costs[0]).toEqual({ year: 0, ev: 41_480, gas: 35_000 });
    expect(costs[6]?.ev).toBeCloseTo(45_080, 9);
    expect(costs[6]?.gas).toBeCloseTo(45_080, 9);
    expect(costs[8]?.ev).toBeCloseTo(46_280, 9);
    expect(costs[8]?.gas).toBeCloseTo(48_440, 9);
  });

  test("a thirsty truck on dear electricity", () => {
    // 200 / 400 = 50 kWh per 100 mi; no losses; x 100 = 5,000 kWh x $0.50 = $2,500 a year.
    // 10,000 / 50 = 200 gal x $4 = $800: $1,700 more each year, $5,100 in 3 years.
    // CO2: 200 x 20 = 4,000 lb against 5,000 x 1.2 = 6,000 lb: 2,000 lb more a year.
    const inputs: SavingsInputs = {
      ...INPUTS,
      milesPerYear: 10_000,
      electricityPrice: 0.5,
      gasPrice: 4,
      gasCarMpg: 50,
      chargingLossPercent: 0,
      gridCo2PerKwh: 1.2,
      years: 3,
    };
    const truck: SavingsCar = { battery: 200, range: 400, price: 90_000 };
    const savings = calculateSavings(inputs, truck);
    expect(savings.savedPerYear).toBeCloseTo(-1700, 9);
    expect(savings.savedInAll).toBeCloseTo(-5100, 9);
    expect(savings.co2SavedPerYear).toBeCloseTo(-2000, 9);
    expect(savings.breakEven).toEqual({ kind: "never" });
  });

  test("a cheaper EV is ahead from the first day", () => {
    const savings = calculateSavings(INPUTS, { battery: 60, range: 240, price: 30_000 });
    expect(savings.extraPrice).toBe(-5000);
    expect(savings.breakEven).toEqual({ kind: "start" });
  });
});

describe("missing figures", () => {
  test.each([
    { battery: null, range: 300, price: 40_000 },
    { battery: 75, range: null, price: 40_000 },
    { battery: 0, range: 300, price: 40_000 },
  ])("without battery or range the EV's side is N/A: %o", (car) => {
    const savings = calculateSavings(INPUTS, car);
    expect(savings.savedInAll).toBeNull();
    expect(savings.co2SavedInAll).toBeNull();
    expect(savings.breakEven).toBeNull();
    expect(savings.gasFuelPerYear).toBeCloseTo(1680, 9);
    expect(costsByYear(INPUTS, savings)).toEqual([]);
  });

  test("without a price the fuel is compared alone", () => {
    const savings = calculateSavings(INPUTS, { battery: 75, range: 300, price: null });
    expect(savings.savedInAll).toBeCloseTo(8640, 9);
    expect(savings.breakEven).toBeNull();
    expect(costsByYear(INPUTS, savings)[1]).toEqual({
      year: 1,
      ev: expect.closeTo(600, 9),
      gas: expect.closeTo(1680, 9),
    });
  });
});

test("every input within its bounds gives finite figures", () => {
  const inputs = fc.record(
    // The names of the table, each with a number within its bounds.
    Object.fromEntries(
      INPUT_NAMES.map((name) => {
        const { min, max, decimals } = SAVINGS_INPUTS[name];
        const whole = decimals === 0;
        return [name, whole ? fc.integer({ min, max }) : fc.double({ min, max, noNaN: true })];
      }),
    ) as { [name in keyof SavingsInputs]: fc.Arbitrary<number> },
  );
  const figure = fc.option(fc.double({ min: 0, max: 1e6, noNaN: true }));
  const car = fc.record({ battery: figure, range: figure, price: figure });
  fc.assert(
    fc.property(inputs, car, (values, trim) => {
      // A battery a millionth of its range, or the reverse, is no car.
      fc.pre(trim.range === null || trim.range === 0 || trim.range > 1e-3);
      const savings = calculateSavings(values, trim);
      for (const value of [savings.savedInAll, savings.co2SavedInAll, savings.gasFuelPerYear]) {
        expect(value === null || Number.isFinite(value)).toBe(true);
      }
      const costs = costsByYear(values, savings);
      expect(costs.length).toBe(savings.evFuelPerYear === null ? 0 : values.years + 1);
    }),
  );
});
