import { useDeferredValue, useMemo } from "react";

import type { Ev } from "../../vehicle/vehicle.ts";
import { COUNT, type Counted, type Facet, type Facets } from "./facets.ts";
import { findModels, type VehicleFilter } from "./filters.ts";
import { DEFAULT_SORT } from "./sort.ts";
import { useFilters } from "./use-filters.tsx";

/**
 * The facets of the catalogue with the numbers that the other filters leave: how many models each
 * would show. Counted when nothing more urgent waits, so that a dragged thumb stays smooth.
 * @param evs every model; until they are there the catalogue's own numbers stand
 */
export function useLiveFacets(facets: Facets, evs: readonly Ev[] | undefined): Facets {
  const filter = useDeferredValue(useFilters().filter);
  return useMemo(
    () => (evs === undefined ? facets : liveFacets(facets, evs, filter)),
    [facets, evs, filter],
  );
}

/** @param facets of the whole catalogue, whose names and order stay */
export function liveFacets(facets: Facets, evs: readonly Ev[], filter: VehicleFilter): Facets {
  const passing = (part: Partial<VehicleFilter>): Counted[] =>
    findModels(evs, { ...filter, ...part }, DEFAULT_SORT).matches.map(
      ({ ev, passing: indexes }) => ({
        ev,
        trims: ev.trims.filter(({ index }) => indexes.includes(index)),
      }),
    );
  const all = passing({});
  /** The models without one filter; those of all filters where that one is off anyway. */
  const without = (key: "makes" | "bodyTypes" | "seatings" | "drives") =>
    filter[key].length === 0 ? all : passing({ [key]: [] });
  return {
    makes: recounted(facets.makes, COUNT.makes(without("makes"))),
    bodyTypes: recounted(facets.bodyTypes, COUNT.bodyTypes(without("bodyTypes"))),
    seatings: COUNT.seatings(without("seatings")),
    drives: COUNT.drives(without("drives")),
    taxCredit: COUNT.taxCredit(filter.taxCredit ? passing({ taxCredit: false }) : all),
  };
}

function recounted(facets: readonly Facet[], counted: readonly Facet[]): Facet[] {
  // A part of the catalogue may spell a brand in another way first.
  const counts = new Map(counted.map(({ name, count }) => [name.toLowerCase(), count]));
  return facets.map(({ name }) => ({ name, count: counts.get(name.toLowerCase()) ?? 0 }));
}
