import { z } from "zod";
import type { ApiPart } from "../../server/openapi.server.ts";
import { ReviewInput, ReviewsQuery } from "./review-input.server.ts";
import type { Review, ReviewsAnswer } from "./reviews.ts";

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

const FlagAnswer = z.strictObject({ flagged: z.literal(true) });

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
        400: { description: "A parameter that is not known or not valid", schema: "Error" },
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
          404: { description: "No such review", schema: "Error" },
          429: SLOWED,
        },
      },
    },
  },
  schemas: { Reviews: ReviewsAnswerSchema, Review: ReviewAnswer, Flag: FlagAnswer },
};
