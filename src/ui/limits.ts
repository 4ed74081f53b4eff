/** §9 Notifications */
export const TOAST_DURATION_MS = 5000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = "F8";

/** §5 Sliders: PageUp, PageDown and Shift with an arrow */
export const SLIDER_BIG_STEPS = 10;

/** §9 Scroll area */
export const SCROLLBAR_HIDE_DELAY_MS = 600;

/** A burst of changes is one step of the browser's history; this long a rest ends it. */
export const BURST_REST_MS = 1000;
/** Rest after which the latest change of a burst is written into the address. */
export const ADDRESS_DELAY_MS = 300;
/** Safari refuses more than 100 history calls in 30 s; this stays well below. */
export const HISTORY_WINDOW_MS = 30_000;
export const HISTORY_MAX_CALLS = 60;
