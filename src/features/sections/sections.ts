/** Which section of the home page is the one being looked at, and which dots a phone shows (§2, §4). */

/** A section scrolled to keeps this distance to the top of the window. */
export const SECTION_OFFSET_PX = 140;
/** A lower score highlights nothing new. */
const MIN_SCORE = 0.1;
/** After the indicator has started a scroll, what passes by is not highlighted for so long. */
const IGNORE_AFTER_SCROLL_START_MS = 1000;
/** Two changes of the highlight are at least so far apart. */
const IGNORE_AFTER_CHANGE_MS = 300;
/** Dots at a time in a window under 640 px, which the style sheet knows. */
const WINDOW_SECTIONS = 3;
/** A finger that moved this far has swiped; a fast one needs less. */
const SWIPE_PX = 30;
const FAST_SWIPE_PX = 20;
/** Faster than this is fast. */
const FAST_SWIPE_PX_PER_MS = 0.5;

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

/**
 * The section with the highest score, when that is above 0.1 (§4); the first of equals.
 * @param tops of the sections in their order; each reaches to the next one, with all that stands
 * between them, the first from the page's beginning and the last to its end
 */
export function sectionInView(
  tops: readonly (readonly [SectionKey, number])[],
  windowHeight: number,
): SectionKey | null {
  let best: SectionKey | null = null;
  let bestScore = MIN_SCORE;
  for (const [at, [key, ownTop]] of tops.entries()) {
    const top = at === 0 ? -Infinity : ownTop;
    const score = sectionScore({ top, bottom: tops[at + 1]?.[1] ?? Infinity }, windowHeight);
    if (score > bestScore) [best, bestScore] = [key, score];
  }
  return best;
}

/**
 * Until when the highlight stays: a second after the indicator started a scroll, 300 ms after the
 * last change (§4). Times in milliseconds on one clock.
 */
export function staysUntil(scrollStarted: number, lastChange: number): number {
  return Math.max(
    scrollStarted + IGNORE_AFTER_SCROLL_START_MS,
    lastChange + IGNORE_AFTER_CHANGE_MS,
  );
}

/**
 * Whether a section stands where a click on its dot leads to: at its distance from the window's top,
 * or as near to that as the page's end lets it come.
 */
export function isWhereClicked(top: number, isAtEnd: boolean): boolean {
  const below = top - SECTION_OFFSET_PX;
  return Math.abs(below) < 2 || (isAtEnd && below > 0);
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
