/** When stored filters come back (§4); small, since the page asks before it has the filters' code. */
import { ANDROID_RESTORE_DELAY_MS, RESTORE_DELAY_MS } from "./limits.ts";

/** Keys of the browser's storage (§3). */
export const KEYS = {
  range: "ev_range_filter",
  price: "ev_price_filter",
  makes: "ev_selected_brands",
  quick: "ev_quick_filter",
  bodyTypes: "ev_body_types",
  rangeTouched: "ev_range_slider_interacted",
  priceTouched: "ev_price_slider_interacted",
} as const;

/** What is used of localStorage; null where the browser refuses it. */
export type BrowserStorage = Pick<Storage, "getItem" | "setItem" | "removeItem"> | null;

/** This browser's localStorage, or null where it is refused (blocked cookies). */
export function browserStorage(): BrowserStorage {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}

/** Those without which nothing comes back. */
const FILTERING = [KEYS.makes, KEYS.quick, KEYS.bodyTypes, KEYS.rangeTouched, KEYS.priceTouched];

/**
 * How long after arrival stored filters are restored: 300 ms, 3 s on Android-like devices, and not
 * at all on iOS (§4).
 * @param touchPoints navigator.maxTouchPoints; tells an iPad, which calls itself a Macintosh
 * @returns milliseconds, or null for never
 */
export function restoreDelay(userAgent: string, touchPoints = 0): number | null {
  if (/iPhone|iPad|iPod/u.test(userAgent)) return null;
  if (/Macintosh/u.test(userAgent) && touchPoints > 1) return null;
  return /Android/iu.test(userAgent) ? ANDROID_RESTORE_DELAY_MS : RESTORE_DELAY_MS;
}

/**
 * Runs something when stored filters come back, counted from the arrival at the page.
 * @param isServed the page is the document itself; else the arrival is now
 * @returns cancels it
 */
export function whenFiltersReturn(run: () => void, isServed = true): () => void {
  const delay = restoreDelay(navigator.userAgent, navigator.maxTouchPoints);
  if (delay === null) return () => undefined;
  const timer = setTimeout(run, isServed ? delay - performance.now() : delay);
  return () => clearTimeout(timer);
}

/** Whether any are stored. */
export function hasStoredFilters(storage: BrowserStorage = browserStorage()): boolean {
  try {
    return FILTERING.some((key) => !["[]", null, undefined].includes(storage?.getItem(key)));
  } catch {
    return false; // §8
  }
}
