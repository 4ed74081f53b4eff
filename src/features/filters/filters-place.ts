import { createContext } from "react";

import type { FilterState } from "./filter-state.ts";
import type { FilterStore } from "./filter-store.ts";

export interface SharedFilters {
  readonly store: FilterStore;
  /** of the served page */
  readonly initial: FilterState;
}

/**
 * Where a page keeps its filters for parts that come at different times. It is filled by the first of
 * them: the page itself has no code of the filters.
 */
export const FiltersPlace = createContext<{ current: SharedFilters | null } | null>(null);
