import { type QueryClient, useQuery } from "@tanstack/react-query";
import { createContext, use } from "react";

import { evsQuery } from "../features/catalogue/catalogue.client.ts";
import type { Ev } from "../vehicle/vehicle.ts";

const ServerCatalogue = createContext<readonly Ev[] | undefined>(undefined);

/** Gives the server's rendering every model; they are not sent with the document. */
export const ServerCatalogueProvider = ServerCatalogue.Provider;

/**
 * Every model, for parts of a page that show them all: on the server from memory, in the browser
 * from the list, which such a part waits for before it is hydrated.
 */
export function useWholeCatalogue(): readonly Ev[] | undefined {
  const onServer = use(ServerCatalogue);
  const { data } = useQuery(evsQuery);
  return onServer ?? data;
}

/**
 * Asks for every model and waits until they are there. It outlasts a call that fails: a part that
 * waits for it stays as the server wrote it, and the page asks again.
 */
export async function wholeCatalogue(client: QueryClient): Promise<void> {
  await client.ensureQueryData({ ...evsQuery, networkMode: "online" }).catch(() => undefined);
  const isThere = () => client.getQueryData(evsQuery.queryKey) !== undefined;
  if (isThere()) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = client.getQueryCache().subscribe(() => isThere() && resolve());
  await promise;
  stop();
}
