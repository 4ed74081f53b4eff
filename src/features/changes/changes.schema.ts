/** What the calls of changes take and answer (calls.md#change-calls). */
import { z } from "zod";
import { passCaches, query, whole } from "../../server/query.schema.ts";

export const CHANGE_KINDS = ["added", "price", "range", "removed"] as const;

const dollars = z.number().nullable().meta({ description: "US dollars; null: not known" });
const miles = z.number().nullable().meta({ description: "miles; null: not known" });
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
          .meta({ description: "the oldest first, which has the first known value" }),
      }),
    ),
  })
  .meta({ id: "EvHistory" });
/** It has the trims that there are, in their order. */
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
        name: z.string().meta({ description: "as it was then: `2025 Kia EV6 Wind`" }),
        before: value.meta({
          description: "of a price or range the figure alone; of a row removed both; else null",
        }),
        after: value.meta({
          description: "of a price or range the figure alone; of a row added both; else null",
        }),
      }),
    ),
    next: z.int().nullable().meta({
      description: "since of the next page; null: this is the last, and its last id goes on later",
    }),
  })
  .meta({ id: "Changes" });
export type ChangesAnswer = z.output<typeof ChangesAnswer>;

export const ChangesQuery = query({
  since: whole("since", 0).meta({
    description: "only what came after the change with this id; all when absent or 0",
  }),
  _: passCaches,
}).partial();
