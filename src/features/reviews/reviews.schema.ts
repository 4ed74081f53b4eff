/** What the calls of reviews take and answer (reviews.md#review-form, calls.md#review-calls). */
import { z } from "zod";
import { bodyError, passCaches, query, truth, whole } from "../../server/query.schema.ts";
import { foldName, isVisible } from "../../domain/names.ts";
import {
  MAX_STARS,
  MODERATED_REVIEWS,
  REVIEW_COMMENT_MAX_CHARACTERS,
  REVIEW_NAME_MAX_CHARACTERS,
  REVIEWS_PER_ANSWER,
} from "./limits.ts";
import { NO_RATING, REVIEW_SORTS, type ReviewFigures } from "./reviews.ts";

/** Databases refuse NUL and lone surrogates. A comment may contain line breaks and tabs. */
const CONTROL = /\p{Cc}/u;
const CONTROL_EXCEPT_LAYOUT = /(?![\t\n\r])\p{Cc}/u;

function text(label: string, maxCharacters: number, forbidden: RegExp, plain: string) {
  const required = `${label} is required`;
  return z
    .string({ error: (issue) => (issue.input == null ? required : `${label} must be text`) })
    .trim()
    .max(maxCharacters, `${label} must have ${maxCharacters} characters or fewer`)
    .refine(isVisible, required)
    .refine((value) => value.isWellFormed() && !forbidden.test(value), `${label} must be ${plain}`);
}

function id(name: string, from: number) {
  const error = `${name} must be a whole number`;
  return z.int({ error }).min(from, { error }).nullish();
}

const RATING = `rating must be a whole number from 1 to ${MAX_STARS}`;

export const ReviewInput = z
  .strictObject(
    {
      userName: z.preprocess(
        (given) => (typeof given === "string" ? foldName(given) : given),
        text("Name", REVIEW_NAME_MAX_CHARACTERS, CONTROL, "plain text on one line"),
      ),
      rating: z
        .int({ error: (issue) => (issue.input == null ? NO_RATING : RATING) })
        .refine((stars) => stars !== 0, { error: NO_RATING, abort: true })
        .min(1, { error: RATING })
        .max(MAX_STARS, { error: RATING }),
      comment: text("Comment", REVIEW_COMMENT_MAX_CHARACTERS, CONTROL_EXCEPT_LAYOUT, "plain text"),
      trimId: id("trimId", 0).meta({ description: "index of the trim; absent: the model" }),
      rowId: id("rowId", 1).meta({ description: "the trim's row; wins over trimId" }),
    },
    { error: bodyError },
  )
  .meta({ example: { userName: "Ada", rating: 5, comment: "Quiet, quick and easy to park." } });

function partOf(usual: number) {
  return {
    limit: whole("limit", 1, REVIEWS_PER_ANSWER).meta({
      description: `reviews to answer; ${usual} when absent`,
    }),
    offset: whole("offset", 0).meta({ description: "reviews to leave out first" }),
  };
}

export const ReviewsQuery = query({
  sort: z
    .enum(REVIEW_SORTS, { error: `sort must be one of ${REVIEW_SORTS.join(", ")}` })
    .meta({ description: "newest when absent" }),
  ...partOf(REVIEWS_PER_ANSWER),
  _: passCaches,
}).partial();

export const ModerationQuery = query({
  flagged: truth("flagged").meta({
    description: "true: only those that visitors asked to look at, most flags first",
  }),
  ...partOf(MODERATED_REVIEWS),
}).partial();

export const Review = z
  .strictObject({
    id: z.int(),
    userName: z.string(),
    rating: z.int().min(1).max(MAX_STARS).meta({ description: "stars" }),
    comment: z.string().meta({ description: "plain text, as it was typed" }),
    createdAt: z.string().meta({ description: "ISO 8601 in UTC" }),
    trimId: z.int().exactOptional().meta({ description: "index of the trim; absent: the model" }),
  })
  .meta({ id: "Review" });
export type Review = z.output<typeof Review>;

export const ReviewsAnswer = z
  .strictObject({
    reviews: z.array(Review),
    total: z.int(),
    averageRating: z.number().nullable().meta({ description: "stars; null without reviews" }),
    histogram: z
      .tuple([z.int(), z.int(), z.int(), z.int(), z.int()])
      // Readers of older JSON Schema look for `items`.
      .meta({ description: "how many reviews gave one to five stars", items: { type: "integer" } }),
  })
  .meta({ id: "Reviews" }) satisfies z.ZodType<ReviewFigures>;
export type ReviewsAnswer = z.output<typeof ReviewsAnswer>;

const ModeratedReview = z.strictObject({
  ...Review.omit({ trimId: true }).shape,
  flags: z.int().meta({ description: "visitors who asked to look at it" }),
  modelId: z.int(),
  make: z.string(),
  model: z.string(),
  trim: z
    .strictObject({ rowId: z.int(), trim: z.string(), year: z.int() })
    .nullable()
    .meta({ description: "null: it is about the model" }),
});
export type ModeratedReview = z.output<typeof ModeratedReview>;

export const ModerationAnswer = z
  .strictObject({
    reviews: z.array(ModeratedReview),
    total: z.int().meta({ description: "of those asked for" }),
    flagged: z.int().meta({ description: "that visitors asked to look at" }),
  })
  .meta({ id: "Moderation" });
export type ModerationAnswer = z.output<typeof ModerationAnswer>;

export const FlagAnswer = z.strictObject({ flagged: z.literal(true) }).meta({ id: "Flag" });
