import { queryOptions, skipToken } from "@tanstack/react-query";

import type { NamedComparison } from "../../features/compare/compare-address.ts";
import type { FoundModels, Match } from "../../features/filters/filters.ts";
import type { Facets } from "../../features/filters/facets.ts";

/** Cards in the document itself: the first screens, however large the catalogue is. */
export const FIRST_CARDS = 24;

/** What the server knew when it rendered the home page; the whole list follows from the call. */
export interface HomeStart {
  /** the filters that the rest was found with, as serialiseFilters() writes them */
  filters: string;
  /** which part of them the document shows, from 1; others than the first only without JavaScript */
  page: number;
  /** those of that part only */
  matches: readonly Match[];
  modelCount: number;
  trimCount: number;
  leftOut: FoundModels["leftOut"];
  facets: Facets;
  totals: { readonly models: number; readonly trims: number };
  compared: NamedComparison;
}

/** Answered by the document alone: there is no call to ask. */
export const homeStartQuery = queryOptions<HomeStart>({
  queryKey: ["home"],
  queryFn: skipToken,
});
