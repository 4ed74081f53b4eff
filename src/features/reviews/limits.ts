/** Limits of reviews (reviews.md#rating-card) and timings of their hover card (reviews.md#review-form). */

export const REVIEW_NAME_MAX_CHARACTERS = 80; // reviews.md#review-form
export const REVIEW_COMMENT_MAX_CHARACTERS = 2000; // reviews.md#review-form
/** Maximum number of stars (reviews.md#stars). */
export const MAX_STARS = 5;

export const FIRST_REVIEWS = 10;
export const MORE_REVIEWS = 40;
/** Maximum number of reviews in one answer, and the default. */
export const REVIEWS_PER_ANSWER = 100;

/** Maximum number of reviews from one visitor within the period... */
export const REVIEWS_PER_VISITOR = 5;
/** ...and from one address, which several visitors may share. */
export const REVIEWS_PER_ADDRESS = 10;
export const REVIEW_WINDOW_MS = 10 * 60_000;
/** Repeating the same review within this time does not add a second one. */
export const SAME_REVIEW_MS = 24 * 3_600_000;

/** How long to wait for an answer. The server answers sooner, even when its database is slow. */
export const REVIEW_WAIT_MS = 20_000;

export const HOVER_OPEN_MS = 700; // reviews.md#rating-card
export const HOVER_CLOSE_MS = 300; // reviews.md#rating-card

export const MODERATED_REVIEWS = 20;
