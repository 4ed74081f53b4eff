/** Inputs and answers of the review calls (reviews.md#review-form, calls.md#review-calls). */
import { z } from "zod";
import {
  body,
  oneOf,
  passCaches,
  query,
  requiredText,
  booleanParam,
  integerParam,
} from "../../server/query.schema.ts";
import { foldName } from "../../domain/names.ts";
import {
  MAX_STARS,
  MODERATED_REVIEWS,
  NO_RATING,
  REVIEW_COMMENT_MAX_CHARACTERS,
  REVIEW_NAME_MAX_CHARACTERS,
  REVIEW_SORTS,
  type ReviewFigures,
} from "./reviews.ts";

/** Maximum number of reviews in one answer, and the default. */
export const REVIEWS_PER_ANSWER = 100;

function id(name: string, from: number) {
  const error = `${name} must be a whole number`;
  return z.int({ error }).min(from, { error }).nullish();
}

const RATING = `rating must be a whole number from 1 to ${MAX_STARS}`;

const WORDS = {
  userName: requiredText("Name", REVIEW_NAME_MAX_CHARACTERS, {
    tidy: foldName,
    forbidden: /\p{Cc}/u,
    plain: "plain text on one line",
  }),
  rating: z
    .int({ error: (issue) => (issue.input == null ? NO_RATING : RATING) })
    .refine((stars) => stars !== 0, { error: NO_RATING, abort: true })
    .min(1, { error: RATING })
    .max(MAX_STARS, { error: RATING }),
  comment: requiredText("Comment", REVIEW_COMMENT_MAX_CHARACTERS),
};

export const ReviewInput = body({
  ...WORDS,
  trimId: id("trimId", 0).describe("index of the trim; the whole model if absent"),
  rowId: id("rowId", 1).describe("row id of the trim; takes precedence over trimId"),
});

/** The fields that the writer may edit (reviews.md#own-reviews). */
export const ReviewEdit = body(WORDS);
export type ReviewEdit = z.output<typeof ReviewEdit>;

/** Query parameters that select a page of a list. */
function partOf(defaultLimit: number) {
  return {
    limit: integerParam("limit", 1, REVIEWS_PER_ANSWER).describe(
      `number of reviews; ${defaultLimit} by default`,
    ),
    offset: integerParam("offset", 0).describe("number of reviews to skip"),
  };
}

export const ReviewsQuery = query({
  sort: oneOf("sort", REVIEW_SORTS).describe("newest by default"),
  ...partOf(REVIEWS_PER_ANSWER),
  _: passCaches,
}).partial();

export const Review = z
  .strictObject({
    id: z.int(),
    userName: z.string(),
    rating: z.int().min(1).max(MAX_STARS).describe("stars"),
    comment: z.string().describe("plain text, as typed"),
    createdAt: z.string().describe("ISO 8601 in UTC"),
    trimId: z.int().exactOptional().describe("index of the trim; the whole model if absent"),
    edited: z.literal(true).exactOptional().describe("present once edited"),
  })
  .meta({ id: "Review" });
export type Review = z.output<typeof Review>;

export const ReviewsAnswer = z
  .strictObject({
    reviews: z.array(Review),
    total: z.int(),
    averageRating: z.number().nullable().describe("stars; null if there are no reviews"),
    histogram: z
      .tuple([z.int(), z.int(), z.int(), z.int(), z.int()])
      // Older JSON Schema tools expect `items`.
      .meta({
        description: "number of reviews with one, two, three, four and five stars",
        items: { type: "integer" },
      }),
  })
  .meta({ id: "Reviews" }) satisfies z.ZodType<ReviewFigures>;
export type ReviewsAnswer = z.output<typeof ReviewsAnswer>;

export const MyReviewsAnswer = z
  .strictObject({
    ids: z.array(z.int()).describe("reviews that this visitor has written"),
  })
  .meta({ id: "MyReviews" });
export type MyReviewsAnswer = z.output<typeof MyReviewsAnswer>;

export const FlagAnswer = z.strictObject({ flagged: z.literal(true) }).meta({ id: "Flag" });

export const ModerationQuery = query({
  flagged: booleanParam("flagged").describe("true for flagged reviews only, most flags first"),
  ...partOf(MODERATED_REVIEWS),
}).partial();
export type ModerationQuery = z.output<typeof ModerationQuery>;

const ModeratedReview = z.strictObject({
  ...Review.omit({ trimId: true, edited: true }).shape,
  flags: z.int().describe("number of visitors who flagged it"),
  modelId: z.int(),
  make: z.string(),
  model: z.string(),
  trim: z
    .strictObject({ rowId: z.int(), trim: z.string(), year: z.int() })
    .nullable()
    .describe("null if the review is about the whole model"),
});
export type ModeratedReview = z.output<typeof ModeratedReview>;

export const ModerationAnswer = z
  .strictObject({
    reviews: z.array(ModeratedReview),
    total: z.int().describe("number of reviews in this list"),
    flagged: z.int().describe("number of flagged reviews"),
  })
  .meta({ id: "Moderation" });
export type ModerationAnswer = z.output<typeof ModerationAnswer>;
