/** The return to the list, where a card or trim was clicked (finding.md#return-to-the-list). */
import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

import {
  forgetScroll,
  type ListPlace,
  readScroll,
  restoreScroll,
  saveScroll,
} from "./kept-scroll.ts";

interface ScrolledList {
  place: () => ListPlace | null;
  /** @returns true when the model stands there and will stay */
  scrollTo: (place: ListPlace) => boolean;
  scrollToEdge: (edge: "start" | "end") => void;
}

interface ListScroll {
  rows: ScrolledList;
  filterState: unknown;
  onRestoreFilters: ((filterState: unknown) => void) | undefined;
}

/**
 * Keeps and restores the place (finding.md#return-to-the-list), and scrolls up after a change of the filters
 * or the sort.
 * @returns keeps the place; a stable function
 */
export function useListScroll(list: ListScroll): () => void {
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  });

  /** The kept filters take a while to be found with. */
  const returning = useRef<ReturnType<typeof readScroll>>(null);
  const restore = useCallback(
    ({ main, place }: NonNullable<ReturnType<typeof readScroll>>) =>
      restoreScroll(
        main.scrollY,
        () => !place || latest.current.rows.scrollTo(place),
        forgetScroll,
      ),
    [],
  );

  useEffect(() => {
    // A fragment says where to go, and wins.
    const kept = location.hash ? null : readScroll();
    if (!kept) return;
    const { filterState } = kept.main;
    if (filterState !== null) latest.current.onRestoreFilters?.(filterState);
    returning.current = kept;
    return restore(kept);
  }, [restore]);

  const { filterState } = list;
  const shownState = useRef(filterState);
  useEffect(() => {
    if (shownState.current === filterState) return;
    shownState.current = filterState;
    const kept = returning.current;
    returning.current = null;
    if (kept && kept.main.filterState === filterState) return restore(kept);
    latest.current.rows.scrollToEdge("start");
    return;
  }, [filterState, restore]);

  return useCallback(() => {
    const { rows, ...shown } = latest.current;
    saveScroll(shown.filterState, rows.place());
  }, []);
}
