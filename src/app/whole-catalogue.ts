import { type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, use } from "react";

import { evsQuery } from "../features/catalogue/catalogue.client.ts";
import type { Ev } from "../vehicle/vehicle.ts";

const ServerCatalogue = createContext<readonly Ev[] | undefined>(undefined);

/** For the server's rendering; the document does not carry the models. */
export const ServerCatalogueProvider = ServerCatalogue.Provider;

/** On the server from memory, in the browser from the list. */
export function useWholeCatalogue(): readonly Ev[] | undefined {
  const onServer = use(ServerCatalogue);
  const { data } = useQuery(evsQuery);
  return onServer ?? data;
}

/**
 * Waits for every model, also without a network and after a failed call: they are read again, and a
 * part that waits stays as served.
 */
export async function wholeCatalogue(client: QueryClient): Promise<void> {
  const isThere = () => client.getQueryData(evsQuery.queryKey) !== undefined;
  // Else what is shown would wait for a read that fails.
  if (!isThere() && navigator.onLine) await client.prefetchQuery(evsQuery);
  if (isThere()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = client.getQueryCache().subscribe(() => isThere() && resolve());
  const readAgain = () => void client.prefetchQuery(evsQuery);
  addEventListener("online", readAgain);
  await promise;
  removeEventListener("online", readAgain);
  stop();
}
