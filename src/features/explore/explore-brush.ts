import { type PointerEvent, type RefObject, useRef, useState } from "react";

import {
  clearPrice,
  clearRange,
  type FilterState,
  setPriceCeiling,
} from "../filters/filter-state.ts";
import { snapToStep } from "../../ui/slider-value.ts";
import { PANEL_RANGE_MILES, type Pair, SHOWCASE_PRICE_USD } from "../filters/limits.ts";
import { useFilters } from "../filters/use-filters.tsx";
import type { ExploreScale } from "./explore-points.ts";

/** null filters nothing */
export interface ExploreSelection {
  /** miles; an end at its slider's end is open */
  readonly range: Pair | null;
  readonly dollars: number | null;
}

/** Per cent from the left and from the top of the plot. */
export interface Sides {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/**
 * The sides are the least and the greatest range, the upper edge is the highest price; there is no
 * least price (readings 5).
 */
export function selectionAt(scale: ExploreScale, { left, right, top }: Sides): ExploreSelection {
  const { min, max, minGap } = PANEL_RANGE_MILES;
  const lower = Math.min(snapToStep(scale.milesAt(left), PANEL_RANGE_MILES), max - minGap);
  const upper = Math.max(snapToStep(scale.milesAt(right), PANEL_RANGE_MILES), lower + minGap);
  const dollars = snapToStep(scale.dollarsAt(top), SHOWCASE_PRICE_USD);
  return {
    range: lower > min || upper < max ? [lower, upper] : null,
    dollars: dollars < SHOWCASE_PRICE_USD.max ? dollars : null,
  };
}

/** Both filters at once, so that one step back undoes them. */
export function applySelection(
  state: FilterState,
  { range, dollars }: ExploreSelection,
): FilterState {
  const ranged = range === null ? clearRange(state) : { ...state, range, rangeTouched: true };
  return dollars === null ? clearPrice(ranged) : setPriceCeiling(ranged, dollars);
}

/** A shorter movement is a click. */
const DRAW_PX = 6;

/**
 * Drawing a box with a mouse or pen sets range and highest price. Fingers scroll the page here and use
 * the thumbs on the axes, as the keyboard does.
 */
export function useBrush(plot: RefObject<HTMLDivElement | null>, scale: ExploreScale) {
  const { update } = useFilters();
  const start = useRef<{ x: number; y: number } | null>(null);
  const drawn = useRef(false);
  const finger = useRef(false);
  // A pointer may rise before its last move was rendered.
  const latest = useRef<ExploreSelection | null>(null);
  /** what the box would set */
  const [selection, setSelection] = useState<ExploreSelection | null>(null);

  const end = (event: PointerEvent, isKept: boolean) => {
    const chosen = latest.current;
    start.current = null;
    latest.current = null;
    if (!chosen) return;
    setSelection(null);
    if (isKept) update((now) => applySelection(now, chosen));
    plot.current?.releasePointerCapture(event.pointerId);
  };
  return {
    selection,
    /** its click then means nothing */
    wasDrawn: () => drawn.current,
    /** of the last press */
    isFinger: () => finger.current,
    handlers: {
      onPointerDown(event: PointerEvent) {
        drawn.current = false;
        finger.current = event.pointerType === "touch";
        if (event.button !== 0 || finger.current) return;
        start.current = { x: event.clientX, y: event.clientY };
      },
      /** @returns whether a box is being drawn */
      onPointerMove(event: PointerEvent): boolean {
        const from = start.current;
        const box = plot.current?.getBoundingClientRect();
        if (!from || !box) return false;
        const moved = Math.hypot(event.clientX - from.x, event.clientY - from.y);
        if (!drawn.current && moved < DRAW_PX) return false;
        if (!drawn.current) plot.current?.setPointerCapture(event.pointerId);
        drawn.current = true;
        const across = (x: number) => ((x - box.left) / box.width) * 100;
        latest.current = selectionAt(scale, {
          left: across(Math.min(from.x, event.clientX)),
          right: across(Math.max(from.x, event.clientX)),
          top: ((Math.min(from.y, event.clientY) - box.top) / box.height) * 100,
        });
        setSelection(latest.current);
        return true;
      },
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
    },
  };
}
