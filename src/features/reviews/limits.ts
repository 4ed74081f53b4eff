/** Bounds of reviews (reviews.md#rating-card) and timings of their hover card (reviews.md#review-form). */

export const REVIEW_NAME_MAX_CHARACTERS = 80; // reviews.md#review-form
export const REVIEW_COMMENT_MAX_CHARACTERS = 2000; // reviews.md#review-form
/** Stars there are to give (reviews.md#stars). */
export const MAX_STARS = 5;

export const FIRST_REVIEWS = 10;
export const MORE_REVIEWS = 40;
/** The most reviews in one answer, and what comes when nobody asks for fewer. */
export const REVIEWS_PER_ANSWER = 100;

/** A body holds a name and a comment, each character at its longest as JSON. */
export const REVIEW_BODY_LIMIT_BYTES = 32 * 1024;
/** Number of reviews that one visitor may send within this time... */
export const REVIEWS_PER_VISITOR = 5;
/** ...and from one address, behind which several may live. */
export const REVIEWS_PER_ADDRESS = 10;
export const FLAGS_PER_ADDRESS = 30;
export const REVIEW_WINDOW_MS = 10 * 60_000;
/** The same words of one visitor within this time are one review. */
export const SAME_REVIEW_MS = 24 * 3_600_000;

/** A review is waited for so long; the server answers in less, also when its database is slow. */
export const REVIEW_WAIT_MS = 20_000;

export const HOVER_OPEN_MS = 700; // reviews.md#rating-card
export const HOVER_CLOSE_MS = 300; // reviews.md#rating-card

export const MODERATED_REVIEWS = 20;
