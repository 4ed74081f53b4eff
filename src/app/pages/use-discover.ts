import { useDeferredValue, useMemo } from "react";

import { serialiseFilters } from "../../features/filters/filter-address.ts";
import { findModels, type FoundModels } from "../../features/filters/filters.ts";
import { useFilters } from "../../features/filters/use-filters.tsx";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { HomeStart } from "./home-start.ts";

export interface Discovered {
  found: Pick<FoundModels, "matches" | "leftOut" | "trimCount">;
  /** matching models, also those whose cards have not arrived */
  modelCount: number;
  /** nothing is known yet of what passes these filters */
  pending: boolean;
}

const NOTHING_YET: Discovered = {
  found: { matches: [], leftOut: [], trimCount: 0 },
  modelCount: 0,
  pending: true,
};

/**
 * What passes the filters now. Until the whole list is there, the document's own first cards stand
 * for the filters they were found with. Typing never waits for it: the list follows when it can.
 */
export function useDiscovered(
  start: HomeStart | undefined,
  evs: readonly Ev[] | undefined,
): Discovered {
  const filters = useDeferredValue(useFilters());
  return useMemo(() => {
    const { state, filter } = filters;
    if (evs) {
      const found = findModels(evs, filter, state.sort, { quick: state.quick });
      return { found, modelCount: found.matches.length, pending: false };
    }
    if (start && start.filters === serialiseFilters(state)) {
      return { found: start, modelCount: start.modelCount, pending: false };
    }
    return NOTHING_YET;
  }, [start, evs, filters]);
}
