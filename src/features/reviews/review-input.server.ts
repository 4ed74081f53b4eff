import { z } from "zod";
import { bodyError, passCaches, query, whole } from "../../server/query.server.ts";
import { isVisible } from "../../vehicle/visible.ts";
import {
  MAX_STARS,
  REVIEW_COMMENT_MAX_CHARACTERS,
  REVIEW_NAME_MAX_CHARACTERS,
  REVIEWS_PER_ANSWER,
} from "./limits.ts";
import { REVIEW_SORTS } from "./reviews.ts";

/** Databases refuse NUL and lone surrogates. A comment may have lines and tabs, a name has not. */
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
const NO_RATING = "Please select a rating"; // §8

/** The body of a new review (readings 3, §5). */
export const ReviewInput = z.strictObject(
  {
    userName: text("Name", REVIEW_NAME_MAX_CHARACTERS, CONTROL, "plain text on one line"),
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
);

/** Query of the lists of reviews. */
export const ReviewsQuery = query({
  sort: z
    .enum(REVIEW_SORTS, { error: `sort must be one of ${REVIEW_SORTS.join(", ")}` })
    .meta({ description: "newest when absent" }),
  limit: whole("limit", 1, REVIEWS_PER_ANSWER).meta({
    description: `reviews to answer; ${REVIEWS_PER_ANSWER} when absent`,
  }),
  offset: whole("offset", 0).meta({ description: "reviews to leave out first" }),
  _: passCaches,
}).partial();
