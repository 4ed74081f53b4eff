/** Limits of reviews (reviews.md#rating-card) and timings of their hover card (reviews.md#review-form). */

export const REVIEW_NAME_MAX_CHARACTERS = 80; // reviews.md#review-form
export const REVIEW_COMMENT_MAX_CHARACTERS = 2000; // reviews.md#review-form
/** Maximum number of stars (reviews.md#stars). */
export const MAX_STARS = 5;

export const MORE_REVIEWS = 40;
/** Maximum number of reviews in one answer, and the default. */
export const REVIEWS_PER_ANSWER = 100;

export const MODERATED_REVIEWS = 20;
