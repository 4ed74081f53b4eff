/** Rules of reviews and how they are formatted (reviews.md#what-a-review-is). */
import { formatDay } from "../../ui/dates.ts";
import { countOf } from "../../domain/format.ts";
import { isVisible } from "../../domain/names.ts";

export const REVIEW_NAME_MAX_CHARACTERS = 80; // reviews.md#review-form
export const REVIEW_COMMENT_MAX_CHARACTERS = 2000; // reviews.md#review-form
/** Maximum number of stars (reviews.md#stars). */
export const MAX_STARS = 5;

export const REVIEW_FIELDS = ["userName", "rating", "comment"] as const;

/** on a page of the administrators' list */
export const MODERATED_REVIEWS = 20;

/** The number of reviews with one to five stars. */
export type StarCounts = [number, number, number, number, number];

export interface ReviewFigures {
  total: number;
  /** in stars; null without reviews */
  averageRating: number | null;
  histogram: StarCounts;
}

export const REVIEW_SORTS = ["newest", "highest", "lowest"] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

export function figuresOf(histogram: Readonly<StarCounts>): ReviewFigures {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  const stars = histogram.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return { total, averageRating: total === 0 ? null : stars / total, histogram: [...histogram] };
}

/** Empty for an invalid date. @param isHere in the browser's time zone instead of UTC, the server's */
export function formatReviewDay(createdAt: string, isHere = false): string {
  const time = new Date(createdAt);
  if (Number.isNaN(time.getTime())) return "";
  // Creating the browser's own formatter takes 100 ms on a phone.
  if (isHere) time.setMinutes(time.getMinutes() - time.getTimezoneOffset());
  return formatDay(time.toISOString());
}

export function countOfReviews(count: number): string {
  return countOf(count, "review");
}

export interface ReviewDraft {
  userName: string;
  rating: number;
  comment: string;
}

export const NO_RATING = "Please select a rating"; // reviews.md#review-form

/** Errors by field; empty when the draft can be sent (reviews.md#review-form). */
export function draftIssues(
  draft: ReviewDraft,
): Partial<Record<(typeof REVIEW_FIELDS)[number], string | undefined>> {
  return {
    ...(!isVisible(draft.userName) && { userName: "Name is required" }),
    ...(draft.rating === 0 && { rating: NO_RATING }),
    ...(!isVisible(draft.comment) && { comment: "Comment is required" }),
  };
}
