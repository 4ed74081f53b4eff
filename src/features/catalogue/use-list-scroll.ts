import { useCallback, useEffect, useLayoutEffect, useRef } from "react";

import type { Sort } from "../filters/sort.ts";
import { readScroll, restoreScroll, saveScroll } from "./scroll-restore.ts";
import type { Rows } from "./use-rows.ts";

export interface ListScroll {
  rows: Rows;
  filterState: unknown;
  sort: Sort;
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

  useEffect(() => {
    // A fragment says where to go, and wins.
    const kept = location.hash ? null : readScroll();
    if (!kept) return;
    const { main, place } = kept;
    if (main.filterState !== null) latest.current.onRestoreFilters?.(main.filterState);
    return restoreScroll(main.scrollY, () => !place || latest.current.rows.scrollTo(place));
  }, []);

  const order = JSON.stringify([list.filterState, list.sort]);
  const shownOrder = useRef(order);
  useEffect(() => {
    if (shownOrder.current === order) return;
    shownOrder.current = order;
    latest.current.rows.scrollToEdge("start");
  }, [order]);

  return useCallback(() => {
    const { filterState, rows } = latest.current;
    saveScroll(filterState, rows.place());
  }, []);
}
