import { useMemo } from "react";

import { serialiseFilters } from "../../features/filters/filter-address.ts";
import type { FilterState } from "../../features/filters/filter-state.ts";
import type { FoundModels } from "../../features/filters/find-models.ts";
import { useFilterResults, useFilters } from "../../features/filters/use-filters.tsx";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { HomeStart } from "./home-data.ts";

export interface Discovery {
  found: Pick<FoundModels, "matches" | "leftOut" | "trimCount">;
  /** matching models, also those whose cards have not arrived */
  modelCount: number;
  /** the filters that this was found with, as serialiseFilters() writes them */
  filters: string;
  /** whether one of them asks for seats */
  bySeats: boolean;
  /** nothing is known yet of what passes these filters */
  pending: boolean;
}

const NOTHING_YET: Discovery = {
  found: { matches: [], leftOut: [], trimCount: 0 },
  modelCount: 0,
  filters: "",
  bySeats: false,
  pending: true,
};

/**
 * What passes the filters. Until the whole list is there, the document's own first cards stand for
 * the filters they were found with.
 */
export function useDiscovery(
  start: HomeStart | undefined,
  evs: readonly Ev[] | undefined,
): Discovery {
  const { state } = useFilters();
  const results = useFilterResults(evs);
  return useMemo(() => {
    const bySeats = ({ seating }: FilterState) => seating.length > 0;
    if (results) {
      const { found, state: asked } = results;
      const filters = serialiseFilters(asked);
      const { modelCount } = found;
      return { found, modelCount, filters, bySeats: bySeats(asked), pending: false };
    }
    if (start?.filters !== serialiseFilters(state)) return NOTHING_YET;
    const { filters, modelCount } = start;
    return { found: start, modelCount, filters, bySeats: bySeats(state), pending: false };
  }, [start, state, results]);
}
