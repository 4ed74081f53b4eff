/** Inputs and answers of the activity call (dashboard.md#activity). */
import { z } from "zod";
import { query, whole } from "../../server/query.schema.ts";
import { FIELD_NAMES } from "../../domain/fields.ts";
import { ACTIVITY_KIND_NAMES, ACTIVITY_SEARCH_MAX_CHARACTERS } from "./activity-kinds.ts";

export const ACTIVITY_PER_ANSWER = 50;
const MOST_ACTIVITY_PER_ANSWER = 200;

export const ActivityQuery = query({
  limit: whole("limit", 1, MOST_ACTIVITY_PER_ANSWER).meta({
    description: `number of entries; ${ACTIVITY_PER_ANSWER} by default`,
  }),
  before: whole("before", 1).meta({ description: "only entries older than the one with this id" }),
  search: z
    .string()
    .max(ACTIVITY_SEARCH_MAX_CHARACTERS, {
      error: `search must have at most ${ACTIVITY_SEARCH_MAX_CHARACTERS} characters`,
    })
    .meta({ description: "words from the subject or the user name, in any order" }),
  kind: z.enum(ACTIVITY_KIND_NAMES, {
    error: `kind must be one of ${ACTIVITY_KIND_NAMES.join(", ")}`,
  }),
  user: z.string().meta({ description: "only changes by this administrator" }),
  evId: whole("evId", 1).meta({
    description: "only changes to this model, including its deleted rows; takes a model or row id",
  }),
  change: whole("change", 1).meta({
    description: "all entries of one bulk change, by the id of its first entry",
  }),
  rowId: whole("rowId", 1).meta({
    description: "only entries about this row, even if it has been deleted",
  }),
  field: z
    .enum(FIELD_NAMES, { error: "field must be the name of a field" })
    .meta({ description: "only changes of this field" }),
}).partial();
export type ActivityQuery = z.output<typeof ActivityQuery>;

const values = z.record(z.string(), z.unknown()).nullable();

export const ActivityAnswer = z
  .strictObject({
    entries: z.array(
      z.strictObject({
        id: z.int(),
        at: z.string().meta({ description: "ISO 8601 in UTC" }),
        username: z.string().nullable().meta({ description: "null for the server itself" }),
        action: z.string(),
        subject: z.string().meta({ description: "what was changed, in words" }),
        rowId: z.int().nullable(),
        hasRow: z.boolean().meta({ description: "true while the row still exists" }),
        evId: z
          .int()
          .nullable()
          .meta({ description: "the model's current id; null if it no longer exists" }),
        change: z.strictObject({ id: z.int(), rows: z.int() }).nullable().meta({
          description:
            "for bulk changes, which are listed once: the id of the first entry, and the number of entries",
        }),
        before: values,
        after: values,
      }),
    ),
    next: z
      .int()
      .nullable()
      .meta({ description: "`before` for the next page; null on the last one" }),
  })
  .meta({ id: "Activity" });
export type ActivityAnswer = z.output<typeof ActivityAnswer>;
export type ActivityEntry = ActivityAnswer["entries"][number];

export const ActivityPeople = z
  .strictObject({ people: z.array(z.string()).meta({ description: "by name" }) })
  .meta({ id: "ActivityPeople" });
export type ActivityPeople = z.output<typeof ActivityPeople>;
