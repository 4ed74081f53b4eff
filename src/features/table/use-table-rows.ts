import { useVirtualizer } from "@tanstack/react-virtual";
import { type RefObject, useDeferredValue, useEffect, useState } from "react";

import { useHydrated } from "../../ui/hydration.ts";
import { TABLE_PAGE_ROWS } from "./table-address.ts";
import type { TableRow } from "../../domain/table-rows.ts";

/** So many rows are all rendered, so that the browser's own search finds them (table.md#many-rows). */
const MAX_WHOLE_ROWS = 500;
/** Used before a row is measured; the style sheet has the same value. */
const ROW_HEIGHT_PX = 48;
/** Number of rows rendered beyond the edges of the table, so that fast scrolling shows no gap. */
const ROWS_OVERSCAN = 6;
/** Assumed until it is measured. */
const INITIAL_HEIGHT_PX = 800;

/**
 * Returns the rows to render: one page on the server, later all of them, or if there are many, those in view.
 * @param page page of the served rows, from 1
 */
export function useTableRows(
  region: RefObject<HTMLDivElement | null>,
  rows: readonly TableRow[],
  page: number,
) {
  const isHydrated = useHydrated();
  const isFew = rows.length <= MAX_WHOLE_ROWS;
  // The other pages follow without holding up the first one.
  const isWhole = useDeferredValue(isHydrated && isFew, false);
  const rowHeight = useRowHeight(region);
  const first = (page - 1) * TABLE_PAGE_ROWS;
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    enabled: isHydrated && !isFew,
    overscan: ROWS_OVERSCAN,
    initialRect: { width: 0, height: INITIAL_HEIGHT_PX },
    // The visitor may already have scrolled the served page.
    initialOffset: () => first * rowHeight + (region.current?.scrollTop ?? 0),
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  if (!isHydrated || isFew) {
    const [from, to] = isWhole ? [0, rows.length] : [first, first + TABLE_PAGE_ROWS];
    const shown = rows.slice(from, to).map((_, at) => from + at);
    return { shown, isWhole, spaceBefore: 0, spaceAfter: 0 };
  }
  const items = virtualizer.getVirtualItems();
  const [start, end] = [items[0]?.start ?? 0, items.at(-1)?.end ?? 0];
  return {
    shown: items.map(({ index }) => index),
    isWhole: false,
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
