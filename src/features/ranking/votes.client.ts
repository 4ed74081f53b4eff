import {
  queryOptions,
  type QueryClient,
  skipToken,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { showCodeMissing } from "../../ui/load-code.ts";
import { whenPageRests } from "../../ui/page-rest.ts";
import type { RankingStart, Votes } from "./ranking.ts";
import { myVotesQuery, type VoteHandlers, votesQuery } from "./vote-queries.ts";

/** Filled by the document only. */
export const rankingStartQuery = queryOptions<RankingStart>({
  queryKey: ["ranking"],
  queryFn: skipToken,
});

/** Filled by the model's document only. */
export function vehicleVotesQuery(evId: number) {
  return queryOptions<Votes>({ queryKey: ["vehicle-votes", evId], queryFn: skipToken });
}

/** For a ranking that stands as it shall stay when it is first seen. Failures are the ranking's. */
export const prepareVotes = (client: QueryClient) => client.prefetchQuery(votesQuery);

const NO_VOTES: Votes = {};
/** Models whose votes are on their way: a tab has one visitor. */
const pendingVotes = createStore<{ evIds: readonly number[] }>(() => ({ evIds: [] }));

function useMyVotes(): readonly number[] {
  // The visitor's own, so not part of the served page.
  const isHydrated = useHydrated();
  const { data } = useQuery(myVotesQuery);
  return (isHydrated && data) || [];
}

/** @param served the document's votes, until the call answers */
export function useVotes(served: Votes = NO_VOTES) {
  const isHydrated = useHydrated();
  const { data, isError } = useQuery(votesQuery);
  const pending = useStore(pendingVotes).evIds;
  const mine = useMyVotes();
  const votes = useMemo(
    () => (isHydrated && data ? { ...served, ...data } : served),
    [isHydrated, data, served],
  );
  const areVotesKnown = served !== NO_VOTES || data !== undefined;
  // After a failure zeros are shown (ranking.md#vote-counts).
  const isLoading = !areVotesKnown && !isError;
  return {
    votes,
    areVotesKnown,
    isLoading,
    /** with the visitor's pending vote (ranking.md#votes); null while the votes are loading */
    upvotesOf: (evId: number) => {
      if (isLoading) return null;
      const isOnItsWay = pending.includes(evId) && !mine.includes(evId);
      return (votes[evId]?.upvotes ?? 0) + (isOnItsWay ? 1 : 0);
    },
  };
}

const loadCasting = () => import("./cast-vote.ts");

/** With a network another try would not help: the code is of another release. */
function sayMissing(error: unknown): never {
  if (navigator.onLine) showCodeMissing(true);
  throw error;
}

export function useVote(evId: number, handlers: VoteHandlers) {
  const client = useQueryClient();
  const isPending = useStore(pendingVotes, ({ evIds }) => evIds.includes(evId));
  const isCast = useMyVotes().includes(evId);
  useEffect(
    () =>
      void whenPageRests()
        .then(loadCasting)
        .catch(() => undefined),
    [],
  );
  const vote = async (icon: Element | null) => {
    pendingVotes.setState(({ evIds }) => ({ evIds: [...evIds, evId] }));
    try {
      const { castVote, flyIcon } = await loadCasting().catch(sayMissing);
      flyIcon(icon);
      await castVote(client, evId, handlers);
    } catch {
      handlers.onFailed();
    } finally {
      pendingVotes.setState(({ evIds }) => ({ evIds: evIds.filter((id) => id !== evId) }));
    }
  };
  return {
    isPending,
    isCast /** @param icon rises and fades */,
    vote: (icon: Element | null) => void vote(icon),
  };
}
