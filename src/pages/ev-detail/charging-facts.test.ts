import { expect, test } from "vitest";

import { sampleTrim } from "../../../test/sample-cars.ts";
import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { findChargingFacts } from "./lead-figures.tsx";

const RATES = { q1: 0.6, q3: 0.8 };

const factsOf = (trim: Partial<Trim>, distance = DISTANCE_FORMATS.miles) =>
  findChargingFacts(sampleTrim(trim), distance, RATES).map(
    ({ label, value }) => `${label}: ${value}`,
  );

test("what is known of charging and winter, worked by hand", () => {
  // 0.7 x 300 / 25 x 10 = 84; 300 x 0.95 x 0.7 = 199.5
  expect(factsOf({ consumption: 24.3 })).toEqual([
    "Added in 10 min of charging: 84 miles",
    "120 V outlet: about 59 miles in 10 hours",
    "Winter range at 70 mph: about 200 miles",
  ]);
});

test("a charging time that is not known is estimated", () => {
  // 0.7 x 80 = 56 kWh, at 120 kW 28 min and at 90 kW 37.3 min
  expect(factsOf({ charging: null, battery: 80, maxChargingSpeed: 150 })).toEqual([
    "Fast charging, 10-80%: about 28-37 min, estimated",
    "Winter range at 70 mph: about 200 miles",
  ]);
});

test("nothing is told of what is not known", () => {
  expect(factsOf({ charging: 0, battery: null, range: 0, homeCharging: 0 })).toEqual([]);
});

test("distances follow the visitor's unit", () => {
  expect(factsOf({ charging: null, battery: null }, DISTANCE_FORMATS.km)).toEqual([
    "Winter range at 113 km/h: about 321 km",
  ]);
});
