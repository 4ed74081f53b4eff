import { clsx } from "clsx";
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

import { SCROLL_OFFSET_PX } from "../../ui/limits.ts";
import styles from "./section-indicator.module.css";
import {
  FIRST_SECTION,
  HOME_SECTIONS,
  isWhereClicked,
  moveWindow,
  sectionInView,
  type SectionKey,
  staysUntil,
  swipeStep,
  windowWith,
} from "./sections.tsx";

/**
 * §2: one dot for each section; on a phone three show at a time and a swipe moves them. The dots are
 * links, so they work before the code has arrived.
 */
export function SectionIndicator() {
  const { active, activate } = useActiveSection();
  const [first, setFirst] = useState(0);
  const [shown, setShown] = useState(active);
  if (shown !== active) {
    setShown(active);
    setFirst(
      windowWith(
        first,
        HOME_SECTIONS.findIndex(({ key }) => key === active),
      ),
    );
  }
  const swipe = useSwipe((step) => setFirst((now) => moveWindow(now, step)));

  const go = (event: MouseEvent, key: SectionKey, elementId: string) => {
    const section = document.getElementById(elementId);
    if (!section || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    activate(key);
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const top = section.getBoundingClientRect().top + window.scrollY - SCROLL_OFFSET_PX;
    window.scrollTo({ top, behavior: reduced ? "instant" : "smooth" });
    // As a fragment would: Tab goes on from there, not through the ninety cards before it.
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

/** Follows the page, and a click at once (§4 Active home section). */
function useActiveSection() {
  const [active, setActive] = useState<SectionKey>(FIRST_SECTION);
  const latest = useRef<Latest>({ active, scrollStarted: -Infinity, lastChange: -Infinity });

  useEffect(() => {
    let frame = 0;
    let again: ReturnType<typeof setTimeout> | undefined;
    const judge = () => {
      frame = 0;
      clearTimeout(again);
      const now = performance.now();
      const { current } = latest;
      const wait = staysUntil(current.scrollStarted, current.lastChange) - now;
      if (wait > 0) {
        // Nothing else may happen until then.
        again = setTimeout(look, wait);
        return;
      }
      const key = sectionToMark(current.clicked);
      if (!key || key === current.active) return;
      latest.current = { ...current, active: key, lastChange: now };
      setActive(key);
    };
    const look = () => (frame ||= requestAnimationFrame(judge));
    // What stands above may grow while nobody scrolls. It also looks once at the beginning, when the
    // browser has restored an earlier place.
    const observer = new ResizeObserver(look);
    observer.observe(document.body);
    for (const type of EVENTS) addEventListener(type, look, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(again);
      observer.disconnect();
      for (const type of EVENTS) removeEventListener(type, look);
    };
  }, []);

  const activate = (key: SectionKey) => {
    const now = performance.now();
    latest.current = { active: key, clicked: key, scrollStarted: now, lastChange: now };
    setActive(key);
  };
  return { active, activate };
}

interface Latest {
  active: SectionKey;
  clicked?: SectionKey;
  scrollStarted: number;
  lastChange: number;
}

const EVENTS = ["scroll", "scrollend", "resize"];

/** The clicked section while it stands in place, else the one most in view. */
function sectionToMark(clicked: SectionKey | undefined): SectionKey | null {
  const tops = HOME_SECTIONS.flatMap(({ key, elementId }) => {
    const section = document.getElementById(elementId);
    return section ? [[key, section.getBoundingClientRect().top] as const] : [];
  });
  const { scrollHeight } = document.documentElement;
  const isAtEnd = window.scrollY + window.innerHeight > scrollHeight - 2;
  const isKept = tops.some(([key, top]) => key === clicked && isWhereClicked(top, isAtEnd));
  return isKept && clicked ? clicked : sectionInView(tops, window.innerHeight);
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
