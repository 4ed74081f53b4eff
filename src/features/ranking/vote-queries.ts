import { queryOptions } from "@tanstack/react-query";

import { newest, readJson } from "../../api/answers.ts";
import { VOTES_STALE_MS } from "./limits.ts";
import type { Votes } from "./ranking.ts";
import type { MyVotesAnswer } from "./votes.schema.ts";

/** Everybody's votes. After a failure the former ones stand, or zeros (ranking.md#vote-counts). */
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

/** They show the same visitor's votes. */
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

export function tellOtherTabs(evId: number): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  otherTabs?.postMessage(evId);
}

export interface VoteHandlers {
  onCounted: () => void;
  /** voted before, perhaps in another tab */
  onAlready: (sentence: string) => void;
  onFailed: () => void;
}
