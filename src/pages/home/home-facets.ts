/**
 * Separate from `home.queries.ts`, because counting needs the filters' code, which the first screen does not
 * load.
 */
import { useMemo } from "react";

import { countFacets, type Facets, NO_FACETS } from "../../domain/filters/facets.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import { useHomeData } from "./home.queries.ts";

const facetsOf = memoizeByObject(countFacets);

/** Returns the document's facets, or those of every model once they have been read. */
export function useFacets(): Facets {
  const { start, evs } = useHomeData();
  return evs ? facetsOf(evs) : (start?.facets ?? NO_FACETS);
}

/** Returns the names of all brands, in the same array as long as they are the same. */
export function useMakeNames(): readonly string[] {
  const key = JSON.stringify(useFacets().makes.map(({ name }) => name));
  // The line above wrote it.
  return useMemo(() => JSON.parse(key) as readonly string[], [key]);
}
