import { isPlainClick } from "../../ui/plain-click.ts";
import { clsx } from "clsx";
import { type MouseEvent, type PointerEvent, useLayoutEffect, useRef, useState } from "react";

import { useIsServed } from "../../ui/hydration.ts";
import { scrollOffset, scrollSmoothly } from "../../ui/scrolling/scroll-to-section.ts";
import {
  arriveAtSection,
  followSections,
  forgetFragment,
  type ShownSection,
} from "./active-section.ts";
import styles from "./section-indicator.module.css";
import {
  FIRST_SECTION,
  HOME_SECTIONS,
  moveWindow,
  type SectionKey,
  swipeStep,
  windowWith,
} from "./sections.tsx";

/** finding.md#section-indicator: the dots are links, so they work before the code has loaded. */
export function SectionIndicator() {
  const isServed = useIsServed();
  const [active, setActive] = useState<SectionKey>(FIRST_SECTION);
  /** index of the first dot that a phone shows */
  const [first, setFirst] = useState(0);
  const latest = useRef<ShownSection>({ active, scrollStarted: -Infinity, lastChange: -Infinity });
  const swipe = useSwipe((step) => setFirst((now) => moveWindow(now, step)));
  const show = (key: SectionKey) => {
    setActive(key);
    const index = HOME_SECTIONS.findIndex((section) => section.key === key);
    setFirst((now) => windowWith(now, index));
  };

  useLayoutEffect(() => {
    // Before the first paint; the code below keeps it there.
    const named = !isServed && document.getElementById(location.hash.slice(1));
    if (named) window.scrollTo(0, named.getBoundingClientRect().top + scrollY - scrollOffset());
    const gone = new AbortController();
    // Otherwise the browser has already scrolled there.
    if (!isServed) arriveAtSection(gone.signal);
    forgetFragment();
    followSections(latest, show, gone.signal);
    return () => gone.abort();
    // Runs once per visit.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);

  const go = (event: MouseEvent, key: SectionKey, elementId: string) => {
    const section = document.getElementById(elementId);
    if (!section || !isPlainClick(event)) return;
    event.preventDefault();
    // Responds at once, and ignores the scrolling that follows (finding.md#active-section).
    const now = performance.now();
    latest.current = { active: key, clicked: key, scrollStarted: now, lastChange: now };
    show(key);
    scrollSmoothly(section.getBoundingClientRect().top + window.scrollY - scrollOffset());
    // Moves the focus like a fragment, so that Tab continues there and not in the ninety cards before it.
    section.focus({ preventScroll: true });
  };

  return (
    <nav aria-label="Sections" className={styles.indicator}>
      <ul
        role="list"
        className={styles.dots}
        style={{ "--first": first } as React.CSSProperties /* a variable of our own */}
        {...swipe}
      >
        {HOME_SECTIONS.map(({ key, label, elementId }, index) => (
          <li key={key} className={styles.item}>
            <a
              href={`#${elementId}`}
              className={clsx(styles.dot, key === active && styles.active)}
              aria-current={key === active ? "location" : undefined}
              draggable={false}
              onClick={(event) => go(event, key, elementId)}
              onFocus={() => setFirst((now) => windowWith(now, index))}
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function useSwipe(onSwipe: (step: -1 | 1) => void) {
  const start = useRef<{ x: number; time: number } | null>(null);
  return {
    onPointerDown: (event: PointerEvent) => {
      if (event.pointerType === "mouse") return;
      start.current = { x: event.clientX, time: event.timeStamp };
    },
    onPointerUp: (event: PointerEvent) => {
      if (!start.current) return;
      const step = swipeStep(event.clientX - start.current.x, event.timeStamp - start.current.time);
      start.current = null;
      if (step !== 0) onSwipe(step);
    },
    onPointerCancel: () => (start.current = null),
  };
}
