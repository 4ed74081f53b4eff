/** Schemas of the change calls (calls.md#change-calls). */
import { z } from "zod";
import { passCaches, query, integerParam } from "../../server/query.schema.ts";

export const CHANGE_KINDS = ["added", "price", "range", "removed"] as const;

const dollars = z.number().nullable().describe("US dollars; null if unknown");
const miles = z.number().nullable().describe("miles; null if unknown");
const at = z.string().describe("ISO 8601 in UTC");
const figures = z.strictObject({ price: dollars, range: miles });
const value = z.union([z.number(), figures, z.null()]);

export const HistoryAnswer = z
  .strictObject({
    trims: z.array(
      z.strictObject({
        rowId: z.int(),
        trim: z.string(),
        year: z.int(),
        changes: z
          .array(z.strictObject({ at, price: dollars, range: miles }))
          .describe("oldest first; the first entry has the first known value"),
      }),
    ),
  })
  .meta({ id: "EvHistory" });
/** It has the trims that exist, in order. */
export type EvHistory = z.output<typeof HistoryAnswer>;

export const ChangesAnswer = z
  .strictObject({
    changes: z.array(
      z.strictObject({
        id: z.int(),
        at,
        kind: z.enum(CHANGE_KINDS),
        evId: z.int().describe("the model's id"),
        rowId: z.int(),
        name: z.string().describe("as it was then, such as `2025 Kia EV6 Wind`"),
        before: value.describe("the old price or range; both if a row was removed; otherwise null"),
        after: value.describe("the new price or range; both if a row was added; otherwise null"),
      }),
    ),
    next: z
      .int()
      .nullable()
      .describe(
        "`since` for the next page; null on the last one. To continue later, use the id of its last change",
      ),
  })
  .meta({ id: "Changes" });
export type ChangesAnswer = z.output<typeof ChangesAnswer>;

export const ChangesQuery = query({
  since: integerParam("since", 0).describe(
    "only changes after the one with this id; all if absent or 0",
  ),
  _: passCaches,
}).partial();
