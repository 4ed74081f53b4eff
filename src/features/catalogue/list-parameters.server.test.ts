import { expect, test } from "vitest";
import { sampleQuery } from "../../../test/sample-filters.ts";
import { parseFilters } from "../filters/filter-address.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { BOUNDS, FILTER_NAMES, FILTERS } from "../../domain/filters/filters.ts";
import { filterOf } from "./list-parameters.server.ts";
import { CountQuery } from "./catalogue.schema.ts";

test.each(FILTER_NAMES)("the filter %s means the same in a call as in an address", (name) => {
  const query = sampleQuery(name);
  const parsedQuery = CountQuery.parse(Object.fromEntries(new URLSearchParams(query)));
  expect(filterOf(parsedQuery)).toEqual(toVehicleFilter(parseFilters(query), []));
});

test.each(BOUNDS)("bounds of %s that are none are refused with what is allowed", (name) => {
  const [low, high] = FILTERS[name].example;
  for (const text of ["", "-", `${high}-${low}`, "5000+", "12345678-", "1.234-"]) {
    const refused = CountQuery.safeParse({ [name]: text });
    expect(refused.error?.issues[0]?.message).toContain(
      `such as ${low}-, -${high}, ${low}-${high} or ${low}`,
    );
  }
});

test("a slider's end is a bound in a call", () => {
  expect(filterOf(CountQuery.parse({ acceleration: "2.5-9.5" })).acceleration).toEqual({
    min: 2.5,
    max: 9.5,
  });
});
