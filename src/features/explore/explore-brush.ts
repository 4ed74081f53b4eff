import { type PointerEvent, type RefObject, useRef, useState } from "react";

import { useFilters } from "../filters/use-filters.tsx";
import { applyBox, type Box, boxAt, boxOf } from "./explore-box.ts";
import type { ExploreScale } from "./explore-scale.ts";

/** A shorter movement is a click. */
const DRAW_PX = 6;
export const BUDGET_LINE = "budget-line";

interface Place {
  readonly clientX: number;
  readonly clientY: number;
}

/**
 * With a mouse or pen: drawing a box sets all four sides, dragging the budget line the highest price.
 * Fingers scroll the page here and use the handles on the sides, as the keyboard does.
 */
export function useBrush(plot: RefObject<HTMLDivElement | null>, scale: ExploreScale) {
  const { update } = useFilters();
  const start = useRef<(Place & { isLine: boolean }) | null>(null);
  const drawn = useRef(false);
  const finger = useRef(false);
  // A pointer may rise before its last move was rendered.
  const latest = useRef<Box | null>(null);
  const [box, setBox] = useState<Box | null>(null);

  /** in per cent of the plot */
  const within = ({ clientX, clientY }: Place) => {
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
    /** what is being drawn */
    box,
    /** its click then means nothing */
    wasDrawn: () => drawn.current,
    /** of the last press */
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
      /** @returns whether something is being drawn */
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
          update((now) => applyBox(now, { ...boxOf(now), maxPrice: chosen.maxPrice }));
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
