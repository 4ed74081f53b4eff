/** Decides when stored filters are restored (finding.md#stored-filters). */
import { ANDROID_RESTORE_DELAY_MS, RESTORE_DELAY_MS } from "./limits.ts";

/** limits-and-texts.md#storage-keys */
export const KEYS = {
  range: "ev_range_filter",
  price: "ev_price_filter",
  makes: "ev_selected_brands",
  quick: "ev_quick_filter",
  bodyTypes: "ev_body_types",
  rangeTouched: "ev_range_slider_interacted",
  priceTouched: "ev_price_slider_interacted",
} as const;

/**
 * Returns the milliseconds from arrival until stored filters are restored; null for never
 * (finding.md#stored-filters).
 * @param touchPoints navigator.maxTouchPoints; identifies an iPad, which calls itself a Macintosh
 */
export function restoreDelay(userAgent: string, touchPoints = 0): number | null {
  if (/iPhone|iPad|iPod/u.test(userAgent)) return null;
  if (/Macintosh/u.test(userAgent) && touchPoints > 1) return null;
  return /Android/iu.test(userAgent) ? ANDROID_RESTORE_DELAY_MS : RESTORE_DELAY_MS;
}

/**
 * Runs after the delay, counted from the arrival on the page.
 * @param isServed whether the page is the document itself; otherwise the arrival is now
 * @returns a function that cancels it
 */
export function whenFiltersReturn(run: () => void, isServed = true): () => void {
  const delay = restoreDelay(navigator.userAgent, navigator.maxTouchPoints);
  if (delay === null) return () => undefined;
  const timer = setTimeout(run, isServed ? delay - performance.now() : delay);
  return () => clearTimeout(timer);
}
