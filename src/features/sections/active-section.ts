/** Which home section is in view. Loaded after hydration, because nobody has scrolled before that. */
import { listen } from "../../ui/listen.ts";
import { RESULTS_ID, scrollOffset } from "../../ui/scrolling/scroll-to-section.ts";
import { repeatUntilVisitorActs, SCROLL_ATTEMPTS_MS } from "../../ui/scrolling/visitor-input.ts";
import { HOME_SECTIONS, type SectionKey } from "./sections.tsx";

const MIN_SCORE = 0.1;
const IGNORE_AFTER_SCROLL_START_MS = 1000;
const IGNORE_AFTER_CHANGE_MS = 300;

/** CSS pixels from the top of the window. */
export interface Extent {
  top: number;
  bottom: number;
}

/**
 * The share of the window that a section covers, times how close the middle of its visible part is to
 * the window's: 0 when out of view, 1 when it fills the window.
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
 * Returns the section with the highest score, if it is above 0.1 (finding.md#active-section); the first one
 * on a tie.
 * @param tops in order; each section extends to the next one, the first from the top of the page, the last to
 *   its end
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

/** Returns when the highlight may change (finding.md#active-section), in milliseconds on the same clock. */
export function staysUntil(scrollStarted: number, lastChange: number): number {
  return Math.max(
    scrollStarted + IGNORE_AFTER_SCROLL_START_MS,
    lastChange + IGNORE_AFTER_CHANGE_MS,
  );
}

/** Whether a section begins where a click may have scrolled it, however what is above it has grown since. */
export function isWhereClicked(top: number, windowHeight: number, isAtEnd: boolean): boolean {
  return top >= 0 && (isAtEnd || top < windowHeight / 2);
}

export interface ShownSection {
  active: SectionKey;
  clicked?: SectionKey;
  scrollStarted: number;
  lastChange: number;
}

/** Tracks scrolling until the signal aborts. @param show highlights another section */
export function followSections(
  latest: { current: ShownSection },
  show: (key: SectionKey) => void,
  gone: AbortSignal,
): void {
  if (gone.aborted) return;
  let frame = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  const chooseSection = () => {
    frame = 0;
    clearTimeout(again);
    const now = performance.now();
    const { current } = latest;
    const wait = staysUntil(current.scrollStarted, current.lastChange) - now;
    if (wait > 0) {
      // Nothing can change before then.
      again = setTimeout(schedule, wait);
      return;
    }
    const key = sectionToMark(current.clicked ?? linkedSection());
    if (!key || key === current.active) return;
    latest.current = { ...current, active: key, lastChange: now };
    show(key);
  };
  const schedule = () => (frame ||= requestAnimationFrame(chooseSection));
  // Content above may grow without scrolling. The observer also runs once at the start, when the browser has
  // restored an earlier scroll position.
  const observer = new ResizeObserver(schedule);
  observer.observe(document.body);
  const stop = listen(window, "scroll scrollend resize", schedule, { passive: true });
  gone.addEventListener("abort", () => {
    cancelAnimationFrame(frame);
    clearTimeout(again);
    observer.disconnect();
    stop();
  });
}

/** The address's section may appear late, and move while content above it grows. */
export function arriveAtSection(gone: AbortSignal): void {
  const ids = [...HOME_SECTIONS.map(({ elementId }) => elementId), RESULTS_ID];
  const named = ids.find((id) => `#${id}` === location.hash);
  if (gone.aborted || !named) return;
  let isFound = false;
  const stop = repeatUntilVisitorActs(SCROLL_ATTEMPTS_MS, () => {
    const section = document.getElementById(named);
    if (!section) return false;
    if (!isFound) section.focus({ preventScroll: true });
    isFound = true;
    const top = section.getBoundingClientRect().top + window.scrollY - scrollOffset();
    window.scrollTo({ top, behavior: "instant" });
    return false;
  });
  gone.addEventListener("abort", stop);
}

/** A reload or a return restores the visitor's position instead of Discover's fragment (finding.md#addresses). */
export function forgetFragment(): void {
  if (location.hash !== `#${RESULTS_ID}`) return;
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** Returns the address's section: that of a link, or of a click before the code had loaded. */
function linkedSection(): SectionKey | undefined {
  return HOME_SECTIONS.find(({ elementId }) => `#${elementId}` === location.hash)?.key;
}

/** Returns the clicked section while it is in place, otherwise the one most in view. */
function sectionToMark(clicked: SectionKey | undefined): SectionKey | null {
  const tops = HOME_SECTIONS.flatMap(({ key, elementId }) => {
    const section = document.getElementById(elementId);
    return section ? [[key, section.getBoundingClientRect().top] as const] : [];
  });
  const { scrollY, innerHeight } = window;
  const isAtEnd = scrollY + innerHeight > document.documentElement.scrollHeight - 2;
  const kept = tops.find(
    ([key, top]) => key === clicked && isWhereClicked(top, innerHeight, isAtEnd),
  );
  return kept ? kept[0] : sectionInView(tops, innerHeight);
}
