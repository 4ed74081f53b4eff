/** Smooth scrolling of a given length; the browser's own knows no duration (§4 quick filter). */
import { SECTION_SCROLL_OFFSET_PX } from "./limits.ts";

function easeInOut(share: number): number {
  return share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2;
}

/** A press, too: what moves under the pointer is missed by it. */
const OWN_INPUT = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

/**
 * Scrolls the page until the element stands below the section indicator (140 px, §2). The target is
 * measured again in each frame, since filtering changes the layout above it. A visitor's own scroll,
 * touch, press or key ends it; who prefers reduced motion gets there at once.
 * @param element what to bring to the top
 * @param ms how long the way takes
 * @returns ends the animation where it is
 */
export function scrollIntoViewOver(element: Element, ms: number): () => void {
  const from = window.scrollY;
  const distance = () =>
    window.scrollY + element.getBoundingClientRect().top - SECTION_SCROLL_OFFSET_PX - from;
  const jumpTo = (top: number) => window.scrollTo({ top, behavior: "instant" });

  if (ms <= 0 || window.matchMedia("(prefers-reduced-motion: reduce)").matches) {
    jumpTo(from + distance());
    return () => undefined;
  }

  const ended = new AbortController();
  const listen = () => {
    for (const type of OWN_INPUT) {
      window.addEventListener(type, () => ended.abort(), { passive: true, signal: ended.signal });
    }
  };
  let start: number | undefined;
  const step = (now: number) => {
    if (ended.signal.aborted) return;
    // Only now: the key that closed a dialog, and so asked for this, is not the visitor's own scroll.
    if (start === undefined) listen();
    start ??= now;
    const share = Math.min(1, (now - start) / ms);
    jumpTo(from + distance() * easeInOut(share));
    if (share < 1) requestAnimationFrame(step);
    else ended.abort();
  };
  requestAnimationFrame(step);
  return () => ended.abort();
}
