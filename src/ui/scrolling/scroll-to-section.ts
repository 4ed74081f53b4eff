/** Calculates where a section belongs below the sticky elements, and scrolls there. */
import { isMotionReduced } from "../device.ts";
import { onVisitorInput } from "./visitor-input.ts";

/** Distance between the sticky elements at the top and a section (finding.md#section-indicator). */
const SCROLL_OFFSET_PX = 140;
/** Duration of the scroll to the list when a quick filter is chosen (finding.md#quick-filters). */
const GLIDE_MS = 1500;

/** The list and the text above it; also a fragment that leads there (finding.md#addresses). */
export const RESULTS_ID = "discover";

/** Returns the height of the sticky elements in pixels, including the comparison's tray if there is one. */
export function scrollOffset(): number {
  const tray = getComputedStyle(document.documentElement).getPropertyValue("--tray");
  return SCROLL_OFFSET_PX + (Number.parseFloat(tray) || 0);
}

export function scrollSmoothly(top: number): void {
  window.scrollTo({ top, behavior: isMotionReduced() ? "instant" : "smooth" });
}

function easeInOut(share: number): number {
  return share < 0.5 ? 4 * share ** 3 : 1 - (2 - 2 * share) ** 3 / 2;
}

/** Takes 1.5 s (finding.md#quick-filters); measures in each frame, because filtering changes the layout above. */
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
    // Listen only from here on: the key that closed a dialog, and so started this scroll, must not end it.
    const stopListening = onVisitorInput(window, () => (isEnded = true));
    const step = (now: number) => {
      if (isEnded) return stopListening();
      const share = Math.min(1, (now - start) / GLIDE_MS);
      jumpTo(from + distance() * easeInOut(share));
      if (share < 1) requestAnimationFrame(step);
      else stopListening();
    };
    step(start);
  });
}
