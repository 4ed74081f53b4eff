import {
  type QueryClient,
  queryOptions,
  skipToken,
  useQueryClient,
  useSuspenseQuery,
} from "@tanstack/react-query";
import { use, useSyncExternalStore } from "react";

import { evsQuery, isListOf } from "../features/catalogue/catalogue.queries.ts";
import type { Ev } from "../domain/vehicle.ts";
import { OutdatedDocument } from "./outdated-document.ts";

/** The hash of the list from which the document was rendered; only read on the server. */
export function servedListQuery(read?: () => Promise<string>) {
  return queryOptions({ queryKey: ["served-list"] as const, queryFn: read ?? skipToken });
}

const neverChanges = () => () => undefined;

/**
 * Returns every model, for a part that shows them all, and suspends until they have loaded. A served document
 * is hydrated with the list that it was rendered from. If the catalogue has changed since, or the document
 * came from the browser's cache, React would not fix the differences, so the part is rendered again.
 */
export function useWholeList(): readonly Ev[] {
  const client = useQueryClient();
  if (!hasList(client)) use(listArrival(client));
  const { data } = useSuspenseQuery(evsQuery);
  const expectServed = () => {
    const served = client.getQueryData(servedListQuery().queryKey);
    if (!isListOf(client, served)) throw new OutdatedDocument();
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
