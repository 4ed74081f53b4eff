import { useEffect, useMemo } from "react";

import type { Facets } from "../../features/filters/facets.ts";
import { serialiseFilters } from "../../features/filters/filter-address.ts";
import type { FilterState } from "../../features/filters/filter-state.ts";
import type { FoundModels } from "../../features/filters/filters.ts";
import { useFilters, useFinder, useFound } from "../../features/filters/use-filters.tsx";
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

interface HomeData {
  start: HomeStart | undefined;
  evs: readonly Ev[] | undefined;
  facets: Facets;
}

const isBySeats = ({ seatings }: FilterState) => seatings.length > 0;

/**
 * What passes the filters. Until the whole list is there, the document's own first cards stand for
 * the filters they were found with.
 */
export function useDiscovery({ start, evs, facets }: HomeData): Discovery {
  const { state } = useFilters();
  const known = useFound();
  const { searchIn, discoverAtOnce } = useFinder();
  useEffect(() => {
    if (evs) searchIn({ evs, facets });
  }, [searchIn, evs, facets]);
  return useMemo(() => {
    const isStart = !known && start && start.filters === serialiseFilters(state);
    if (isStart) {
      const { filters, modelCount } = start;
      return { found: start, modelCount, filters, bySeats: isBySeats(state), pending: false };
    }
    const last = known ?? (evs && discoverAtOnce({ evs, facets }));
    if (!last) return NOTHING_YET;
    const { found } = last;
    const filters = serialiseFilters(last.state);
    const bySeats = isBySeats(last.state);
    return { found, modelCount: found.matches.length, filters, bySeats, pending: false };
  }, [start, evs, facets, state, known, discoverAtOnce]);
}
