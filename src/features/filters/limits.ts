/** Limits and delays for showing and restoring Discover's filters. */

export const FLAG_CHECK_MS = 500; // finding.md#sliders
export const RESTORE_DELAY_MS = 300; // finding.md#stored-filters
export const ANDROID_RESTORE_DELAY_MS = 3000; // finding.md#stored-filters

/** The panel is next to the list (finding.md#the-list); the style sheet has the same query. */
export const PANEL_SCREEN = "(min-width: 1024px)";
/** Long enough that a dragged thumb announces only once, short enough to answer a click. */
export const ANNOUNCEMENT_DELAY_MS = 700;
/** Number of the most common brands shown; the panel shows the rest on demand. */
export const FIRST_BRANDS = 8;
/** From this number of brands on, the list has a search box. */
export const SEARCHABLE_BRANDS = 10;
export const MAX_SUGGESTIONS = 4;
/** Receives the focus from controls that disappear when pressed. */
export const MATCH_COUNT_ID = "match-count";
