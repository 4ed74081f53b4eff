import { type UIEvent, useRef } from "react";

/**
 * Scrolls the slots and the table below them sideways as one, by either; each is marked `data-strip`. One
 * strip for both would do without, but what sticks to the window cannot stand inside a strip.
 * @returns the handler of what holds them
 */
export function useJointScroll() {
  const left = useRef(0);
  return ({ target, currentTarget }: UIEvent<HTMLElement>) => {
    if (!(target instanceof HTMLElement) || target.dataset["strip"] === undefined) return;
    // What follows must not lead in turn: it would stop the other in the middle of its way.
    if (Math.abs(target.scrollLeft - left.current) < 1) return;
    left.current = target.scrollLeft;
    for (const strip of currentTarget.querySelectorAll<HTMLElement>("[data-strip]")) {
      if (strip !== target) strip.scrollLeft = left.current;
    }
  };
}
