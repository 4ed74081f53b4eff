/** Reviews as they travel (§3 Review, Reviews summary; readings 2, 3), and how they read. */

import { countOf } from "../../vehicle/counts.ts";
import { isVisible } from "../../vehicle/names.ts";

/** One review, plain text as it was typed. */
export interface Review {
  id: number;
  userName: string;
  /** stars, 1 to 5 */
  rating: number;
  comment: string;
  /** ISO 8601 in UTC */
  createdAt: string;
  /** index of the trim that it is about; absent when it is about the model */
  trimId?: number;
}

/** A review as administrators see it. */
export interface ModeratedReview extends Omit<Review, "trimId"> {
  /** visitors who asked to look at it */
  flags: number;
  modelId: number;
  make: string;
  model: string;
  /** the trim that it is about; null when it is about the model */
  trim: { rowId: number; trim: string; year: number } | null;
}

/** A part of the reviews that administrators look at. */
export interface ModerationAnswer {
  reviews: ModeratedReview[];
  /** of those asked for */
  total: number;
  /** that visitors asked to look at */
  flagged: number;
}

/** How many reviews gave one star, two, three, four and five. */
export type StarCounts = readonly [number, number, number, number, number];

/** Reviews of a model or of one trim: a part of them, and figures of all. */
export interface ReviewsAnswer {
  reviews: Review[];
  total: number;
  /** mean stars; null without reviews */
  averageRating: number | null;
  histogram: StarCounts;
}

export const REVIEW_SORTS = ["newest", "highest", "lowest"] as const;
export type ReviewSort = (typeof REVIEW_SORTS)[number];

/** The figures of reviews, of how often each number of stars was given. */
export function figuresOf(histogram: StarCounts): Omit<ReviewsAnswer, "reviews"> {
  const total = histogram.reduce((sum, count) => sum + count, 0);
  const stars = histogram.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return { total, averageRating: total === 0 ? null : stars / total, histogram };
}

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

/**
 * `November 20, 2026`
 * @param isHere by the browser's clock, so that what was written this evening is of today; else the
 *   same on the server and in every browser
 */
export function formatReviewDay(createdAt: string, isHere = false): string {
  const time = new Date(createdAt);
  const month = MONTHS[isHere ? time.getMonth() : time.getUTCMonth()]; // none when it is no time
  const day = isHere ? time.getDate() : time.getUTCDate();
  const year = isHere ? time.getFullYear() : time.getUTCFullYear();
  return month ? `${month} ${day}, ${year}` : "";
}

/** `1 review`, `1,204 reviews` */
export function countOfReviews(count: number): string {
  return countOf(count, "review");
}

/** What a visitor has written so far; 0 stars means none chosen. */
export interface ReviewDraft {
  userName: string;
  rating: number;
  comment: string;
}

/** Why a draft cannot be sent, by field (§5 Review form); empty when it can. */
export function draftIssues(
  draft: ReviewDraft,
): Partial<Record<"userName" | "rating" | "comment", string>> {
  return {
    ...(!isVisible(draft.userName) && { userName: "Name is required" }),
    ...(draft.rating === 0 && { rating: "Please select a rating" }), // §8
    ...(!isVisible(draft.comment) && { comment: "Comment is required" }),
  };
}
