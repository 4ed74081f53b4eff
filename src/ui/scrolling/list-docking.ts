/** On touch screens, the page scrolls until the list's header has docked, then the list scrolls. */
import { listen } from "../listen.ts";
import { scrollSmoothly } from "./scroll-to-section.ts";

/** A header this close to its docking position counts as docked. */
const DOCKED_PX = 4;
/** If the page stops this close above the docked list, or only this far past it, it snaps to it. */
const NEAR_PX = 64;
const MOST_SHARE = 0.6;
/** The page has stopped when there was no scroll event for this long. */
const REST_MS = 120;

/** The style sheet repeats this query. */
const FINGERS = "(hover: none) and (pointer: coarse)";

/** @param remaining pixels until the list docks, negative if the page has overshot: then the list scrolls by that */
function scrollToDock(remaining: number, region: HTMLElement): void {
  if (remaining > 0) return scrollSmoothly(window.scrollY + remaining);
  window.scrollBy({ top: remaining, behavior: "instant" });
  region.scrollTop -= remaining;
}

/**
 * While the list is not docked it cannot scroll (`data-waiting`). A fling from above ends at the docked list, which
 * then scrolls by what the page has overshot, so that the cards stay where they were.
 * @param list begins with the sticky header @param region scrolls by itself @returns a function that stops it
 */
export function followDocking(list: HTMLElement, region: HTMLElement): () => void {
  const header = list.firstElementChild;
  if (!header || !matchMedia(FINGERS).matches) return () => undefined;
  /** Pixels until the header docks; negative if the page has overshot. */
  const remainingPx = () =>
    list.getBoundingClientRect().top + list.clientTop - parseFloat(getComputedStyle(header).top);
  /** what remained when the touch began, until the page has stopped; null without a touch */
  let remainingAtStart: number | null = null;
  let isPressed = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  const updateWaiting = (remaining: number) =>
    region.toggleAttribute("data-waiting", Math.abs(remaining) > DOCKED_PX);

  const dock = () => {
    const from = remainingAtStart;
    if (isPressed) return;
    remainingAtStart = null;
    const remaining = remainingPx();
    const isNear = remaining < NEAR_PX && -remaining < region.clientHeight * MOST_SHARE;
    const canScroll = region.scrollHeight > region.clientHeight + 1;
    if (from !== null && from > DOCKED_PX && remaining < from && isNear && canScroll)
      scrollToDock(remaining, region);
  };

  /** A fling goes on without the finger, so stop it by making the page unscrollable for a moment. */
  const endFling = () => {
    const root = document.documentElement;
    root.style.overflow = "hidden";
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        root.style.overflow = "";
        dock();
      }),
    );
  };

  const onScroll = () => {
    const remaining = remainingPx();
    updateWaiting(remaining);
    clearTimeout(rest);
    rest = setTimeout(dock, REST_MS);
    if (!isPressed && remainingAtStart !== null && remainingAtStart > DOCKED_PX && remaining < 0)
      endFling();
  };
  const onTouch = ({ type }: Event) => {
    if (type === "touchmove") {
      remainingAtStart ??= remainingPx();
      return;
    }
    isPressed = type === "touchstart";
    if (isPressed) {
      remainingAtStart = null;
      return;
    }
    clearTimeout(rest);
    rest = setTimeout(dock, REST_MS);
  };
  updateWaiting(remainingPx());
  const touches = "touchstart touchmove touchend touchcancel";
  const ends = [
    listen(window, "scroll", onScroll, { passive: true }),
    listen(window, touches, onTouch, { capture: true, passive: true }),
  ];
  return () => {
    ends.forEach((end) => end());
    clearTimeout(rest);
    region.removeAttribute("data-waiting");
  };
}
