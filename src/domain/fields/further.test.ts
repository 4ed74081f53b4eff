import { expect, test } from "vitest";
import { DISTANCE_FORMATS } from "../distance.ts";
import { formatEconomy, milesInTenMinutesOf, pricePerMileOf, wallOutletMiles } from "./further.ts";

test.each([
  // 100 / 25; 3,370.5 / 25 is 134.82
  [25, "4 mi/kWh, 135 MPGe"],
  // 100 / 40; 3,370.5 / 40 is 84.26
  [40, "2.5 mi/kWh, 84 MPGe"],
  [null, null],
  [0, null],
])("%s kWh/100 mi are %s", (consumption, economy) => {
  expect(formatEconomy({ consumption }, DISTANCE_FORMATS.miles)).toBe(economy);
});

test.each([
  // 1.44 kW for 10 hours are 14.4 kWh: 14.4 / 24.3 x 100 is 59.26.
  [24.3, 59],
  // 14.4 / 64 x 100 is 22.5, 14.4 / 115.2 x 100 is 12.5: halves are rounded up.
  [64, 23],
  [115.2, 13],
  // 14.4 / 40.7 x 100 is 35.38.
  [40.7, 35],
  [0, null],
  [null, null],
])("at %s kWh/100 mi, a night at a wall outlet adds %s miles", (consumption, miles) => {
  expect(wallOutletMiles({ consumption })).toBe(miles);
});

test.each([
  // 70 % of 300 miles are 210, in 20 minutes
  [300, 20, 105],
  // 70 % of 250 miles are 175, in 35 minutes
  [250, 35, 50],
  [300, null, null],
  [300, 0, null],
  [null, 20, null],
])("of %s miles and %s minutes, ten minutes add %s", (range, charging, miles) => {
  expect(milesInTenMinutesOf({ range, charging })).toBe(miles);
});

test.each([
  [45_000, 300, 150],
  [36_300, 330, 110],
  [0, 300, null],
  [45_000, null, null],
])("$%s for %s miles are $%s a mile", (price, range, dollars) => {
  expect(pricePerMileOf({ price, range })).toBe(dollars);
});
