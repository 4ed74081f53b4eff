/** limits-and-texts.md#notifications */
export const TOAST_DURATION_MS = 5000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = "F8";

/** Changes with shorter pauses between them share one history entry. */
export const BURST_REST_MS = 1000;
/** Pause before a burst's latest change is written to the address. */
export const ADDRESS_DELAY_MS = 300;
/** Safari refuses more than 100 history calls in 30 s. */
export const HISTORY_WINDOW_MS = 30_000;
export const HISTORY_MAX_CALLS = 60;
