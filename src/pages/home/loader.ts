import type { QueryClient } from "@tanstack/react-query";

import { SEARCH_ID } from "../../domain/routes.ts";
import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { votesQuery } from "../../features/ranking/votes.queries.ts";
import { lazyPart } from "../../ui/lazy.tsx";
import type { LoaderContext } from "../page.ts";

const loadParts = () => import("./all-parts.tsx");
const LOADING = "Loading EVs...";

/** The page's parts, which hydrate one after another. */
export const Search = lazyPart(async () => (await loadParts()).SearchPart, "var(--search)");
export const Ranking = lazyPart(async () => (await loadParts()).RankingSection, "540px", LOADING);
export const Discover = lazyPart(async () => (await loadParts()).DiscoverPart, "1200px", LOADING);
export const Compare = lazyPart(async () => (await loadParts()).CompareSection, "440px");
export const Savings = lazyPart(async () => (await loadParts()).SavingsPart, "720px");

export function loadHome({ client, api }: LoaderContext): Promise<unknown> {
  return Promise.all([
    client.query(anyEvsQuery),
    // A document has the leaders' votes in its slice. The ranking works without votes (ranking.md#vote-counts).
    !api && client.query(votesQuery).catch(() => undefined),
    Search.preload(),
    Ranking.preload(),
  ]);
}

export async function loadSections(client: QueryClient, hash: string): Promise<void> {
  if (hash === "" || hash === `#${SEARCH_ID}`) return;
  await Promise.all([
    client.query(anyEvsQuery),
    ...[Search, Ranking, Discover, Compare, Savings].map(({ preload }) => preload()),
    loadParts().then(({ Explore }) => Explore.preload()),
  ]);
}
