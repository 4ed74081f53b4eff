import { createContext } from "react";

import type { FilterStore } from "./filter-store.ts";

/**
 * Where a page keeps its filters for parts that come at different times. It is filled by the first of
 * them: the page itself has no code of the filters.
 */
export const FilterStoreContext = createContext<{ current: FilterStore | null } | null>(null);
