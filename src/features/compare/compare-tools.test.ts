import { expect, it } from "vitest";

import { DEFAULT_TRIP } from "../../domain/trip.ts";
import { DEFAULT_SETTINGS } from "./differences.ts";
import { comparisonCsv } from "./compare-tools.tsx";
import { chosenTrims } from "../../../test/chosen.ts";

it("writes bare numbers with their unit, and N/A for what is missing", () => {
  const lines = comparisonCsv(
    chosenTrims({ price: 42490, zeroToSixty: 3.1 }, {}),
    DEFAULT_SETTINGS,
  ).split("\r\n");
  expect(lines.slice(0, 5)).toEqual([
    "\uFEFF,Make0 Model Base,Make1 Model Base",
    '"Price, US dollars",42490,N/A',
    '"Range, miles",N/A,N/A',
    '"Fast Charging, minutes for 10-80%",N/A,N/A',
    '"Acceleration (0-60), seconds",3.1,N/A',
  ]);
  expect(lines.at(-1)).toBe("");
});

it("says what a trip and a year's cost assume", () => {
  const trims = chosenTrims({ range: 305, charging: 18, price: 40_000, consumption: 30 });
  const csv = comparisonCsv(trims, {
    ...DEFAULT_SETTINGS,
    trip: { ...DEFAULT_TRIP, isWinter: true },
  });
  // 483.82 and 6,615.87, calculated by hand in the tests of both.
  expect(csv).toMatch(/^"500-mile trip \(at 70 mph, in winter\), minutes",483\.82?/m);
  expect(csv).toMatch(/^"Cost per year \(8 years, 12,000 miles per year\), US dollars",6615\.87/m);
});

it.each([
  ['Long "Range", big', '"Make0 Model Long ""Range"", big"'],
  ["two\nlines", '"Make0 Model two\nlines"'],
])("quotes %j", (trim, cell) => {
  expect(comparisonCsv(chosenTrims({ trim }), DEFAULT_SETTINGS)).toContain(`\uFEFF,${cell}\r\n`);
});

it.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx"])("keeps %j from running as a formula", (make) => {
  const [chosen] = chosenTrims({});
  if (!chosen) throw new Error("A trim was asked for.");
  const csv = comparisonCsv([{ ...chosen, ev: { ...chosen.ev, make } }], DEFAULT_SETTINGS);
  expect(csv).toContain(`,'${make} Model Base`);
});
