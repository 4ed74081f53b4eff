import { useDeferredValue, useMemo, useState } from "react";

import { useDelayedValue } from "../../ui/use-delayed-value.ts";
import { type ScrollMemory, useScrollMemory } from "../../ui/scrolling/scroll-memory.ts";
import { requestTop } from "../../ui/scrolling/forced-top.ts";
import { useCatalogue } from "../catalogue/use-catalogue.ts";
import { nameSearch } from "../../domain/filters/search.ts";
import { balancedScores, NO_SCORE } from "../../domain/scores.ts";
import { sessionText } from "../../ui/session-value.ts";
import { pageOf, rankByVotes, splitRanking, TOP_COUNT, VOTE_FLIGHT_MS } from "./ranking.ts";
import { useVotes } from "./use-votes.ts";

const storedFromRemaining = sessionText("ev_from_remaining_section"); // limits-and-texts.md#storage-keys
const storedPage = sessionText("ev_remaining_page"); // limits-and-texts.md#storage-keys
/** Not in limits-and-texts.md#storage-keys, but the page number depends on it. */
const storedSearch = sessionText("ev_ranking_search");

interface View {
  isOpen: boolean;
  /** zero-based */
  page: number;
  search: string;
}

const FOLDED: View = { isOpen: false, page: 0, search: "" };

const RANKING_MEMORY: ScrollMemory<View> = {
  section: "ranking",
  read() {
    const page = Number(storedPage.get());
    const search = storedSearch.get() ?? "";
    return {
      isOpen: storedFromRemaining.get() === "true" || search !== "",
      page: Number.isSafeInteger(page) && page >= 0 ? page : 0,
      search,
    };
  },
  write(view) {
    storedFromRemaining.set(view && String(view.isOpen));
    storedPage.set(view && String(view.page));
    storedSearch.set(view && view.search);
    return {};
  },
};

/** Starts with the leaders; the whole list is read on demand. */
export function useRanking() {
  const [{ isOpen, page, search }, setView] = useState<View>(FOLDED);
  const change = (next: Partial<View>) => setView((now) => ({ ...now, ...next }));
  const [isListRequested, setListRequested] = useState(false);
  const { evs, counts, isWhole, list } = useCatalogue({ reads: isListRequested || isOpen });
  const { votes, hasVotes, isLoading: areVotesLoading, upvotesOf } = useVotes(counts?.votes);
  // Decided once on arrival, so that a first vote does not move everything under the pointer.
  const [arrival, setArrival] = useState<{ hadVotes: boolean; hasLeader: boolean }>();
  // The second press of a double click must not hit another vehicle's button.
  const orderVotes = useDelayedValue(votes, VOTE_FLIGHT_MS);
  const served = counts?.leaderScores;
  const ranked = useMemo(() => {
    // Scores are relative to all models, so the document has those of its leaders.
    const scoreOf = isWhole ? balancedScores(evs) : (evId: number) => served?.[evId] ?? NO_SCORE;
    return rankByVotes(evs, orderVotes, scoreOf, arrival?.hadVotes === false);
  }, [evs, isWhole, arrival, orderVotes, served]);
  if (!arrival && hasVotes !== undefined)
    setArrival({ hadVotes: hasVotes, hasLeader: hasVotes && ranked[0]?.isTied !== true });
  const text = useDeferredValue(search);
  const isFound = useMemo(() => (text.trim() ? nameSearch(text) : null), [text]);
  const { top, remaining } = useMemo(() => splitRanking(ranked, isFound), [ranked, isFound]);
  const shownPage = pageOf(remaining, page);
  const isPending = !isWhole && !counts?.votes;

  const { save } = useScrollMemory(RANKING_MEMORY, {
    current: () => (isOpen || search !== "" ? { isOpen, page, search } : null),
    onReturn: setView,
    isShown: (kept) => !kept.isOpen || (isWhole && isOpen),
  });

  return {
    list,
    isPending,
    isLoading: isPending && !list.isError,
    isNothingFound: isWhole && top.length + remaining.length === 0,
    isComplete: isWhole,
    hadVotesOnArrival: arrival?.hadVotes === true,
    /** false too if the first ones were equal on arrival */
    hasLeader: arrival?.hasLeader === true,
    /** undefined until known */
    hasVotes,
    areVotesLoading,
    top,
    upvotesOf,
    search,
    /** null for all */
    isFound,
    page: shownPage,
    /** zero-based; may be beyond the last page */
    requestedPage: page,
    isOpen,
    remainingCount: isWhole
      ? remaining.length
      : Math.max(0, (counts?.totals.models ?? 0) - TOP_COUNT),
    /** starts reading the list */
    requestList: () => setListRequested(true),
    toggle: () => change({ isOpen: !isOpen, page: 0 }), // ranking.md#remaining-vehicles
    changeSearch(next: string) {
      setListRequested(true);
      // A search resets the page (ranking.md#ranking-search) and opens the toggle to show its results.
      change({ search: next, page: 0, isOpen: isOpen || next.trim() !== "" });
    },
    goToPage: (next: number) => change({ page: next }),
    /** call this before following a link to a vehicle */
    saveScroll: (fromRemaining: boolean) => {
      save({ isOpen: fromRemaining, page, search });
      requestTop();
    },
  };
}

export type RankingState = ReturnType<typeof useRanking>;
