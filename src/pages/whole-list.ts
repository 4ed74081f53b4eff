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

/** The hash of the list that the document was rendered from: only the server reads it. */
export function servedListQuery(read?: () => Promise<string>) {
  return queryOptions({ queryKey: ["served-list"] as const, queryFn: read ?? skipToken });
}

const neverChanges = () => () => undefined;

/**
 * Every model, for a part that shows them all: it suspends until they are there. What the document served is
 * hydrated with the list that it was rendered from. By now the catalogue may have changed, or the
 * document come out of the browser's cache; React does not mend what differs, so the part is then
 * rendered anew.
 */
export function useWholeList(): readonly Ev[] {
  const client = useQueryClient();
  if (!hasList(client)) use(listArrival(client));
  const { data } = useSuspenseQuery(evsQuery);
  const expectServed = () => {
    const served = client.getQueryData(servedListQuery().queryKey);
    if (!isListOf(client, served)) throw new OutdatedDocument();
  };
  // React asks for the server's snapshot only on the server and while it hydrates.
  useSyncExternalStore(neverChanges, () => undefined, expectServed);
  return data;
}

const hasList = (client: QueryClient) => client.getQueryData(evsQuery.queryKey) !== undefined;

const arrivals = new WeakMap<QueryClient, Promise<void>>();

/**
 * Resolves when the list is there. Never fails, so that what was served stays: after a failure the list is
 * awaited until it has been read again, at the latest when the network returns.
 */
function listArrival(client: QueryClient): Promise<void> {
  const arrival = arrivals.get(client) ?? awaitList(client);
  arrivals.set(client, arrival);
  return arrival;
}

async function awaitList(client: QueryClient): Promise<void> {
  // Without a network what is shown would wait for a read that fails.
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
