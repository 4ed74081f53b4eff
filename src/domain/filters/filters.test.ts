import { describe, expect, test } from "vitest";
import { CARS_APART, sampleQuery } from "../../../test/sample-filters.ts";
import { countFacets, liveFacets } from "./facets.ts";
import {
  isFilterParameter,
  parseFilters,
  serializeFilters,
} from "../../features/filters/filter-address.ts";
import { activeFilters } from "../../features/filters/filter-chips.ts";
import { DEFAULT_FILTERS } from "../../features/filters/filter-state.ts";
import { toVehicleFilter } from "../../features/filters/filter-views.ts";
import { CHOICES, FILTER_NAMES, FLAGS, type FilterName } from "./filters.ts";
import { findModels, NO_FILTER } from "./find-models.ts";
import { DEFAULT_SORT } from "./sort.ts";

const makes = CARS_APART.map(({ make }) => make);
const trimCount = (query: string) =>
  findModels(CARS_APART, toVehicleFilter(parseFilters(query), makes), DEFAULT_SORT).trimCount;

describe.each(FILTER_NAMES)("the filter %s works by its entry in the table", (name) => {
  const query = sampleQuery(name);

  test("keeps some trims and leaves out others", () => {
    expect(trimCount(query)).toBeGreaterThan(0);
    expect(trimCount(query)).toBeLessThan(trimCount(""));
  });

  test("stands in the address as it is read from there", () => {
    expect(serializeFilters(parseFilters(query))).toBe(query);
    expect(isFilterParameter(query.replace(/=.*/u, ""))).toBe(true);
  });

  test("has one chip, which takes it off", () => {
    const state = parseFilters(query);
    const [chip, ...more] = activeFilters(state, makes);
    expect([chip?.filter, more]).toEqual([name, []]);
    expect(chip?.remove(state)).toEqual(DEFAULT_FILTERS);
  });
});

test.each<FilterName>([...CHOICES, ...FLAGS])("%s says how many models it would show", (name) => {
  const shown = findModels(
    CARS_APART,
    toVehicleFilter(parseFilters(sampleQuery(name)), makes),
    DEFAULT_SORT,
  ).modelCount;
  const facets = countFacets(CARS_APART);
  for (const counted of [facets, liveFacets(facets, CARS_APART, NO_FILTER, null)]) {
    const [, value] = sampleQuery(name).split("=");
    const facet = counted[name as (typeof CHOICES | typeof FLAGS)[number]];
    const count =
      typeof facet === "number" ? facet : facet.find((one) => one.name === value)?.count;
    expect(count).toBe(shown);
  }
});
