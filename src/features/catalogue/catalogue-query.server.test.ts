import { expect, test } from "vitest";
import { sampleQuery } from "../../../test/sample-filters.ts";
import { parseFilters } from "../filters/filter-address.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { FILTER_NAMES, FILTERS } from "../../domain/filters/filters.ts";
import { filterOf } from "./catalogue-query.server.ts";
import { CountQuery } from "./catalogue.schema.ts";

test.each(FILTER_NAMES.filter((name) => FILTERS[name].kind !== "measure"))(
  "the filter %s means the same in a call as in an address",
  (name) => {
    const query = sampleQuery(name);
    const asked = CountQuery.parse(Object.fromEntries(new URLSearchParams(query)));
    expect(filterOf(asked)).toEqual(toVehicleFilter(parseFilters(query), []));
  },
);
