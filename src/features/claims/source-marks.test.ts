import { describe, expect, test } from "vitest";

import { NO_DETAILS } from "../../../test/claim-details.ts";
import type { ClaimField, ClaimMethod, FigureField } from "./claims.ts";
import type { ClaimValue, FigureClaim } from "./claims.schema.ts";
import { findDifference, hasSingleSource, summariseClaims } from "./source-marks.ts";

let id = 0;

function claim(value: ClaimValue, method: ClaimMethod = "maker", source = "Kia"): FigureClaim {
  id += 1;
  return { id, value, method, source, ...NO_DETAILS };
}

test.each<[string, FigureField, ClaimValue | null, FigureClaim[], ClaimValue[] | null]>([
  ["no claim", "range", 300, [], null],
  ["the same value", "range", 300, [claim(300, "epa")], null],
  ["exactly 1.05 times the smallest", "range", 100, [claim(105)], null],
  ["more than that", "range", 100, [claim(105.1)], [100, 105.1]],
  ["claims alone, without a figure", "range", null, [claim(283), claim(320)], [283, 320]],
  ["the shown value among them", "range", 320, [claim(283), claim(300)], [283, 320]],
  ["0, which counts as missing", "range", 0, [claim(283)], null],
  ["measured otherwise", "range", 300, [claim(356, "measured")], null],
  ["estimated otherwise", "range", 300, [claim(356, "estimate")], null],
  ["a reader says otherwise", "range", 300, [claim(356, "reader")], null],
  ["calculated otherwise", "charging", 18, [claim(22, "computed")], [18, 22]],
  ["a data set says otherwise", "cargoSpace", 16.6, [claim(45.6, "dataset")], [16.6, 45.6]],
  ["another word", "chargePort", "CCS", [claim("NACS", "dataset")], ["CCS", "NACS"]],
  ["letter case alone", "batteryWarranty", "8 yr", [claim("8 YR ")], null],
  ["a flag", "taxCreditEligible", true, [claim(false, "dataset")], [true, false]],
  ["a flag of which only one source speaks", "taxCreditEligible", null, [claim(false)], null],
])("sources of a figure differ with %s", (_case, field, shown, claims, expected) => {
  expect(findDifference(field, shown, claims)).toEqual(expected);
});

test("a figure relies on one data set, however often that mentions it", () => {
  const voltlist = claim(300, "dataset", "Voltlist");
  expect(hasSingleSource([])).toBe(false);
  expect(hasSingleSource([voltlist])).toBe(true);
  expect(hasSingleSource([voltlist, claim(301, "dataset", "Voltlist")])).toBe(true);
  expect(hasSingleSource([voltlist, claim(300, "dataset", "EV Atlas")])).toBe(false);
  expect(hasSingleSource([voltlist, claim(300, "measured")])).toBe(false);
  expect(hasSingleSource([claim(300, "maker")])).toBe(false);
});

describe("a test stands beside", () => {
  const officialOf = (
    row: Partial<Record<FigureField, number>>,
    claims: Partial<Record<ClaimField, FigureClaim[]>>,
  ) => {
    const byField = new Map(Object.entries(claims) as [ClaimField, FigureClaim[]][]);
    const { tests } = summariseClaims(byField, (field) => row[field] ?? null);
    return tests.map(({ field, official, isEpa }) => [field, official, isEpa]);
  };
  const testedRange = [claim(356, "measured", "Edmunds")];

  test("the EPA's figure, or else the maker's, or else the shown one", () => {
    const row = { range: 310 };
    const maker = claim(315, "maker");
    expect(officialOf(row, { testedRange, range: [maker, claim(318, "epa")] })).toEqual([
      ["testedRange", 318, true],
    ]);
    expect(officialOf(row, { testedRange, range: [maker] })).toEqual([["testedRange", 315, false]]);
    expect(officialOf(row, { testedRange })).toEqual([["testedRange", 310, false]]);
    expect(officialOf({}, { testedRange })).toEqual([["testedRange", null, false]]);
  });

  test("nothing if the shown figure was measured itself", () => {
    const zeroToSixty = [claim(4.1, "measured", "Car and Driver")];
    const official = (shown: number) => officialOf({ zeroToSixty: shown }, { zeroToSixty });
    expect(official(4.1)).toEqual([["zeroToSixty", null, false]]);
    expect(official(4.5)).toEqual([["zeroToSixty", 4.5, false]]);
  });

  test("and only tests and measured figures are tests", () => {
    const found = officialOf(
      { charging: 18 },
      { testedCharging: [claim(21, "computed")], charging: [claim(18, "maker")] },
    );
    expect(found).toEqual([["testedCharging", 18, false]]);
  });
});
