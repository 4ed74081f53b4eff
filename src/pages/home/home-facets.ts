/** Beside `home.queries.ts`, since counting needs the filters' code, which the first screen does without. */
import { useMemo } from "react";

import { countFacets, type Facets, NO_FACETS } from "../../domain/filters/facets.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import { useHomeData } from "./home.queries.ts";

const facetsOf = memoizeByObject(countFacets);

/** The document's, and those of every model once they are read. */
export function useFacets(): Facets {
  const { start, evs } = useHomeData();
  return evs ? facetsOf(evs) : (start?.facets ?? NO_FACETS);
}

/** Of all brands; the same array as long as they are the same. */
export function useMakeNames(): readonly string[] {
  const key = JSON.stringify(useFacets().makes.map(({ name }) => name));
  // The line above wrote it.
  return useMemo(() => JSON.parse(key) as readonly string[], [key]);
}
