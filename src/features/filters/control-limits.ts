/** Timings and measures of the filter controls; the filters' own bounds stand in limits.ts. */

/** §2, §9: room for the sticky section indicator above what is scrolled to */
export const SECTION_SCROLL_OFFSET_PX = 140;
/** §2: sliders side by side, five logos at a time; the style sheets repeat it */
export const WIDE_SCREEN = "(min-width: 768px)";
/** Where the panel has room beside the list (readings 5), as in its style sheet. */
export const PANEL_SCREEN = "(min-width: 1024px)";
/** Long enough that a dragged thumb announces once, short enough to answer a click. */
export const ANNOUNCEMENT_DELAY_MS = 700;
/** The panel shows so many brands, the most numerous, until it is asked for all. */
export const FIRST_BRANDS = 8;
/** From so many brands on their list gets a search box. */
export const SEARCHABLE_BRANDS = 10;
/** An empty list offers so many ways out; more would be a puzzle of their own. */
export const MAX_LOOSENINGS = 4;
