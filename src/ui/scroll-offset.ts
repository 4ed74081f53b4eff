import { isMotionReduced } from "./device.ts";
import { SCROLL_OFFSET_PX } from "./limits.ts";

/** With the tray, where one sticks to the top. Pixels. */
export function scrollOffset(): number {
  const tray = getComputedStyle(document.documentElement).getPropertyValue("--tray");
  return SCROLL_OFFSET_PX + (Number.parseFloat(tray) || 0);
}

export function scrollSmoothly(top: number): void {
  window.scrollTo({ top, behavior: isMotionReduced() ? "instant" : "smooth" });
}
