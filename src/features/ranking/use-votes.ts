import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useHydrated } from "../../ui/hydration.ts";
import { showCodeMissing } from "../../ui/lazy.tsx";
import { toast, toastFailure } from "../../ui/toast.ts";
import type { EvSummary } from "../../domain/vehicle.ts";
import type { Votes } from "./ranking.ts";
import { modelVotesQuery, myVotesQuery, votesQuery } from "./votes.queries.ts";

const NO_VOTES: Votes = {};
/** Models whose vote is being sent. One store is enough, since a tab has one visitor. */
const pendingVotes = createStore<{ evIds: readonly number[] }>(() => ({ evIds: [] }));

function useMyVotes(): readonly number[] {
  // Depends on the visitor, so it is not part of the served page.
  const isHydrated = useHydrated();
  const { data } = useQuery(myVotesQuery);
  return (isHydrated && data) || [];
}

/** Whether the visitor has voted for a model. */
export function useIsCast(evId: number): boolean {
  return useMyVotes().includes(evId);
}

/** @returns the number of the visitor's own votes that are not counted yet (ranking.md#votes) */
function usePendingVotes(): (evId: number) => 0 | 1 {
  const pending = useStore(pendingVotes).evIds;
  const mine = useMyVotes();
  return (evId) => (pending.includes(evId) && !mine.includes(evId) ? 1 : 0);
}

/** The upvotes of one model. @returns null while they are loading */
export function useUpvotes(evId: number): number | null {
  const { data, isError } = useQuery(modelVotesQuery(evId));
  const pendingOf = usePendingVotes();
  // Show zeros if the votes cannot be read (ranking.md#vote-counts).
  if (!data && !isError) return null;
  return (data?.upvotes ?? 0) + pendingOf(evId);
}

/** Reads all votes. @param served the leaders' votes from the document, used until the call answers */
export function useVotes(served: Votes = NO_VOTES) {
  const isHydrated = useHydrated();
  const { data, isError } = useQuery(votesQuery);
  const pendingOf = usePendingVotes();
  const votes = useMemo(
    () => (isHydrated && data ? { ...served, ...data } : served),
    [isHydrated, data, served],
  );
  const isAnyPending = useStore(pendingVotes, ({ evIds }) => evIds.length > 0);
  const isAnyCast = isAnyPending || Object.values(votes).some(({ upvotes }) => upvotes > 0);
  const areVotesKnown = served !== NO_VOTES || data !== undefined;
  // Show zeros if the votes cannot be read (ranking.md#vote-counts).
  const isLoading = !areVotesKnown && !isError;
  return {
    votes,
    /** includes pending votes; undefined until known */
    hasVotes: areVotesKnown ? isAnyCast : undefined,
    isLoading,
    /** includes the visitor's pending vote (ranking.md#votes); null while the votes are loading */
    upvotesOf: (evId: number) => {
      if (isLoading) return null;
      return (votes[evId]?.upvotes ?? 0) + pendingOf(evId);
    },
  };
}

const loadCasting = () => import("./submit-vote.ts");

/** Trying again would not help while online: the code belongs to another release. */
function sayMissing(error: unknown): never {
  if (navigator.onLine) showCodeMissing(true);
  throw error;
}

type VotedModel = Pick<EvSummary, "id" | "make" | "model">;

/** Votes for a model and says what came of it, even if the button is gone by then (ranking.md#votes). */
export function useVote(ev: VotedModel) {
  const { id, make, model } = ev;
  const client = useQueryClient();
  const isPending = useStore(pendingVotes, ({ evIds }) => evIds.includes(id));
  const { takeBack } = useTakeBack(ev);
  /** @param icon the icon to animate */
  const vote = async (icon: Element | null) => {
    pendingVotes.setState(({ evIds }) => ({ evIds: [...evIds, id] }));
    try {
      const { sendVote, flyIcon } = await loadCasting().catch(sayMissing);
      flyIcon(icon);
      const refusal = await sendVote(client, id, true);
      // ranking.md#one-vote-for-each-visitor
      if (refusal !== null) toast({ description: refusal, isRefusal: true });
      else
        toast({
          description: `Successfully upvoted ${make} ${model}`,
          action: { label: "Undo", onClick: () => void takeBack() },
        });
    } catch {
      // ranking.md#votes
      const description = "Failed to submit vote. Please try again.";
      toast({ variant: "destructive", description });
    } finally {
      pendingVotes.setState(({ evIds }) => ({ evIds: evIds.filter((other) => other !== id) }));
    }
  };
  return { isPending, fetchAhead: () => void loadCasting().catch(() => undefined), vote };
}

/** Takes back the visitor's vote for a model and reports the result (ranking.md#taking-a-vote-back). */
export function useTakeBack({ id, make, model }: VotedModel) {
  const client = useQueryClient();
  const [isPending, setPending] = useState(false);
  const takeBack = async (onDone?: () => void) => {
    setPending(true);
    try {
      const { sendVote } = await loadCasting().catch(sayMissing);
      await sendVote(client, id, false);
      toast({ description: `You took back your vote for ${make} ${model}.` });
      onDone?.();
    } catch (error) {
      toastFailure(error);
    } finally {
      setPending(false);
    }
  };
  return { isPending, takeBack };
}
