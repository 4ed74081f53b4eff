import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { use, useDeferredValue, useSyncExternalStore } from "react";

import type { Facets } from "../../domain/filters/facets.ts";
import type { FoundModels } from "../../domain/filters/find-models.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import type { ScorePart } from "../../domain/scores.ts";
import type { Ev, VoteStats } from "../../domain/vehicle.ts";
import { useHydrated } from "../../ui/hydration.ts";
import { listen } from "../../ui/listen.ts";
import { evsQuery, isAnotherList } from "./catalogue.queries.ts";

export interface CatalogueSlice {
  /** the models that its page shows, in the order of the list */
  readonly evs: readonly Ev[];
  readonly counts: CatalogueCounts;
  /** hash of the list that it was taken from */
  readonly listTag: string;
}

/** What the models of a slice cannot tell. The home page has all of it. */
export interface CatalogueCounts {
  readonly totals: { readonly models: number; readonly trims: number };
  readonly facets?: Facets;
  /** ids of the cars on the first screen, largest first */
  readonly firstCars?: readonly number[];
  readonly found?: ServedResults;
  /** of the leaders */
  readonly votes?: Readonly<Record<string, VoteStats>>;
  /** of the leaders, as long as nobody has voted (ranking.md#order) */
  readonly leaderScores?: Readonly<Record<string, number>>;
  readonly scores?: ServedScores;
}

/** How many models and trims the address's filters find in the whole catalogue. */
export interface ServedResults extends Omit<FoundModels, "matches"> {
  /** as serializeFilters() writes them */
  readonly filters: string;
  /** ids of the models in the list */
  readonly cards: readonly number[];
  /** from 1, only used by pages without JavaScript; 0 is the home page with the first cards */
  readonly page: number;
}

/** Scores of the first cars of an own ranking. */
interface ServedScores {
  /** as serializeWeights() writes them */
  readonly weights: string;
  readonly byRowId: Readonly<
    Record<number, { readonly score: number | null; readonly parts: readonly ScorePart[] }>
  >;
}

/** Set by the server. In the browser, the list contains all of it. */
export const sliceQuery = queryOptions<CatalogueSlice>({
  queryKey: ["slice"],
  queryFn: skipToken,
});

const totalsOf = memoizeByObject((evs: readonly Ev[]): CatalogueCounts["totals"] => ({
  models: evs.length,
  trims: evs.reduce((sum, { trims }) => sum + trims.length, 0),
}));

const NO_EVS: readonly Ev[] = [];

/**
 * Returns the models in the document until the component has hydrated and the whole list has been read: hydration
 * must render what the document shows. @param reads whether to read the list, which a page without a document needs
 */
export function useCatalogue({ reads = true } = {}) {
  const slice = useQuery(sliceQuery).data;
  const list = useQuery({ ...evsQuery, enabled: reads || !slice });
  const isHydrated = useHydrated();
  // Switching renders most of the page again, which would be a long task on a slow phone.
  const all = useDeferredValue(isHydrated ? list.data : undefined);
  const counts: CatalogueCounts | undefined = all
    ? { ...slice?.counts, totals: totalsOf(all) }
    : slice?.counts;
  return {
    evs: all ?? slice?.evs ?? NO_EVS,
    counts,
    /** whether these are all models */
    isWhole: all !== undefined,
    list,
    isFailed: isHydrated && list.isError,
  };
}

export type Catalogue = ReturnType<typeof useCatalogue>;

/** Thrown while hydrating what was rendered from another list; React then renders the part again. */
export class OutdatedDocument extends Error {}

const neverChanges = () => () => undefined;

/**
 * Returns every model, and suspends until they have loaded. A document is hydrated with the list that it was
 * rendered from; if the browser has another one, the part is rendered again, since React fixes no differences.
 */
export function useWholeCatalogue(): readonly Ev[] {
  const client = useQueryClient();
  if (!hasList(client)) use(listArrival(client));
  const { data } = useSuspenseQuery(evsQuery);
  const expectServed = () => {
    const slice = client.getQueryData(sliceQuery.queryKey);
    if (slice && isAnotherList(client, slice.listTag)) throw new OutdatedDocument();
  };
  // React only uses the server's snapshot on the server and during hydration.
  useSyncExternalStore(neverChanges, () => undefined, expectServed);
  return data;
}

const hasList = (client: QueryClient) => client.getQueryData(evsQuery.queryKey) !== undefined;

const arrivals = new WeakMap<QueryClient, Promise<void>>();

/** Resolves when the list has loaded. Never rejects, so that the served HTML stays after a failure. */
function listArrival(client: QueryClient): Promise<void> {
  const arrival = arrivals.get(client) ?? awaitList(client);
  arrivals.set(client, arrival);
  return arrival;
}

async function awaitList(client: QueryClient): Promise<void> {
  // Without a network, this would wait for a read that fails.
  if (navigator.onLine) await client.prefetchQuery(evsQuery);
  if (hasList(client)) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = client.getQueryCache().subscribe(() => hasList(client) && resolve());
  const stopListening = listen(window, "online", () => void client.prefetchQuery(evsQuery));
  await promise;
  stopListening();
  stop();
}
