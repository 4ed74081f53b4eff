import { queryOptions, skipToken, useQuery } from "@tanstack/react-query";

import { useEvs } from "../../features/catalogue/use-evs.ts";
import type { NamedComparison } from "../../features/compare/compare.queries.ts";
import type { Facets } from "../../domain/filters/facets.ts";
import type { FoundModels, Match } from "../../domain/filters/find-models.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import type { Ev } from "../../domain/vehicle.ts";
import type { FirstCar } from "./choose-first-cars.ts";

/** Its shown trim is stored as an `index`. */
type ServedMatch = Omit<Match, "shown"> & { readonly shown: number };

/** The data in the document; the whole list follows. */
export interface HomeStart {
  /** filters of the results below, as serializeFilters() writes them */
  filters: string;
  /** from 1, only used by pages without JavaScript; 0 is the home page with the first cards */
  page: number;
  matches: readonly ServedMatch[];
  modelCount: number;
  trimCount: number;
  leftOut: FoundModels["leftOut"];
  facets: Facets;
  totals: { readonly models: number; readonly trims: number };
  /** cars on the first screen, largest first */
  cars: readonly FirstCar[];
  compared: NamedComparison;
}

/** Returns matches whose shown trims are the same objects as in their models. */
export function servedMatches({ matches }: HomeStart): Match[] {
  return matches.flatMap(({ ev, shown, passing }) => {
    const trim = ev.trims[shown];
    return trim ? [{ ev, shown: trim, passing }] : [];
  });
}

/** Only read on the server, for the document. In the browser, the list contains all of it. */
export function homeStartQuery(read?: () => Promise<HomeStart>) {
  return queryOptions({ queryKey: ["home"] as const, queryFn: read ?? skipToken });
}

const totalsOf = memoizeByObject((evs: readonly Ev[]): HomeStart["totals"] => ({
  models: evs.length,
  trims: evs.reduce((sum, { trims }) => sum + trims.length, 0),
}));

/**
 * Returns the document's data, and every model once they have been read. @param reads whether to read the
 * models
 */
export function useHomeData({ reads = true } = {}) {
  const start = useQuery(homeStartQuery()).data;
  const { evs, list, isFailed } = useEvs(reads);
  return { start, evs, totals: evs ? totalsOf(evs) : start?.totals, list, isFailed };
}
