import type { ReactNode } from "react";

import styles from "./home-section.module.css";

/** The style sheet has the same number. */
const WINDOW_SECTIONS = 3;
/** Less for a fast swipe. */
const SWIPE_PX = 30;
const FAST_SWIPE_PX = 20;
const FAST_SWIPE_PX_PER_MS = 0.5;

/** Listed in page order (finding.md#home-page). */
export const HOME_SECTIONS = [
  { key: "ranking", label: "Rankings", elementId: "ranking-section" },
  { key: "database", label: "Discover", elementId: "database" },
  { key: "compare", label: "Compare", elementId: "compare" },
  { key: "saving", label: "Savings", elementId: "saving" },
] as const;

export type SectionKey = (typeof HOME_SECTIONS)[number]["key"];
export type HomeSectionId = (typeof HOME_SECTIONS)[number]["elementId"];

/** finding.md#section-indicator. */
export const FIRST_SECTION: SectionKey = "ranking";

export function moveWindow(first: number, by: number): number {
  return Math.min(Math.max(first + by, 0), HOME_SECTIONS.length - WINDOW_SECTIONS);
}

export function windowWith(first: number, index: number): number {
  if (index < first) return moveWindow(index, 0);
  return moveWindow(Math.max(first, index - WINDOW_SECTIONS + 1), 0);
}

/** finding.md#section-indicator @param dx horizontal movement in pixels, positive to the right */
export function swipeStep(dx: number, ms: number): -1 | 0 | 1 {
  const fast = Math.abs(dx) / Math.max(ms, 1) > FAST_SWIPE_PX_PER_MS;
  if (Math.abs(dx) < (fast ? FAST_SWIPE_PX : SWIPE_PX)) return 0;
  return dx < 0 ? 1 : -1;
}

export function HomeSection({ id, children }: { id: HomeSectionId; children: ReactNode }) {
  const isBelow = id !== HOME_SECTIONS[0].elementId;
  return (
    <section
      id={id}
      tabIndex={-1}
      aria-labelledby={titleId(id)}
      className={styles.section}
      data-below={isBelow || undefined}
      suppressHydrationWarning // the first script adds an attribute
    >
      {children}
    </section>
  );
}

export function SectionWords(props: {
  section: HomeSectionId;
  title: string;
  children: ReactNode;
}) {
  const { section, title, children } = props;
  return (
    <div className={styles.words}>
      <h2 id={titleId(section)}>{title}</h2>
      <p className="quiet" data-scripted>
        {children}
      </p>
    </div>
  );
}

const titleId = (id: HomeSectionId) => `${id}-title`;
