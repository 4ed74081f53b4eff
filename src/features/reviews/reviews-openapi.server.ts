import { z } from "zod";
import type { ApiPart } from "../../server/openapi.server.ts";
import { ReviewInput, ReviewsQuery } from "./review-input.server.ts";
import { ModerationQuery } from "./review-moderation.server.ts";
import type { ModerationAnswer, Review, ReviewsAnswer } from "./reviews.ts";

const ReviewAnswer = z.strictObject({
  id: z.int(),
  userName: z.string(),
  rating: z.int().min(1).max(5),
  comment: z.string().meta({ description: "plain text, as it was typed" }),
  createdAt: z.string().meta({ description: "ISO 8601 in UTC" }),
  trimId: z.int().exactOptional().meta({ description: "index of the trim; absent: the model" }),
}) satisfies z.ZodType<Review>;

/** Reviews with the figures of all of them. */
export const ReviewsAnswerSchema = z.strictObject({
  reviews: z.array(ReviewAnswer),
  total: z.int(),
  averageRating: z.number().nullable().meta({ description: "stars; null without reviews" }),
  histogram: z
    .tuple([z.int(), z.int(), z.int(), z.int(), z.int()])
    .meta({ description: "how many reviews gave one to five stars" }),
}) satisfies z.ZodType<ReviewsAnswer>;

/** The administrators' list of reviews on the wire. */
export const ModerationSchema = z.strictObject({
  reviews: z.array(
    z.strictObject({
      ...ReviewAnswer.omit({ trimId: true }).shape,
      flags: z.int().meta({ description: "visitors who asked to look at it" }),
      modelId: z.int(),
      make: z.string(),
      model: z.string(),
      trim: z
        .strictObject({ rowId: z.int(), trim: z.string(), year: z.int() })
        .nullable()
        .meta({ description: "null: it is about the model" }),
    }),
  ),
  total: z.int().meta({ description: "of those asked for" }),
  flagged: z.int().meta({ description: "that visitors asked to look at" }),
}) satisfies z.ZodType<ModerationAnswer>;

const FlagAnswer = z.strictObject({ flagged: z.literal(true) });

const NO_REVIEW = { description: "No such review", schema: "Error" };
const NOT_FOUND = { description: "No such vehicle or trim", schema: "Error" };
const SLOWED = { description: "Too many at once; see Retry-After", schema: "Error" };

function readAndPost(of: string) {
  return {
    get: {
      summary: `Reviews of ${of}`,
      query: ReviewsQuery,
      answers: {
        200: { description: "The reviews", schema: "Reviews" },
        304: { description: "Unchanged since the ETag of If-None-Match" },
        404: NOT_FOUND,
      },
    },
    post: {
      summary: `Adds a review of ${of}`,
      body: ReviewInput,
      answers: {
        201: { description: "The new review", schema: "Review" },
        400: { description: "A field is missing or not valid", schema: "Error" },
        404: NOT_FOUND,
        429: SLOWED,
      },
    },
  };
}

/** The calls of reviews for `GET /api/openapi.json`. */
export const reviewsApi: ApiPart = {
  paths: {
    "/api/evs/{id}/reviews": readAndPost("a model, its own and those of its trims"),
    "/api/evs/{id}/trims/{trimId}/reviews": readAndPost("one trim"),
    "/api/reviews/{id}/flag": {
      post: {
        summary: "Asks an administrator to look at a review; once per visitor",
        answers: {
          200: { description: "This visitor had flagged it before", schema: "Flag" },
          201: { description: "Flagged", schema: "Flag" },
          404: NO_REVIEW,
          429: SLOWED,
        },
      },
    },
    "/api/reviews": {
      get: {
        summary: "All reviews, newest first, or those that visitors flagged",
        query: ModerationQuery,
        needsUser: true,
        answers: {
          200: { description: "A part of the reviews", schema: "Moderation" },
        },
      },
    },
    "/api/reviews/{id}": {
      delete: {
        summary: "Deletes a review for good",
        needsUser: true,
        answers: { 204: { description: "Deleted" }, 404: NO_REVIEW },
      },
    },
    "/api/reviews/{id}/keep": {
      post: {
        summary: "Takes back all flags of a review",
        needsUser: true,
        answers: { 204: { description: "Kept" }, 404: NO_REVIEW },
      },
    },
  },
  schemas: {
    Reviews: ReviewsAnswerSchema,
    Review: ReviewAnswer,
    Flag: FlagAnswer,
    Moderation: ModerationSchema,
  },
};
