import { hashKey, type QueryClient } from "@tanstack/react-query";

import { createQueryClient, evsQuery } from "../features/catalogue/catalogue.queries.ts";
import { withTimeout } from "../db/database-wait.server.ts";
import type { PageApi } from "../pages/page.ts";
import type { PageAddress } from "./page-address.server.ts";
import type { PageData } from "./page-data.ts";
import { loadPage, matchPage } from "./pages.ts";

/** Limits reads that a loader starts without waiting: they go to the database. */
const PART_MS = 1_000;

/** A page can be shown with this client, but without what its database did not answer in time. */
export class IncompletePage extends Error {
  readonly client: QueryClient;

  constructor(client: QueryClient, cause: unknown) {
    super("a part of the page is missing", { cause });
    this.client = client;
  }
}

/**
 * Lets the page's own loader read what it shows.
 * @returns a client that has all of it
 * @throws IncompletePage
 */
export async function fillClient(
  { path, search }: PageAddress,
  api: PageApi,
): Promise<QueryClient> {
  const client = createQueryClient();
  const { page, params } = matchPage(path);
  const { load } = await loadPage(page);
  await load?.({ client, params, search, api });
  const cache = client.getQueryCache();
  const reads = cache.getAll().flatMap(({ promise }) => promise ?? []);
  const timeout = await withTimeout(Promise.allSettled(reads), PART_MS).then(
    () => undefined,
    (error: unknown) => error,
  );
  const missing = cache.findAll({ predicate: ({ state }) => state.status !== "success" });
  if (missing.length === 0) return client;
  const cause = missing.find(({ state }) => state.error)?.state.error ?? timeout;
  // They would be shown as failed, and the browser reads them anew.
  for (const query of missing) cache.remove(query);
  throw new IncompletePage(client, cause);
}

const LIST = hashKey(evsQuery.queryKey);

/** What the browser needs to hydrate the page; parts that show the whole list wait for it there. */
export function queriesOf(client: QueryClient): PageData["queries"] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ queryHash }) => queryHash !== LIST)
    .map(({ queryKey, state }) => [queryKey, state.data]);
}
