import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useCallback, useEffect, useState } from "react";

import { useHydrated } from "../../ui/use-hydrated.ts";
import {
  ROW_HEIGHT_PX,
  ROWS_OVERSCAN,
  TABLE_INITIAL_HEIGHT_PX,
  TABLE_PAGE_ROWS,
} from "./limits.ts";
import type { TableRow } from "../../domain/table-rows.ts";

/**
 * The rows that are in the document: one page of them as the server writes it, then those in view
 * (table.md#many-rows).
 * @param page from 1, of the served rows
 */
export function useTableRows(
  region: RefObject<HTMLDivElement | null>,
  rows: readonly TableRow[],
  page: number,
) {
  const isHydrated = useHydrated();
  const rowHeight = useRowHeight(region);
  const first = (page - 1) * TABLE_PAGE_ROWS;
  // A new function would forget all measures.
  const getItemKey = useCallback((index: number) => rows[index]?.shown.rowId ?? index, [rows]);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    enabled: isHydrated,
    overscan: ROWS_OVERSCAN,
    initialRect: { width: 0, height: TABLE_INITIAL_HEIGHT_PX },
    // The visitor may have scrolled the served page already.
    initialOffset: () => first * rowHeight + (region.current?.scrollTop ?? 0),
    getScrollElement: () => region.current,
    getItemKey,
    estimateSize: () => rowHeight,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  if (!isHydrated) {
    const served = rows.slice(first, first + TABLE_PAGE_ROWS);
    return { shown: served.map((_, at) => first + at), spaceBefore: 0, spaceAfter: 0 };
  }
  const items = virtualizer.getVirtualItems();
  const [start, end] = [items[0]?.start ?? 0, items.at(-1)?.end ?? 0];
  return {
    shown: items.map(({ index }) => index),
    /** pixels in place of the rows above and below */
    spaceBefore: start,
    spaceAfter: virtualizer.getTotalSize() - end,
  };
}

/** All rows are equally high; how high depends on the window and the size of its text. */
function useRowHeight(region: RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(ROW_HEIGHT_PX);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const row = element.querySelector("tbody tr");
      if (row) setHeight(row.getBoundingClientRect().height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [region]);
  return height;
}
