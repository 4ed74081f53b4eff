/** How Discover's filters are shown and come back. */

export const FLAG_CHECK_MS = 500; // finding.md#sliders
export const RESTORE_DELAY_MS = 300; // finding.md#stored-filters
export const ANDROID_RESTORE_DELAY_MS = 3000; // finding.md#stored-filters

/** The panel stands beside the list (finding.md#the-list); the style sheet repeats it. */
export const PANEL_SCREEN = "(min-width: 1024px)";
/** Long enough that a dragged thumb announces once, short enough to answer a click. */
export const ANNOUNCEMENT_DELAY_MS = 700;
/** The most numerous; the panel shows the rest on demand. */
export const FIRST_BRANDS = 8;
/** The list then has a search box. */
export const SEARCHABLE_BRANDS = 10;
export const MAX_SUGGESTIONS = 4;
/** Takes the focus from controls that disappear when pressed. */
export const MATCH_COUNT_ID = "match-count";
