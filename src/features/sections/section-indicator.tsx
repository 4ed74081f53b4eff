import { clsx } from "clsx";
import { type MouseEvent, type PointerEvent, useEffect, useRef, useState } from "react";

import { IGNORE_AFTER_CHANGE_MS, SECTION_OFFSET_PX } from "./limits.ts";
import styles from "./section-indicator.module.css";
import {
  FIRST_SECTION,
  HOME_SECTIONS,
  mayFollow,
  moveWindow,
  sectionInView,
  type SectionKey,
  swipeStep,
  windowWith,
} from "./sections.ts";

/**
 * The sticky row of dots of the home page (§2): one for each section, the one in view marked. Below
 * 640 px three show at a time and a swipe moves them. The dots are links, so they work before the
 * page's code has arrived.
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
    const top = section.getBoundingClientRect().top + window.scrollY - SECTION_OFFSET_PX;
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

/** The section being looked at: follows the scroll, and a click at once (§4 Active home section). */
function useActiveSection() {
  const [active, setActive] = useState<SectionKey>(FIRST_SECTION);
  const latest = useRef({ active, scrollStarted: -Infinity, lastChange: -Infinity });

  useEffect(() => {
    let frame = 0;
    let again: ReturnType<typeof setTimeout> | undefined;
    const follow = () => {
      frame = 0;
      const now = performance.now();
      const { scrollStarted, lastChange } = latest.current;
      if (!mayFollow(now, scrollStarted, lastChange)) {
        // No event may follow a jump; after a click what was clicked stays marked.
        clearTimeout(again);
        if (lastChange !== scrollStarted) again = setTimeout(onScroll, IGNORE_AFTER_CHANGE_MS);
        return;
      }
      const extents = HOME_SECTIONS.flatMap(({ key, elementId }) => {
        const rect = document.getElementById(elementId)?.getBoundingClientRect();
        return rect ? [[key, rect] as const] : [];
      });
      const key = sectionInView(extents, window.innerHeight);
      if (!key || key === latest.current.active) return;
      latest.current = { active: key, scrollStarted, lastChange: now };
      setActive(key);
    };
    const onScroll = () => (frame ||= requestAnimationFrame(follow));
    addEventListener("scroll", onScroll, { passive: true });
    // The end of a scroll may fall into the time in which changes are ignored.
    addEventListener("scrollend", onScroll);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(again);
      removeEventListener("scroll", onScroll);
      removeEventListener("scrollend", onScroll);
    };
  }, []);

  const activate = (key: SectionKey) => {
    const now = performance.now();
    latest.current = { active: key, scrollStarted: now, lastChange: now };
    setActive(key);
  };
  return { active, activate };
}

/** Calls back with the direction of each swipe of a finger. */
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
