/** Inputs and answers of the activity call (dashboard.md#activity). */
import { z } from "zod";
import { oneOf, query, textParam, integerParam } from "../../server/query.schema.ts";
import { FIELD_NAMES } from "../../domain/fields.ts";
import { ACTIVITY_KIND_NAMES, ACTIVITY_SEARCH_MAX_CHARACTERS } from "./activity-kinds.ts";

export const ACTIVITY_PER_ANSWER = 50;
const MOST_ACTIVITY_PER_ANSWER = 200;

export const ActivityQuery = query({
  limit: integerParam("limit", 1, MOST_ACTIVITY_PER_ANSWER).describe(
    `number of entries; ${ACTIVITY_PER_ANSWER} by default`,
  ),
  before: integerParam("before", 1).describe("only entries older than the one with this id"),
  search: textParam("search", ACTIVITY_SEARCH_MAX_CHARACTERS).describe(
    "words from the subject or the user name, in any order",
  ),
  kind: oneOf("kind", ACTIVITY_KIND_NAMES),
  user: z.string().describe("only changes by this administrator"),
  evId: integerParam("evId", 1).describe(
    "only changes to this model, including its deleted rows; takes a model or row id",
  ),
  change: integerParam("change", 1).describe(
    "all entries of one bulk change, by the id of its first entry",
  ),
  rowId: integerParam("rowId", 1).describe(
    "only entries about this row, even if it has been deleted",
  ),
  field: z
    .enum(FIELD_NAMES, { error: "field must be the name of a field" })
    .describe("only changes of this field"),
}).partial();
export type ActivityQuery = z.output<typeof ActivityQuery>;

const values = z.record(z.string(), z.unknown()).nullable();

export const ActivityAnswer = z
  .strictObject({
    entries: z.array(
      z.strictObject({
        id: z.int(),
        at: z.string().describe("ISO 8601 in UTC"),
        username: z.string().nullable().describe("null for the server itself"),
        action: z.string(),
        subject: z.string().describe("what was changed, in words"),
        rowId: z.int().nullable(),
        hasRow: z.boolean().describe("true while the row still exists"),
        evId: z.int().nullable().describe("the model's current id; null if it no longer exists"),
        change: z
          .strictObject({ id: z.int(), rows: z.int() })
          .nullable()
          .describe(
            "for bulk changes, which are listed once: the id of the first entry, and the number of entries",
          ),
        before: values,
        after: values,
      }),
    ),
    next: z.int().nullable().describe("`before` for the next page; null on the last one"),
  })
  .meta({ id: "Activity" });
export type ActivityAnswer = z.output<typeof ActivityAnswer>;
export type ActivityEntry = ActivityAnswer["entries"][number];

export const ActivityPeople = z
  .strictObject({ people: z.array(z.string()).describe("by name") })
  .meta({ id: "ActivityPeople" });
export type ActivityPeople = z.output<typeof ActivityPeople>;
