/** Fingers: the page moves until the list's header has docked, then the list does. */
import { isMotionReduced } from "../device.ts";

/** A header this near to where it docks has docked. */
const DOCKED_PX = 4;
/** A page that rests so little above the docked list, or with so much of it gone by, goes there. */
const NEAR_PX = 64;
const MOST_SHARE = 0.6;
const GLIDE_MS = 200;
/** The page is at rest when no scroll event came for this long. */
const REST_MS = 120;

/** The style sheet repeats it. */
const FINGERS = "(hover: none) and (pointer: coarse)";

/**
 * Moves the page to the docked list, and the list by what the page went too far.
 * @param left pixels until the list has docked; negative: the page went further
 * @returns ends it at once
 */
function glideBy(left: number, region: HTMLElement, onEnd: () => void): () => void {
  const page = window.scrollY;
  const own = region.scrollTop;
  let isOver = false;
  const moveTo = (share: number) => {
    window.scrollTo({ top: page + left * share, behavior: "instant" });
    if (left < 0) region.scrollTop = own - left * share;
  };
  const end = () => {
    if (isOver) return;
    isOver = true;
    moveTo(1);
    onEnd();
  };
  let start: number | undefined;
  const step = (now: number) => {
    if (isOver) return;
    start ??= now;
    const share = (now - start) / GLIDE_MS;
    if (share >= 1) return end();
    moveTo(1 - (1 - share) ** 3);
    requestAnimationFrame(step);
  };
  if (isMotionReduced()) end();
  else requestAnimationFrame(step);
  return end;
}

/**
 * While the list is not docked its own scrolling is off (`data-waiting`), so that it is never moved
 * through a part of its window. A fling that comes from above ends at the docked list; by how much the page
 * went too far is handed over to the list, whose cards then stand where they stood.
 * @param list begins with the sticky header
 * @param region scrolls by itself
 * @returns ends it
 */
export function followDocking(list: HTMLElement, region: HTMLElement): () => void {
  const header = list.firstElementChild;
  if (!header || !matchMedia(FINGERS).matches) return () => undefined;
  /** until the header docks, in pixels; negative: the page went further */
  const wayLeft = () =>
    list.getBoundingClientRect().top + list.clientTop - parseFloat(getComputedStyle(header).top);
  /** where the finger's move began, until the page rests; null: none has moved it */
  let begun: number | null = null;
  let isDown = false;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let endGlide = () => {};

  const judge = (left: number) =>
    region.toggleAttribute("data-waiting", Math.abs(left) > DOCKED_PX);

  const dock = () => {
    const from = begun;
    if (isDown) return;
    begun = null;
    const left = wayLeft();
    const isNear = left < NEAR_PX && -left < region.clientHeight * MOST_SHARE;
    const canScroll = region.scrollHeight > region.clientHeight + 1;
    if (from !== null && from > DOCKED_PX && left < from && left !== 0 && isNear && canScroll) {
      endGlide();
      endGlide = glideBy(left, region, () => judge(wayLeft()));
    }
  };

  /** What the finger has set going goes on without it, and is stopped for once. */
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
    const left = wayLeft();
    judge(left);
    clearTimeout(rest);
    rest = setTimeout(dock, REST_MS);
    if (!isDown && begun !== null && begun > DOCKED_PX && left < 0) endFling();
  };
  const ended = new AbortController();
  const listen = (type: string, heard: () => void) =>
    window.addEventListener(type, heard, { capture: true, passive: true, signal: ended.signal });
  judge(wayLeft());
  window.addEventListener("scroll", onScroll, { passive: true, signal: ended.signal });
  listen("touchstart", () => {
    endGlide();
    isDown = true;
    begun = null;
  });
  listen("touchmove", () => {
    begun ??= wayLeft();
  });
  for (const type of ["touchend", "touchcancel"])
    listen(type, () => {
      isDown = false;
      clearTimeout(rest);
      rest = setTimeout(dock, REST_MS);
    });
  return () => {
    ended.abort();
    clearTimeout(rest);
    region.removeAttribute("data-waiting");
  };
}
