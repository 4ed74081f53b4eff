/** Inputs and answers of the moderation calls (reviews.md#moderation). */
import { z } from "zod";
import { query, truth } from "../../../server/query.schema.ts";
import { MODERATED_REVIEWS } from "../../reviews/reviews.ts";
import { partOf, Review } from "../../reviews/reviews.schema.ts";

export const ModerationQuery = query({
  flagged: truth("flagged").meta({
    description: "true for flagged reviews only, most flags first",
  }),
  ...partOf(MODERATED_REVIEWS),
}).partial();

const ModeratedReview = z.strictObject({
  ...Review.omit({ trimId: true, edited: true }).shape,
  flags: z.int().meta({ description: "number of visitors who flagged it" }),
  modelId: z.int(),
  make: z.string(),
  model: z.string(),
  trim: z
    .strictObject({ rowId: z.int(), trim: z.string(), year: z.int() })
    .nullable()
    .meta({ description: "null if the review is about the whole model" }),
});
export type ModeratedReview = z.output<typeof ModeratedReview>;

export const ModerationAnswer = z
  .strictObject({
    reviews: z.array(ModeratedReview),
    total: z.int().meta({ description: "number of reviews in this list" }),
    flagged: z.int().meta({ description: "number of flagged reviews" }),
  })
  .meta({ id: "Moderation" });
export type ModerationAnswer = z.output<typeof ModerationAnswer>;
