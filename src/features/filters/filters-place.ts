import { createContext } from "react";

import type { FilterStore } from "./filter-store.ts";

/**
 * Holds a page's filters for parts that load at different times. The first of these parts fills it, because
 * the page itself does not load the filters' code.
 */
export const FilterStoreContext = createContext<{ current: FilterStore | null } | null>(null);
