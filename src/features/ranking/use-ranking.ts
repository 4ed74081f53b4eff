import { useQuery } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";

import type { Ev } from "../../vehicle/vehicle.ts";
import { evsQuery } from "../catalogue/catalogue.client.ts";
import { askForTop } from "../catalogue/detail-scroll.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import { TOP_COUNT, VOTE_FLIGHT_MS } from "./limits.ts";
import { pageOf, rankByVotes, splitRanking } from "./ranking.ts";
import {
  forgetRankingPlace,
  type RankingPlace,
  readRankingPlace,
  restoreRankingScroll,
  saveRankingPlace,
} from "./ranking-scroll.ts";
import { rankingStartQuery, useVotes } from "./votes.client.ts";

/** What the visitor has opened of the ranking. */
interface View {
  isOpen: boolean;
  /** zero-based */
  page: number;
  search: string;
}

const FOLDED: View = { isOpen: false, page: 0, search: "" };
const NO_EVS: readonly Ev[] = [];

/**
 * A value that changes only some time after it did: another vehicle's button must not come under
 * the pointer while a press may still become a double one.
 */
function useHeld<T>(value: T, milliseconds: number): T {
  const [held, setHeld] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setHeld(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return held;
}

/** Whether the document was asked for by a link or an address, not by a reload or a step back. */
function isFirstVisit(): boolean {
  const [entry] = performance.getEntriesByType("navigation");
  return entry instanceof PerformanceNavigationTiming && entry.type === "navigate";
}

/** Keeps what has been opened while the document goes, for when it comes again. */
function useKeptForReload(opened: RankingPlace | null): void {
  const keep = useEffectEvent(() => {
    // A place that is still being restored, or that was just left for a vehicle, is kept already.
    if (opened && !readRankingPlace()) saveRankingPlace(opened);
  });
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    addEventListener("pagehide", () => keep(), { signal });
    // A browser may show the very document again.
    addEventListener("pageshow", ({ persisted }) => persisted && forgetRankingPlace(), { signal });
    return () => stopped.abort();
  }, []);
}

/**
 * The ranking as it stands and what the visitor has opened of it. The leaders come with the page;
 * the whole list is asked for when somebody wants to see more than them.
 */
export function useRanking() {
  const start = useQuery(rankingStartQuery).data;
  const [{ isOpen, page, search }, setView] = useState<View>(FOLDED);
  const change = (next: Partial<View>) => setView((now) => ({ ...now, ...next }));
  const [isWanted, setWanted] = useState(false);
  const isHydrated = useHydrated();
  const list = useQuery({ ...evsQuery, enabled: isWanted || isOpen || !start });
  // What arrived before this part was hydrated is no part of the served page.
  const evs = isHydrated || !start ? list.data : undefined;
  const { votes, upvotesOf } = useVotes(start?.votes);

  const orderVotes = useHeld(votes, VOTE_FLIGHT_MS);
  const ranked = useMemo(
    () => rankByVotes(evs ?? start?.top ?? NO_EVS, orderVotes),
    [evs, start, orderVotes],
  );
  const text = useDeferredValue(search);
  const { top, remaining } = useMemo(() => splitRanking(ranked, text), [ranked, text]);
  const isComplete = evs !== undefined;
  const modelCount = evs?.length ?? start?.modelCount ?? 0;
  const shownPage = pageOf(remaining, page);

  const isBack = useEffectEvent(() => isComplete && isOpen);
  useEffect(() => {
    // What was kept for a reload is not for whoever comes anew.
    if (!isHydrated && isFirstVisit()) forgetRankingPlace();
    // A fragment says where to go, and wins.
    const place = location.hash ? null : readRankingPlace();
    if (!place) return;
    const { fromRemaining, page: kept, search: searched, scrollY } = place;
    const needsList = fromRemaining || searched !== "";
    // Storage is the browser's: the first render has to be the server's.
    setView({ isOpen: needsList, page: kept, search: searched });
    return restoreRankingScroll(scrollY, () => !needsList || isBack());
    // Once: what is restored is what was there when it came.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  useKeptForReload(isOpen || search !== "" ? { fromRemaining: isOpen, page, search } : null);

  return {
    list,
    /** nothing is known yet, not even the leaders */
    isPending: !isComplete && !start,
    /** whether the remaining vehicles have arrived */
    isComplete,
    modelCount,
    top,
    upvotesOf,
    search,
    page: shownPage,
    isOpen,
    /** vehicles behind the toggle */
    remainingCount: isComplete ? remaining.length : Math.max(0, modelCount - TOP_COUNT),
    /** asks for the list before it is needed */
    want: () => setWanted(true),
    toggle: () => change({ isOpen: !isOpen, page: 0 }), // §4
    changeSearch(next: string) {
      setWanted(true);
      // A search resets the page (§2). What it finds must be seen, also behind the toggle.
      change({ search: next, page: 0, isOpen: isOpen || next.trim() !== "" });
    },
    turnTo: (next: number) => change({ page: next }),
    /** called before a vehicle is followed */
    leave: (fromRemaining: boolean) => {
      saveRankingPlace({ fromRemaining, page: shownPage.page, search });
      askForTop();
    },
  };
}

export type RankingState = ReturnType<typeof useRanking>;
