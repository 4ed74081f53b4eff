import { queryOptions, type QueryClient } from "@tanstack/react-query";

import { anyEvsQuery } from "../catalogue/catalogue.queries.ts";
import { findLeaders, type Leaders, statsById } from "./ranking.ts";
import { votesQuery } from "./votes.queries.ts";

/** The top of the ranking. The server computes it for the document; the browser takes it from the list. */
export function leadersQuery(read = findInList) {
  return queryOptions({ queryKey: ["leaders"] as const, queryFn: ({ client }) => read(client) });
}

async function findInList(client: QueryClient): Promise<Leaders> {
  const [evs, votes] = await Promise.all([
    client.query(anyEvsQuery()),
    // The ranking works without votes (ranking.md#vote-counts).
    client.query(votesQuery).catch(() => undefined),
  ]);
  const { top, modelCount, votes: ofTop } = findLeaders(evs, statsById(votes));
  return { top, modelCount, ...(votes && { votes: ofTop }) };
}
