import { type PointerEvent, type RefObject, useRef, useState } from "react";

import { type Bounds, OPEN } from "../../domain/filters/bounds.ts";
import { type FilterState, setBounds } from "../filters/filter-state.ts";
import { priceCeiling, rangeBounds } from "../filters/filter-views.ts";
import { useFilters } from "../filters/use-filters.tsx";
import type { ExploreAxis, ExploreScale } from "./explore-scale.ts";

/** The chart's filter, in miles and US dollars. */
export interface Box {
  readonly range: Bounds;
  readonly price: Bounds;
}

export const OPEN_BOX: Box = { range: OPEN, price: OPEN };

export function boxOf(state: Pick<FilterState, "range" | "price" | "minPrice">): Box {
  return { range: rangeBounds(state), price: { min: state.minPrice, max: priceCeiling(state) } };
}

/** Sets all sides at once, so that a single Back undoes them. */
export function applyBox(state: FilterState, { range, price }: Box): FilterState {
  const isOpen = range.min === null && range.max === null;
  const ranged = setBounds(state, "range", isOpen ? null : range);
  return { ...ranged, price: price.max, minPrice: price.min };
}

/** In percent of the plot from its left and top. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function edgesOf({ range, price }: ExploreScale, box: Box): Edges {
  const percentOn = (axis: ExploreAxis, figure: number | null, open: number) =>
    figure === null ? open : Math.min(100, Math.max(0, axis.toPercent(figure)));
  return {
    left: percentOn(range, box.range.min, 0),
    right: percentOn(range, box.range.max, 100),
    top: 100 - percentOn(price, box.price.max, 100),
    bottom: 100 - percentOn(price, box.price.min, 0),
  };
}

/** A side at the edge of the plot is open. */
export function boxAt({ range, price }: ExploreScale, { left, right, top, bottom }: Edges): Box {
  const sides = ({ at, min, step }: ExploreAxis, from: number, to: number): Bounds => {
    const snapped = (percent: number) => Math.max(min, Math.round(at(percent) / step) * step);
    const least = from > 0 ? snapped(from) : null;
    return { min: least, max: to < 100 ? Math.max(snapped(to), (least ?? 0) + step) : null };
  };
  return { range: sides(range, left, right), price: sides(price, 100 - bottom, 100 - top) };
}

/** A shorter movement counts as a click. */
const DRAW_PX = 6;
export const BUDGET_LINE = "budget-line";

type ClientPoint = Pick<PointerEvent, "clientX" | "clientY">;

/**
 * A mouse or pen draws a box, or drags the budget line. Fingers scroll the page, so they use the handles on
 * the sides, as the keyboard does.
 */
export function useBrush(plot: RefObject<HTMLDivElement | null>, scale: ExploreScale) {
  const { update } = useFilters();
  const start = useRef<(ClientPoint & { isLine: boolean }) | null>(null);
  const drawn = useRef(false);
  const finger = useRef(false);
  // The pointer may be released before its last move was rendered.
  const latest = useRef<Box | null>(null);
  const [box, setBox] = useState<Box | null>(null);

  /** Converts to percent of the plot. */
  const within = ({ clientX, clientY }: ClientPoint) => {
    const { left, top, width, height } = plot.current?.getBoundingClientRect() ?? new DOMRect();
    return { x: ((clientX - left) / width) * 100, y: ((clientY - top) / height) * 100 };
  };
  const end = (event: PointerEvent, isKept: boolean) => {
    const chosen = latest.current;
    start.current = null;
    latest.current = null;
    setBox(null);
    if (chosen && isKept) update((now) => applyBox(now, chosen));
    if (drawn.current) plot.current?.releasePointerCapture(event.pointerId);
  };
  return {
    box,
    /** whether a box was drawn, so that the click after it is ignored */
    wasDrawn: () => drawn.current,
    /** whether the last press was by touch */
    isFinger: () => finger.current,
    handlers: {
      onPointerDown(event: PointerEvent) {
        drawn.current = false;
        finger.current = event.pointerType === "touch";
        if (event.button !== 0 || finger.current) return;
        const { clientX, clientY, target } = event;
        const isLine = target instanceof Element && target.matches(`#${BUDGET_LINE}`);
        start.current = { clientX, clientY, isLine };
      },
      /** @returns whether a box is being drawn */
      onPointerMove(event: PointerEvent): boolean {
        const from = start.current;
        if (!from) return false;
        const moved = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY);
        if (!drawn.current && moved < DRAW_PX) return false;
        if (!drawn.current) plot.current?.setPointerCapture(event.pointerId);
        drawn.current = true;
        const [first, last] = [within(from), within(event)];
        const edges = {
          left: Math.min(first.x, last.x),
          right: Math.max(first.x, last.x),
          top: from.isLine ? last.y : Math.min(first.y, last.y),
          bottom: Math.max(first.y, last.y),
        };
        const chosen = boxAt(scale, edges);
        if (from.isLine) {
          update((now) => ({ ...now, price: chosen.price.max }), { gesture: "price" });
        } else {
          latest.current = chosen;
          setBox(chosen);
        }
        return true;
      },
      onPointerUp: (event: PointerEvent) => end(event, true),
      onPointerCancel: (event: PointerEvent) => end(event, false),
    },
  };
}
