import {
  notifyManager,
  type QueryClient,
  queryOptions,
  skipToken,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo, useSyncExternalStore } from "react";
import type { VoteStats } from "../../vehicle/vehicle.store.server.ts";
import { AnswerError, readJson } from "../../api/answers.ts";
import { sendJson } from "../../api/send.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { VOTES_STALE_MS } from "./limits.ts";
import type { RankingStart, Votes } from "./ranking.ts";

/** Filled by the document only. */
export const rankingStartQuery = queryOptions<RankingStart>({
  queryKey: ["ranking"],
  queryFn: skipToken,
});

/** Filled by the model's document only. */
export function vehicleVotesQuery(evId: number) {
  return queryOptions<Votes>({ queryKey: ["vehicle-votes", evId], queryFn: skipToken });
}

/** Everybody's votes. After a failure the former ones stand, or zeros (§8). */
const votesQuery = queryOptions({
  queryKey: ["votes"],
  queryFn: async ({ signal }) => {
    try {
      return await readJson<Votes>("/api/votes", signal);
    } catch (error) {
      if (!signal.aborted) console.error("The votes could not be loaded.", error);
      throw error;
    }
  },
  staleTime: VOTES_STALE_MS,
});

/** They show the same visitor's votes. */
let otherTabs: BroadcastChannel | undefined;

const myVotesQuery = queryOptions({
  queryKey: ["my-votes"],
  queryFn: async ({ client, signal }) => {
    if (!otherTabs) {
      otherTabs = new BroadcastChannel("votes");
      const readAgain = () => void client.invalidateQueries({ queryKey: ["my-votes"] });
      otherTabs.addEventListener("message", readAgain);
    }
    return (await readJson<{ ids: number[] }>("/api/votes/mine", signal)).ids;
  },
});

/** Shows a vote at once and reads all votes again. */
function recordVote(client: QueryClient, evId: number, stats?: VoteStats): void {
  // A read under way may predate the vote.
  void client.cancelQueries(votesQuery);
  void client.cancelQueries(myVotesQuery);
  notifyManager.batch(() => {
    if (stats) client.setQueryData(votesQuery.queryKey, (all) => ({ ...all, [evId]: stats }));
    client.setQueryData(myVotesQuery.queryKey, (ids) => [...(ids ?? []), evId]);
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  otherTabs?.postMessage(evId);
  void client.invalidateQueries(votesQuery);
  void client.invalidateQueries(myVotesQuery);
}

const NO_VOTES: Votes = {};
const NO_IDS: readonly number[] = [];
let pendingVotes = NO_IDS;
const pendingListeners = new Set<() => void>();
/** One at a time: the first answer sets the visitor's cookie for the next. */
let lastVote: Promise<unknown> = Promise.resolve();

function setPendingVotes(ids: readonly number[]): void {
  pendingVotes = ids;
  for (const listener of pendingListeners) listener();
}

function onPendingVotes(listener: () => void): () => void {
  pendingListeners.add(listener);
  return () => pendingListeners.delete(listener);
}

/** Whose votes are on their way: a tab has one visitor. */
function usePendingVotes(): readonly number[] {
  return useSyncExternalStore(
    onPendingVotes,
    () => pendingVotes,
    () => NO_IDS,
  );
}

function useMyVotes(): readonly number[] {
  // The visitor's own, so not part of the served page.
  const isHydrated = useHydrated();
  const { data } = useQuery(myVotesQuery);
  return (isHydrated && data) || [];
}

/** @param served the document's votes, until the call answers */
export function useVotes(served: Votes = NO_VOTES) {
  const isHydrated = useHydrated();
  const { data } = useQuery(votesQuery);
  const pending = usePendingVotes();
  const mine = useMyVotes();
  const votes = useMemo(
    () => (isHydrated && data ? { ...served, ...data } : served),
    [isHydrated, data, served],
  );
  return {
    votes,
    /** with the visitor's pending vote (§4) */
    upvotesOf: (evId: number) => {
      const isOnItsWay = pending.includes(evId) && !mine.includes(evId);
      return (votes[evId]?.upvotes ?? 0) + (isOnItsWay ? 1 : 0);
    },
  };
}

interface VoteHandlers {
  onCounted: () => void;
  /** voted before, perhaps in another tab */
  onAlready: (sentence: string) => void;
  onFailed: () => void;
}

/** Sends a vote after those before it. The handlers run even when the button is unmounted. */
async function castVote(client: QueryClient, evId: number, handlers: VoteHandlers): Promise<void> {
  setPendingVotes([...pendingVotes, evId]);
  const sending = lastVote.then(() =>
    sendJson<VoteStats>("POST", `/api/evs/${evId}/votes`, { isUpvote: true }),
  );
  lastVote = sending.catch(() => undefined);
  try {
    recordVote(client, evId, await sending);
    handlers.onCounted();
  } catch (error) {
    if (error instanceof AnswerError && error.status === 409) {
      recordVote(client, evId);
      handlers.onAlready(error.sentence);
    } else {
      handlers.onFailed();
    }
  } finally {
    setPendingVotes(pendingVotes.filter((id) => id !== evId));
  }
}

export function useVote(evId: number, handlers: VoteHandlers) {
  const client = useQueryClient();
  const isPending = usePendingVotes().includes(evId);
  const isCast = useMyVotes().includes(evId);
  return { isPending, isCast, vote: () => void castVote(client, evId, handlers) };
}
