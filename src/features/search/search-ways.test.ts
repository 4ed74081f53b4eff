import { expect, test } from "vitest";
import { CARS, MAKES } from "../../../test/sample-cars.ts";
import { DISTANCE_FORMATS } from "../../vehicle/distance.ts";
import { parseFilters, serialiseFilters } from "../filters/filter-address.ts";
import { searchWays } from "./search-ways.ts";

test.each([
  ["", []],
  // They would find nothing either.
  ["search=awd+under+50k", []],
  ["search=lightning+awd", [["understood", "AWD · “lightning”", 1, "search=lightning&drive=AWD"]]],
  ["search=porshe&taxCredit=true", []],
  ["search=porshe", [["nearest", "Porsche", 1, "search=Porsche"]]],
  [
    "search=taikan&drive=AWD",
    [["nearest", "Porsche Taycan", 1, "search=Porsche+Taycan&drive=AWD"]],
  ],
  // Found, but for another filter.
  ["search=taycan&maxPrice=30000", []],
  // A selection already.
  ["search=tesla&maxPrice=30000", []],
  ["search=horse+carriage", []],
])("where ?%s finds nothing the ways are %j", (query, expected) => {
  const state = parseFilters(query);
  const ways = searchWays(CARS, state, MAKES, DISTANCE_FORMATS.miles);
  expect(
    ways.map(({ kind, label, count, change }) => [
      kind,
      label,
      count,
      serialiseFilters(change(state)),
    ]),
  ).toEqual(expected);
});
