/** §9 Notifications */
export const TOAST_DURATION_MS = 5000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = "F8";

/** §5 Sliders: PageUp, PageDown and Shift with an arrow */
export const SLIDER_BIG_STEPS = 10;

/** §9 Scroll area */
export const SCROLLBAR_HIDE_DELAY_MS = 600;
