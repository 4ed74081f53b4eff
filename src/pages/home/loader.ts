import type { QueryClient } from "@tanstack/react-query";

import { SEARCH_ID } from "../../domain/routes.ts";
import { anyEvsQuery } from "../../features/catalogue/catalogue.queries.ts";
import { sliceQuery } from "../../features/catalogue/use-catalogue.ts";
import { votesQuery } from "../../features/ranking/votes.queries.ts";
import type { LoaderContext } from "../page.ts";
import { Compare, Discover, loadParts, Ranking, Savings, Search } from "./home-parts.tsx";

export function loadHome({ client, search, api }: LoaderContext): Promise<unknown> {
  return Promise.all([
    client.query(anyEvsQuery(api?.readEvs)),
    // The ranking works without votes (ranking.md#vote-counts).
    api
      ? client.query(sliceQuery(() => api.readCatalogue("home", search)))
      : client.query(votesQuery).catch(() => undefined),
    Search.preload(),
    Ranking.preload(),
  ]);
}

export async function loadSections(client: QueryClient, hash: string): Promise<void> {
  if (hash === "" || hash === `#${SEARCH_ID}`) return;
  await Promise.all([
    client.query(anyEvsQuery()),
    ...[Search, Ranking, Discover, Compare, Savings].map(({ preload }) => preload()),
    loadParts().then(({ Explore }) => Explore.preload()),
    import("../../features/sections/active-section.ts"),
  ]);
}
