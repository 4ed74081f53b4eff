import { describe, expect, test } from "vitest";

import { sampleEv } from "../../test/sample-cars.ts";
import {
  estimateCharging,
  findChargingRates,
  formatChargingEstimate,
} from "./charging-estimate.ts";
import type { Trim } from "./vehicle.ts";

/** Each charges 70 kWh, from 10 to 80 % of 100, in an hour, so its rate is 70 / peak. */
const withPeaks = (peaks: readonly number[]) =>
  peaks.map((maxChargingSpeed, at) =>
    sampleEv({ id: at + 1 }, { battery: 100, charging: 60, maxChargingSpeed }),
  );

const NINETEEN = Array.from({ length: 19 }, (_, at) => 100 + at);

describe("the rates of a catalogue", () => {
  test("are quartiles, interpolated linearly, worked by hand", () => {
    // Rates 70 / 70 = 1 (5 times), 70 / 100 = 0.7 (5), 70 / 140 = 0.5 (6) and 70 / 200 = 0.35 (4).
    // Sorted: 0.35 at 0 to 3, 0.5 at 4 to 9, 0.7 at 10 to 14, 1 at 15 to 19.
    // q1 is at 19 x 0.25 = 4.75: 0.5. q3 is at 14.25: 0.7 + 0.25 x (1 - 0.7) = 0.775.
    const peaks = [
      ...Array.from({ length: 5 }, () => 70),
      ...Array.from({ length: 5 }, () => 100),
      ...Array.from({ length: 6 }, () => 140),
      ...Array.from({ length: 4 }, () => 200),
    ];
    const quartiles = { q1: expect.closeTo(0.5, 12), q3: expect.closeTo(0.775, 12) };
    expect(findChargingRates(withPeaks(peaks))).toEqual(quartiles);
  });

  test("need 20 trims, whichever models they are of", () => {
    expect(findChargingRates(withPeaks(NINETEEN))).toBeNull();
    expect(findChargingRates(withPeaks([...NINETEEN, 150]))).not.toBeNull();
    const trims = NINETEEN.map((maxChargingSpeed) => ({ maxChargingSpeed }));
    expect(findChargingRates([sampleEv({ id: 1 }, ...trims)])).toBeNull();
    expect(findChargingRates([sampleEv({ id: 1 }, ...trims, {})])).not.toBeNull();
    expect(findChargingRates([])).toBeNull();
  });

  test.each<[string, Partial<Trim>]>([
    ["time", { charging: null }],
    ["battery", { battery: 0 }],
    ["peak", { maxChargingSpeed: null }],
  ])("leave out a trim without a known %s", (_, unknown) => {
    const evs = [...withPeaks(NINETEEN), sampleEv({ id: 99 }, unknown)];
    expect(findChargingRates(evs)).toBeNull();
  });
});

describe("an estimate", () => {
  const RATES = { q1: 0.5, q3: 0.8 };
  const car: Parameters<typeof estimateCharging>[0] = {
    charging: null,
    battery: 80,
    maxChargingSpeed: 150,
    range: null,
    consumption: 30,
  };

  test("spans the quartiles in whole minutes, worked by hand", () => {
    // 0.7 x 80 = 56 kWh. At 150 x 0.8 = 120 kW 28 min, at 75 kW 44.8 min.
    const estimate = estimateCharging(car, RATES);
    expect(estimate).toEqual({ minMinutes: 28, maxMinutes: 45 });
    expect(estimate && formatChargingEstimate(estimate)).toBe("about 28-45 min, estimated");
  });

  test.each([
    // 0.7 x 95 / 140 h = 28.5 min, and 0.7 x 31 / 84 h = 15.5 min; floating-point results are slightly below.
    [95, 140, 29],
    [31, 84, 16],
    // 0.7 x 94.9 / 140 h = 28.47 min
    [94.9, 140, 28],
  ])("rounds halves up: %d kWh at %d kW", (battery, maxChargingSpeed, minutes) => {
    const estimate = estimateCharging({ ...car, battery, maxChargingSpeed }, { q1: 1, q3: 1 });
    expect(estimate).toEqual({ minMinutes: minutes, maxMinutes: minutes });
  });

  test("of one minute alone names it once", () => {
    const text = formatChargingEstimate({ minMinutes: 30, maxMinutes: 30 });
    expect(text).toBe("about 30 min, estimated");
  });

  test("counts range and consumption for an unknown battery, worked by hand", () => {
    // 321 x 24.3 / 100 / 1.12 = 69.65 kWh, of which 70 % are 48.75: at 180 kW 16.3 min, at 112.5 kW 26.0.
    const standard = { ...car, battery: null, range: 321, consumption: 24.3 };
    const estimate = estimateCharging({ ...standard, maxChargingSpeed: 225 }, RATES);
    expect(estimate).toEqual({ minMinutes: 16, maxMinutes: 26 });
  });

  test.each<[string, Partial<typeof car>]>([
    ["the time is known", { charging: 30 }],
    ["the battery and the range are unknown", { battery: 0 }],
    ["the battery and the consumption are unknown", { battery: 0, range: 300, consumption: 0 }],
    ["the peak is unknown", { maxChargingSpeed: 0 }],
  ])("is not made where %s", (_, facts) => {
    expect(estimateCharging({ ...car, ...facts }, RATES)).toBeNull();
  });

  test("is made for a time of 0, which is unknown, and never without rates", () => {
    expect(estimateCharging({ ...car, charging: 0 }, RATES)).not.toBeNull();
    expect(estimateCharging(car, null)).toBeNull();
  });
});
