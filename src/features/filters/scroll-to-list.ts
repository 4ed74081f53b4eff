import { isMotionReduced } from "../../ui/device.ts";
import { scrollOffset } from "../../ui/scroll-offset.ts";
import { onVisitorInput } from "../../ui/visitor-input.ts";
import { QUICK_SCROLL_MS, RESULTS_ID } from "./limits.ts";

function easeInOut(share: number): number {
  return share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2;
}

/**
 * Scrolls over 1.5 s (finding.md#quick-filters); the browser's own smooth scrolling knows no duration. The
 * target is measured in each frame, since filtering changes the layout above it. The visitor's input ends it.
 */
export function scrollToList(): void {
  const list = document.getElementById(RESULTS_ID);
  if (!list) return;
  const from = window.scrollY;
  const offset = scrollOffset();
  const distance = () => window.scrollY + list.getBoundingClientRect().top - offset - from;
  const jumpTo = (top: number) => window.scrollTo({ top, behavior: "instant" });
  if (isMotionReduced()) return jumpTo(from + distance());

  let isEnded = false;
  requestAnimationFrame((start) => {
    // Only now: the key that closed a dialog, and so asked for this, is not the visitor's own scroll.
    const stopListening = onVisitorInput(window, () => (isEnded = true));
    const step = (now: number) => {
      if (isEnded) return stopListening();
      const share = Math.min(1, (now - start) / QUICK_SCROLL_MS);
      jumpTo(from + distance() * easeInOut(share));
      if (share < 1) requestAnimationFrame(step);
      else stopListening();
    };
    step(start);
  });
}
