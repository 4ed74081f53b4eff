import { countFacets, type Facets, NO_FACETS } from "../../domain/filters/facets.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import { useCatalogue } from "../../features/catalogue/use-catalogue.ts";

const facetsOf = memoizeByObject(countFacets);

/** Returns the document's facets, or those of every model once they have been read. */
export function useFacets(): Facets {
  const { evs, counts, isWhole } = useCatalogue();
  return isWhole ? facetsOf(evs) : (counts?.facets ?? NO_FACETS);
}
