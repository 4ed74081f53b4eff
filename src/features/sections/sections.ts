/** Which section of the home page is the one being looked at, and which dots a phone shows (§2, §4). */
import {
  FAST_SWIPE_PX,
  FAST_SWIPE_PX_PER_MS,
  IGNORE_AFTER_CHANGE_MS,
  IGNORE_AFTER_SCROLL_START_MS,
  MIN_SCORE,
  SWIPE_PX,
  WINDOW_SECTIONS,
} from "./limits.ts";

/** The sections in the order of the page and of the dots (readings 5). */
export const HOME_SECTIONS = [
  { key: "ranking", label: "Rankings", elementId: "ranking-section" },
  { key: "database", label: "Discover", elementId: "database" },
  { key: "compare", label: "Compare", elementId: "compare" },
  { key: "saving", label: "Savings", elementId: "saving" },
] as const;

export type SectionKey = (typeof HOME_SECTIONS)[number]["key"];
export type HomeSectionId = (typeof HOME_SECTIONS)[number]["elementId"];

/** Rankings is active on arrival (readings 5). */
export const FIRST_SECTION: SectionKey = "ranking";

/** Where a section lies, in CSS pixels from the top of the window. */
export interface Extent {
  top: number;
  bottom: number;
}

/**
 * How much a section is the one being looked at: the share of the window it covers, times how near
 * the middle of what is seen of it lies to the middle of the window. 0 when out of view, 1 when it
 * fills the window.
 */
export function sectionScore({ top, bottom }: Extent, windowHeight: number): number {
  const seenTop = Math.max(top, 0);
  const seenBottom = Math.min(bottom, windowHeight);
  if (windowHeight <= 0 || seenBottom <= seenTop) return 0;
  const visible = (seenBottom - seenTop) / windowHeight;
  const middle = windowHeight / 2;
  const distance = Math.abs((seenTop + seenBottom) / 2 - middle);
  return visible * (1 - distance / middle);
}

/** The section with the highest score, when that is above 0.1 (§4); the first of equals. */
export function sectionInView(
  extents: readonly (readonly [SectionKey, Extent])[],
  windowHeight: number,
): SectionKey | null {
  let best: SectionKey | null = null;
  let bestScore = MIN_SCORE;
  for (const [key, extent] of extents) {
    const score = sectionScore(extent, windowHeight);
    if (score > bestScore) [best, bestScore] = [key, score];
  }
  return best;
}

/**
 * Whether a scroll may change the highlight now: not for a second after the indicator started a
 * scroll, nor for 300 ms after the last change (§4). Times in milliseconds on one clock.
 */
export function mayFollow(now: number, scrollStarted: number, lastChange: number): boolean {
  return (
    now - scrollStarted >= IGNORE_AFTER_SCROLL_START_MS &&
    now - lastChange >= IGNORE_AFTER_CHANGE_MS
  );
}

/** The first visible dot after the window of three has moved by so many places. */
export function moveWindow(first: number, by: number): number {
  return Math.min(Math.max(first + by, 0), HOME_SECTIONS.length - WINDOW_SECTIONS);
}

/** The first visible dot so that the given one is among the visible, moved as little as possible. */
export function windowWith(first: number, index: number): number {
  if (index < first) return moveWindow(index, 0);
  return moveWindow(Math.max(first, index - WINDOW_SECTIONS + 1), 0);
}

/**
 * Where a swipe moves the window: one place on, one back, or nowhere (§2).
 * @param dx pixels the finger moved to the right
 * @param ms how long it took
 */
export function swipeStep(dx: number, ms: number): -1 | 0 | 1 {
  const fast = Math.abs(dx) / Math.max(ms, 1) > FAST_SWIPE_PX_PER_MS;
  if (Math.abs(dx) < (fast ? FAST_SWIPE_PX : SWIPE_PX)) return 0;
  return dx < 0 ? 1 : -1;
}
