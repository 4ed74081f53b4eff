import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

import { readScroll, restoreScroll, saveScroll } from "./scroll-restore.ts";
import type { Rows } from "./use-rows.ts";

export interface ListScroll {
  rows: Rows;
  /** sort and all */
  filterState: unknown;
  onRestoreFilters: ((filterState: unknown) => void) | undefined;
}

/**
 * Keeps and restores where page and list were (§4), and shows the best match first after a change
 * of the filters or the sort.
 * @returns keeps the position; the same function for ever
 */
export function useListScroll(list: ListScroll): () => void {
  const latest = useRef(list);
  useLayoutEffect(() => {
    latest.current = list;
  });

  /** where to return to with the filters that were kept, which take a while to be found with */
  const returning = useRef<ReturnType<typeof readScroll>>(null);
  const restore = useCallback(
    ({ main, place }: NonNullable<ReturnType<typeof readScroll>>) =>
      restoreScroll(main.scrollY, () => !place || latest.current.rows.scrollTo(place)),
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
