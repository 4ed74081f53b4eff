import { type QueryClient, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { use, useSyncExternalStore } from "react";

import type { Ev } from "../../domain/vehicle.ts";
import { evsQuery, isAnotherList } from "./catalogue.queries.ts";
import { sliceQuery } from "./use-catalogue.ts";

/** Thrown while hydrating what was rendered from another list; React then renders the part again. */
export class OutdatedDocument extends Error {}

const neverChanges = () => () => undefined;

/**
 * Returns every model, for a part that shows them all, and suspends until they have loaded. A served document
 * is hydrated with the list that it was rendered from. If the browser has another one, React would not fix the
 * differences, so the part is rendered again.
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

/**
 * Resolves when the list has loaded. Never rejects, so that the served HTML stays: after a failure it waits
 * until the list has been read again, at the latest when the network is back.
 */
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
  const readAgain = () => void client.prefetchQuery(evsQuery);
  addEventListener("online", readAgain);
  await promise;
  removeEventListener("online", readAgain);
  stop();
}
