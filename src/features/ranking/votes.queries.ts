import { queryOptions, type QueryClient } from "@tanstack/react-query";

import { newest, readJson } from "../../ui/calls/answers.ts";
import type { VoteStats } from "../../domain/vehicle.ts";
import type { Votes } from "./ranking.ts";
import type { MyVotesAnswer } from "./votes.schema.ts";

const VOTES_STALE_MS = 10_000;

/** If a later read fails, the previous votes stay; if the first one fails, zeros (ranking.md#vote-counts). */
export const votesQuery = queryOptions({
  queryKey: ["votes"],
  queryFn: async ({ signal }) => {
    try {
      return await readJson<Votes>(newest("/api/votes"), signal);
    } catch (error) {
      if (!signal.aborted) console.error("The votes could not be loaded.", error);
      throw error;
    }
  },
  staleTime: VOTES_STALE_MS,
});

/** The votes of one model, for a page that shows no others. They are refreshed together with all votes. */
export function modelVotesQuery(evId: number, read = pickVotes) {
  return queryOptions({
    queryKey: [...votesQuery.queryKey, evId],
    queryFn: ({ client }) => read(evId, client),
    staleTime: VOTES_STALE_MS,
  });
}

/** ranking.md#vote-counts */
export const NO_VOTES_YET: VoteStats = { upvotes: 0, downvotes: 0, total: 0 };

async function pickVotes(evId: number, client: QueryClient): Promise<VoteStats> {
  const votes = await client.query(votesQuery);
  return votes[evId] ?? NO_VOTES_YET;
}

/** Other tabs show the votes of the same visitor. */
let otherTabs: BroadcastChannel | undefined;

export const myVotesQuery = queryOptions({
  queryKey: ["my-votes"],
  queryFn: async ({ client, signal }) => {
    if (!otherTabs) {
      otherTabs = new BroadcastChannel("votes");
      const readAgain = () => void client.invalidateQueries({ queryKey: ["my-votes"] });
      otherTabs.addEventListener("message", readAgain);
    }
    return (await readJson<MyVotesAnswer>("/api/votes/mine", signal)).ids;
  },
});

export function broadcastVote(evId: number): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  otherTabs?.postMessage(evId);
}
