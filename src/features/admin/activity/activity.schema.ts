/** What the call of the activity takes and answers (dashboard.md#activity). */
import { z } from "zod";
import { query, whole } from "../../../server/query.schema.ts";
import { ACTIVITY_KIND_NAMES } from "./activity.ts";
import { ACTIVITY_PER_ANSWER, MOST_ACTIVITY_PER_ANSWER, SEARCH_MAX_CHARACTERS } from "../limits.ts";

export const ActivityQuery = query({
  limit: whole("limit", 1, MOST_ACTIVITY_PER_ANSWER).meta({
    description: `entries to answer; ${ACTIVITY_PER_ANSWER} when absent`,
  }),
  before: whole("before", 1).meta({ description: "only what came before the entry with this id" }),
  search: z
    .string()
    .max(SEARCH_MAX_CHARACTERS, {
      error: `search must have at most ${SEARCH_MAX_CHARACTERS} characters`,
    })
    .meta({ description: "words of what it is about and of who it was, in any order" }),
  kind: z.enum(ACTIVITY_KIND_NAMES, {
    error: `kind must be one of ${ACTIVITY_KIND_NAMES.join(", ")}`,
  }),
  user: z.string().meta({ description: "only what this administrator has done" }),
  evId: whole("evId", 1).meta({
    description: "only what is about this model, by its id or a row's, of deleted rows as well",
  }),
  change: whole("change", 1).meta({
    description: "only the entries of one change of many rows, by its first one's id",
  }),
}).partial();

const values = z.record(z.string(), z.unknown()).nullable();

export const ActivityAnswer = z
  .strictObject({
    entries: z.array(
      z.strictObject({
        id: z.int(),
        at: z.string().meta({ description: "ISO 8601 in UTC" }),
        username: z.string().nullable().meta({ description: "null: the server itself" }),
        action: z.string(),
        subject: z.string().meta({ description: "what it is about, for a person" }),
        rowId: z.int().nullable(),
        hasRow: z.boolean().meta({ description: "the row is still there" }),
        evId: z.int().nullable().meta({ description: "the model's id now; null: it is gone" }),
        change: z
          .strictObject({ id: z.int(), rows: z.int() })
          .nullable()
          .meta({ description: "of many rows at once: its first entry's id, and how many" }),
        before: values,
        after: values,
      }),
    ),
    next: z.int().nullable().meta({ description: "before of the next part; null at the end" }),
  })
  .meta({ id: "Activity" });
export type ActivityAnswer = z.output<typeof ActivityAnswer>;
export type ActivityEntry = ActivityAnswer["entries"][number];
