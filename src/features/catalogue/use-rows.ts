import { useVirtualizer } from "@tanstack/react-virtual";
import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from "react";

import type { Match } from "../filters/find-models.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import {
  FIRST_CARDS,
  LIST_INITIAL_HEIGHT_PX,
  LIST_OVERSCAN,
  LIST_OVERSCAN_CHANGING,
  LIST_REST_MS,
  MAX_TRIM_COLUMNS,
} from "./limits.ts";
import type { ListPlace, ScrolledList } from "./scroll-restore.ts";
import { onVisitorInput } from "../../ui/visitor-input.ts";

/** Heights in pixels before the first card of a kind is measured. */
const EXPECTED_HEIGHT = { waiting: 190, plain: 190, columns: 215, strip: 280 };
type RowKind = keyof typeof EXPECTED_HEIGHT;

function kindOf(match: Match | undefined): RowKind {
  if (!match) return "waiting";
  const others = match.ev.trims.length - 1;
  return others === 0 ? "plain" : others > MAX_TRIM_COLUMNS ? "strip" : "columns";
}

/** A row that is in the document. */
interface Row {
  index: number;
  key: string | number | bigint;
}

export interface Rows extends ScrolledList {
  /** rows in the document, in order */
  shown: readonly Row[];
  /** they are the document's own, and more than any screen shows at once */
  isServed: boolean;
  /** pixels that stand for the rows above and below them */
  spaceBefore: number;
  spaceAfter: number;
  /** ref of each row; it needs `data-index` */
  measure: (row: HTMLElement | null) => void;
}

/**
 * Which rows of the list are in the document. They stand in normal flow between two spaces, so that
 * the server's page, the page without JavaScript and the virtual list look the same.
 */
export function useRows(
  region: RefObject<HTMLDivElement | null>,
  matches: readonly Match[],
  count: number,
): Rows {
  const hydrated = useHydrated();
  // Cards of one kind are mostly alike: the first one measured foretells the rest. It stays, since
  // another forecast would move whatever is in view below the rows not yet measured.
  const heights = useRef<Partial<Record<RowKind, number>>>({});
  const keyOf = useCallback(
    (index: number) => matches[index]?.ev.id ?? `waiting-${index}`,
    [matches],
  );

  const isAtRest = useRest(matches);
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count,
    enabled: hydrated,
    // Drawn again at once for other rows only; for a measured height, which moves but the space below
    // the rows, in slices: a key pressed meanwhile would wait for it.
    directDomUpdates: true,
    onChange: (_, isScroll) => {
      if (!isScroll) startTransition(redraw);
    },
    overscan: isAtRest ? LIST_OVERSCAN : LIST_OVERSCAN_CHANGING,
    initialRect: { width: 0, height: LIST_INITIAL_HEIGHT_PX },
    // The visitor may have scrolled the served page already.
    initialOffset: () => region.current?.scrollTop ?? 0,
    getScrollElement: () => region.current,
    getItemKey: keyOf,
    estimateSize: (index) => {
      const kind = kindOf(matches[index]);
      return heights.current[kind] ?? EXPECTED_HEIGHT[kind];
    },
    measureElement: (element: HTMLElement, entry, instance) => {
      const index = instance.indexFromElement(element);
      const box = entry?.borderBoxSize[0];
      // The browser tells each height with its next layout; asking for it would cost one at once.
      if (!box)
        return instance.measurementsCache[index]?.size ?? instance.options.estimateSize(index);
      // With fractions, which add up over the rows that a space stands for.
      const height = box.blockSize;
      heights.current[kindOf(matches[index])] ??= height;
      return height;
    },
  });

  const place = () => {
    const top = virtualizer.getVirtualItemForOffset(virtualizer.scrollOffset ?? 0);
    const match = top && matches[top.index];
    return match
      ? { evId: match.ev.id, offset: (virtualizer.scrollOffset ?? 0) - top.start }
      : null;
  };
  const scrollTo = ({ evId, offset }: ListPlace) => {
    const index = matches.findIndex(({ ev }) => ev.id === evId);
    const [start] = (index >= 0 && virtualizer.getOffsetForIndex(index, "start")) || [];
    const element = region.current;
    if (start === undefined || !element) return false;
    wished.current = null;
    const target = start + offset;
    const placed = Math.abs(element.scrollTop - target) < 2;
    if (!placed) virtualizer.scrollToOffset(target);
    return placed;
  };

  useWidthChange(region, () => {
    const kept = place();
    heights.current = {};
    virtualizer.measure();
    if (kept) scrollTo(kept);
  });

  // The end moves with each height that is measured, and before the takeover there is none: what was
  // asked for is done again until the visitor does something else.
  const wished = useRef<"start" | "end" | null>(null);
  const scrollToEdge = (edge: "start" | "end") => {
    wished.current = edge;
    if (edge === "end") virtualizer.scrollToEnd();
    // Where it stands already: asking the browser to go there costs a layout.
    else if (virtualizer.scrollOffset !== 0) virtualizer.scrollToOffset(0);
  };
  useEffect(() => {
    const element = region.current;
    return element ? onVisitorInput(element, () => (wished.current = null)) : undefined;
  }, [region]);

  const total = virtualizer.getTotalSize();
  const keepWish = useEffectEvent(() => {
    if (wished.current) scrollToEdge(wished.current);
  });
  useLayoutEffect(() => {
    if (hydrated) keepWish();
  }, [hydrated, total]);

  const items = virtualizer.getVirtualItems();
  const [first, last] = [items[0], items.at(-1)];
  const served = Array.from({ length: Math.min(matches.length, FIRST_CARDS) }, (_, index) => ({
    index,
    key: keyOf(index),
  }));
  return {
    shown: hydrated ? items : served,
    isServed: !hydrated && served.length === FIRST_CARDS,
    spaceBefore: first?.start ?? 0,
    spaceAfter: last ? total - last.end : 0,
    measure: virtualizer.measureElement,
    place,
    scrollTo,
    scrollToEdge,
  };
}

/**
 * Whether the list has been the same for a while. A card is dear: while a visitor types, only those
 * in view are drawn.
 */
function useRest(matches: readonly Match[]): boolean {
  const [rested, setRested] = useState(matches);
  useEffect(() => {
    const rest = () => startTransition(() => setRested(matches));
    const timer = setTimeout(rest, LIST_REST_MS);
    return () => clearTimeout(timer);
  }, [matches]);
  return rested === matches;
}

/** Cards wrap anew when the list gets another width: what was measured no longer holds. */
function useWidthChange(region: RefObject<HTMLDivElement | null>, onChange: () => void) {
  const changed = useEffectEvent(onChange);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    let width = element.clientWidth;
    const observer = new ResizeObserver(() => {
      if (element.clientWidth === width) return;
      width = element.clientWidth;
      changed();
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [region]);
}
