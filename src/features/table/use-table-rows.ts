import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useEffect, useState } from "react";

import { useHydrated } from "../../ui/hydration.ts";
import {
  ROW_HEIGHT_PX,
  ROWS_OVERSCAN,
  TABLE_INITIAL_HEIGHT_PX,
  TABLE_PAGE_ROWS,
} from "./limits.ts";
import type { TableRow } from "../../domain/table-rows.ts";

/**
 * Returns the rows to render: one page on the server, later those in view (table.md#many-rows).
 * @param page page of the served rows, from 1
 */
export function useTableRows(
  region: RefObject<HTMLDivElement | null>,
  rows: readonly TableRow[],
  page: number,
) {
  const isHydrated = useHydrated();
  const rowHeight = useRowHeight(region);
  const first = (page - 1) * TABLE_PAGE_ROWS;
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    enabled: isHydrated,
    overscan: ROWS_OVERSCAN,
    initialRect: { width: 0, height: TABLE_INITIAL_HEIGHT_PX },
    // The visitor may already have scrolled the served page.
    initialOffset: () => first * rowHeight + (region.current?.scrollTop ?? 0),
    getScrollElement: () => region.current,
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
    /** height of the skipped rows above and below, in pixels */
    spaceBefore: start,
    spaceAfter: virtualizer.getTotalSize() - end,
  };
}

/** All rows have the same height, which depends on the window and the text size. */
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
