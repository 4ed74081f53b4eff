/** one-car.md#scroll-to-the-top: times after arrival. */
export const DETAIL_TOP_SCROLL_MS = [0, 100, 300, 600, 900, 1_200] as const;
/** Repeated once pictures and fonts have loaded. */
export const DETAIL_REVIEWS_SCROLL_MS = [0, 300] as const;
/**
 * finding.md#return-to-the-list: times after the return, until the page is tall enough; slow phones need the
 * last ones.
 */
export const RESTORE_SCROLL_MS = [
  0, 60, 150, 300, 600, 1_000, 1_600, 2_400, 3_400, 5_000, 8_000,
] as const;
export const SCROLL_POSITION_MAX_AGE_MS = 30 * 60_000;
/**
 * finding.md#section-indicator: distance between the sticky elements at the top and the section that was
 * scrolled to
 */
export const SCROLL_OFFSET_PX = 140;
/** Duration of the scroll to the list when a quick filter is chosen (finding.md#quick-filters). */
export const GLIDE_MS = 1500;
