import { type RefObject, useLayoutEffect, useRef } from "react";

import { isMotionReduced } from "../../ui/device.ts";

const REORDER_MS = 200;
/** Smaller shifts are not caused by reordering. */
const VISIBLE_PX = 4;

/** Animates the children of a list, identified by `data-key`, to their positions in a new order. */
export function useReorderMotion(list: RefObject<HTMLElement | null>, order: string): void {
  const before = useRef<{ order: string; places: Map<string, DOMRect> }>(undefined);

  useLayoutEffect(() => {
    if (!list.current) return;
    const origin = list.current.getBoundingClientRect();
    const places = new Map<string, DOMRect>();
    const moves: [HTMLElement, number, number][] = [];
    for (const child of list.current.querySelectorAll<HTMLElement>("[data-key]")) {
      const key = child.dataset["key"] ?? "";
      const { x, y, width, height } = child.getBoundingClientRect();
      const place = new DOMRect(x - origin.x, y - origin.y, width, height);
      places.set(key, place);
      const old = before.current?.places.get(key);
      if (old) moves.push([child, old.x - place.x, old.y - place.y]);
    }
    const isNewOrder = before.current !== undefined && before.current.order !== order;
    before.current = { order, places };
    if (!isNewOrder || isMotionReduced()) return;
    for (const [child, x, y] of moves) {
      if (Math.abs(x) + Math.abs(y) < VISIBLE_PX) continue;
      child.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], {
        duration: REORDER_MS,
        easing: "ease-out",
      });
    }
  });
}
