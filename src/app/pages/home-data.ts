import { queryOptions, skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";

import { evsQuery } from "../../features/catalogue/catalogue.client.ts";
import type { NamedComparison } from "../../features/compare/compare-address.ts";
import { countFacets, type Facets, NO_FACETS } from "../../features/filters/facets.ts";
import type { FoundModels, Match } from "../../features/filters/find-models.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import type { Ev } from "../../vehicle/vehicle.ts";

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

/** Whether something has changed since the document was written (readings 6). */
function useIsOutdated(): boolean {
  const client = useQueryClient();
  const subscribe = useCallback(
    (listener: () => void) => client.getQueryCache().subscribe(listener),
    [client],
  );
  const read = () => client.getQueryState(homeStartQuery.queryKey)?.isInvalidated === true;
  return useSyncExternalStore(subscribe, read, () => false);
}

/** Counted once for each list, however many parts of the page ask. */
const known = new WeakMap<readonly Ev[], Pick<HomeStart, "totals" | "facets">>();

function factsOf(evs: readonly Ev[]): Pick<HomeStart, "totals" | "facets"> {
  const trims = () => evs.reduce((sum, ev) => sum + ev.trims.length, 0);
  const facts = known.get(evs) ?? {
    totals: { models: evs.length, trims: trims() },
    facets: countFacets(evs),
  };
  known.set(evs, facts);
  return facts;
}

/**
 * What the document brought, and every model as soon as the call has answered.
 * @param isPatient what the document brought will do, unless it is out of date by now; the list is
 * shown all the same when another part of the page has asked for it
 */
export function useHomeData({ isPatient = false } = {}) {
  const start = useQuery(homeStartQuery).data;
  const isOutdated = useIsOutdated();
  const list = useQuery({ ...evsQuery, enabled: !isPatient || !start || isOutdated });
  // The answer may be there before a part of the page is taken over from the document.
  const hydrated = useHydrated();
  const evs = hydrated ? list.data : undefined;
  const facts = evs ? factsOf(evs) : start;
  return { start, evs, totals: facts?.totals, facets: facts?.facets ?? NO_FACETS, list };
}
