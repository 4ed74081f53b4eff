import { useDeferredValue, useMemo } from "react";

import type { Ev } from "../../vehicle/vehicle.ts";
import { countFacets, type Facet, type Facets } from "./facets.ts";
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
  return useMemo(() => {
    if (evs === undefined) return facets;
    const without = (part: Partial<VehicleFilter>) =>
      countFacets(
        findModels(evs, { ...filter, ...part }, DEFAULT_SORT).matches.map(({ ev }) => ev),
      );
    return {
      makes: recounted(facets.makes, without({ makes: [] }).makes),
      bodyTypes: recounted(facets.bodyTypes, without({ bodyTypes: [] }).bodyTypes),
    };
  }, [facets, evs, filter]);
}

function recounted(facets: readonly Facet[], counted: readonly Facet[]): Facet[] {
  const counts = new Map(counted.map(({ name, count }) => [name, count]));
  return facets.map(({ name }) => ({ name, count: counts.get(name) ?? 0 }));
}
