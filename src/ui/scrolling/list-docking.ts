/** On touch screens, the page scrolls until the list's header has docked, then the list scrolls. */
import { isMotionReduced } from "../device.ts";
import { listen } from "../listen.ts";

/** A header this close to its docking position counts as docked. */
const DOCKED_PX = 4;
/** If the page stops this close above the docked list, or only this far past it, it snaps to it. */
const NEAR_PX = 64;
const MOST_SHARE = 0.6;
const GLIDE_MS = 200;
/** The page has stopped when there was no scroll event for this long. */
const REST_MS = 120;

/** The style sheet repeats this query. */
const FINGERS = "(hover: none) and (pointer: coarse)";

/** Scrolls the page to the docked list. @param left pixels, negative beyond it @returns a function that finishes */
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
 * While the list is not docked it cannot scroll (`data-waiting`). A fling from above ends at the docked list, which
 * then scrolls by what the page has overshot, so that the cards stay where they were.
 * @param list begins with the sticky header @param region scrolls by itself @returns a function that stops it
 */
export function followDocking(list: HTMLElement, region: HTMLElement): () => void {
  const header = list.firstElementChild;
  if (!header || !matchMedia(FINGERS).matches) return () => undefined;
  /** Pixels until the header docks; negative if the page has overshot. */
  const wayLeft = () =>
    list.getBoundingClientRect().top + list.clientTop - parseFloat(getComputedStyle(header).top);
  /** where the touch began, until the page has stopped; null without a touch */
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
    const left = wayLeft();
    judge(left);
    clearTimeout(rest);
    rest = setTimeout(dock, REST_MS);
    if (!isDown && begun !== null && begun > DOCKED_PX && left < 0) endFling();
  };
  const onTouch = ({ type }: Event) => {
    if (type === "touchmove") {
      begun ??= wayLeft();
      return;
    }
    isDown = type === "touchstart";
    if (isDown) {
      endGlide();
      begun = null;
      return;
    }
    clearTimeout(rest);
    rest = setTimeout(dock, REST_MS);
  };
  judge(wayLeft());
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
