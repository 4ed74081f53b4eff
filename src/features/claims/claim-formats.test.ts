import { expect, test } from "vitest";

import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import { formatClaimValues, formatPublished, differenceText } from "./claim-formats.ts";
import type { ClaimField } from "./claims.ts";
import type { ClaimValue } from "./claims.schema.ts";

test.each<[ClaimField, ClaimValue[], string, string]>([
  ["range", [320], "320 mi", "515 km"],
  ["range", [283, 320], "283-320 mi", "455-515 km"],
  ["testedRange", [356], "356 mi", "573 km"],
  ["price", [44_600, 46_900], "$44,600-$46,900", "$44,600-$46,900"],
  ["zeroToSixty", [4.85], "4.85s", "4.85s"],
  ["testedZeroToSixty", [4.5, 4.8], "4.50-4.80s", "4.50-4.80s"],
  ["topSpeed", [130], "130 mph", "209 km/h"],
  ["length", [184.8], "184.8 in", "469 cm"],
  ["consumption", [28.1], "28.1 kWh/100 mi", "17.5 kWh/100 km"],
  ["curbWeight", [4_661], "4,661 lb", "4,661 lb"],
  ["seatingCapacity", [5], "5", "5"],
  ["chargePort", ["CCS", "NACS"], "CCS or NACS", "CCS or NACS"],
  ["taxCreditEligible", [true, false], "Yes or No", "Yes or No"],
])("%s %j reads %s, or %s", (field, values, inMiles, inKm) => {
  expect(formatClaimValues(field, values, DISTANCE_FORMATS.miles)).toBe(inMiles);
  expect(formatClaimValues(field, values, DISTANCE_FORMATS.km)).toBe(inKm);
});

test.each([
  ["2025", "2025"],
  ["2025-07", "July 2025"],
  ["2025-07-11", "July 11, 2025"],
])("%s reads %s", (published, words) => {
  expect(formatPublished(published)).toBe(words);
});

test.each([
  [356, 318, true, "12% more than EPA"],
  [240, 318, true, "25% less than EPA"],
  [21, 18, false, "17% more than the official figure"],
  [318, 318, true, "the same as EPA"],
  [319, 318, false, "the same as the official figure"],
  [319, null, false, null],
])("the difference of %d from %d is shown", (value, official, isEpa, words) => {
  expect(differenceText({ value, official, isEpa })).toBe(words);
});
