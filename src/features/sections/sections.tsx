import type { ReactNode } from "react";

import { SCROLL_OFFSET_PX } from "../../ui/limits.ts";
import styles from "./home-section.module.css";

const MIN_SCORE = 0.1;
const IGNORE_AFTER_SCROLL_START_MS = 1000;
const IGNORE_AFTER_CHANGE_MS = 300;
/** The style sheet knows it too. */
const WINDOW_SECTIONS = 3;
/** Less for a fast finger. */
const SWIPE_PX = 30;
const FAST_SWIPE_PX = 20;
const FAST_SWIPE_PX_PER_MS = 0.5;

/** In the order of the page (readings 5). */
export const HOME_SECTIONS = [
  { key: "ranking", label: "Rankings", elementId: "ranking-section" },
  { key: "database", label: "Discover", elementId: "database" },
  { key: "compare", label: "Compare", elementId: "compare" },
  { key: "saving", label: "Savings", elementId: "saving" },
] as const;

export type SectionKey = (typeof HOME_SECTIONS)[number]["key"];
export type HomeSectionId = (typeof HOME_SECTIONS)[number]["elementId"];

/** Readings 5. */
export const FIRST_SECTION: SectionKey = "ranking";

/** CSS pixels from the top of the window. */
export interface Extent {
  top: number;
  bottom: number;
}

/**
 * The share of the window that a section covers, times how near the middle of its visible part is to
 * the middle of the window: 0 when out of view, 1 when it fills the window.
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
 * The section with the highest score, if above 0.1 (§4); the first of equals.
 * @param tops in order; each section reaches to the next one, the first from the page's beginning, the
 * last to its end
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

/** Until when the highlight stays (§4). Milliseconds on one clock. */
export function staysUntil(scrollStarted: number, lastChange: number): number {
  return Math.max(
    scrollStarted + IGNORE_AFTER_SCROLL_START_MS,
    lastChange + IGNORE_AFTER_CHANGE_MS,
  );
}

/** Whether a section stands where a click leads to, or as near as the page's end allows. */
export function isWhereClicked(top: number, isAtEnd: boolean): boolean {
  const below = top - SCROLL_OFFSET_PX;
  return Math.abs(below) < 2 || (isAtEnd && below > 0);
}

export function moveWindow(first: number, by: number): number {
  return Math.min(Math.max(first + by, 0), HOME_SECTIONS.length - WINDOW_SECTIONS);
}

export function windowWith(first: number, index: number): number {
  if (index < first) return moveWindow(index, 0);
  return moveWindow(Math.max(first, index - WINDOW_SECTIONS + 1), 0);
}

/**
 * §2
 * @param dx pixels to the right
 */
export function swipeStep(dx: number, ms: number): -1 | 0 | 1 {
  const fast = Math.abs(dx) / Math.max(ms, 1) > FAST_SWIPE_PX_PER_MS;
  if (Math.abs(dx) < (fast ? FAST_SWIPE_PX : SWIPE_PX)) return 0;
  return dx < 0 ? 1 : -1;
}

interface HomeSectionProps {
  id: HomeSectionId;
  children: ReactNode;
}

export function HomeSection({ id, children }: HomeSectionProps) {
  return (
    <section id={id} tabIndex={-1} aria-labelledby={titleId(id)} className={styles.section}>
      {children}
    </section>
  );
}

interface SectionWordsProps {
  of: HomeSectionId;
  title: string;
  children: ReactNode;
}

export function SectionWords({ of, title, children }: SectionWordsProps) {
  return (
    <div className={styles.words}>
      <h2 id={titleId(of)}>{title}</h2>
      <p>{children}</p>
    </div>
  );
}

const titleId = (id: HomeSectionId) => `${id}-title`;
