import { type UIEvent, useRef } from "react";

/**
 * Scrolls the slots and the table below them sideways together; both are marked `data-strip`. They cannot
 * share one scroll container, because the slots could then not stick to the window.
 * @returns the scroll handler for their container
 */
export function useJointScroll() {
  const left = useRef(0);
  return ({ target, currentTarget }: UIEvent<HTMLElement>) => {
    if (!(target instanceof HTMLElement) || target.dataset["strip"] === undefined) return;
    // Ignore the scroll event of the follower, which would stop the leader halfway.
    if (Math.abs(target.scrollLeft - left.current) < 1) return;
    left.current = target.scrollLeft;
    for (const strip of currentTarget.querySelectorAll<HTMLElement>("[data-strip]")) {
      if (strip !== target) strip.scrollLeft = left.current;
    }
  };
}
