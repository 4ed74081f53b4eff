/** Schemas of the change calls (calls.md#change-calls). */
import { z } from "zod";
import { passCaches, query, whole } from "../../server/query.schema.ts";

export const CHANGE_KINDS = ["added", "price", "range", "removed"] as const;

const dollars = z.number().nullable().meta({ description: "US dollars; null if unknown" });
const miles = z.number().nullable().meta({ description: "miles; null if unknown" });
const at = z.string().meta({ description: "ISO 8601 in UTC" });
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
          .meta({ description: "oldest first; the first entry has the first known value" }),
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
        evId: z.int().meta({ description: "the model's id" }),
        rowId: z.int(),
        name: z.string().meta({ description: "as it was then, such as `2025 Kia EV6 Wind`" }),
        before: value.meta({
          description: "the old price or range; both if a row was removed; otherwise null",
        }),
        after: value.meta({
          description: "the new price or range; both if a row was added; otherwise null",
        }),
      }),
    ),
    next: z.int().nullable().meta({
      description:
        "`since` for the next page; null on the last one. To continue later, use the id of its last change",
    }),
  })
  .meta({ id: "Changes" });
export type ChangesAnswer = z.output<typeof ChangesAnswer>;

export const ChangesQuery = query({
  since: whole("since", 0).meta({
    description: "only changes after the one with this id; all if absent or 0",
  }),
  _: passCaches,
}).partial();
