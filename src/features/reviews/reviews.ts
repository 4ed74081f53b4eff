/** Rules of reviews and how they read (reviews.md#what-a-review-is). */
import { formatDay } from "../catalogue/format-day.ts";
import { countOf } from "../../domain/counts.ts";
import { isVisible } from "../../domain/names.ts";

/** How many reviews gave one to five stars. */
export type StarCounts = [number, number, number, number, number];

export interface ReviewFigures {
  total: number;
  /** stars; null without reviews */
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

/** Empty for what is no time. @param isHere in the browser's time zone; else UTC, as the server renders it */
export function formatReviewDay(createdAt: string, isHere = false): string {
  const time = new Date(createdAt);
  if (Number.isNaN(time.getTime())) return "";
  // The browser's own formatter takes a phone 100 ms to make.
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

/** Messages by field; empty when the draft can be sent (reviews.md#review-form). */
export function draftIssues(
  draft: ReviewDraft,
): Partial<Record<"userName" | "rating" | "comment", string>> {
  return {
    ...(!isVisible(draft.userName) && { userName: "Name is required" }),
    ...(draft.rating === 0 && { rating: NO_RATING }),
    ...(!isVisible(draft.comment) && { comment: "Comment is required" }),
  };
}
