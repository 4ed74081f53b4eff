/** Limits of the home page's section indicator (§2, §4, §9). */

/** A section scrolled to keeps this distance to the top of the window. */
export const SECTION_OFFSET_PX = 140;
/** A lower score highlights nothing new. */
export const MIN_SCORE = 0.1;
/** After the indicator has started a scroll, what passes by is not highlighted for so long. */
export const IGNORE_AFTER_SCROLL_START_MS = 1000;
/** Two changes of the highlight are at least so far apart. */
export const IGNORE_AFTER_CHANGE_MS = 300;
/** Dots at a time in a window under 640 px, which the style sheet knows. */
export const WINDOW_SECTIONS = 3;
/** A finger that moved this far has swiped; a fast one needs less. */
export const SWIPE_PX = 30;
export const FAST_SWIPE_PX = 20;
/** Faster than this is fast. */
export const FAST_SWIPE_PX_PER_MS = 0.5;
