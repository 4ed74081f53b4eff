/** What the calls that write many rows take and answer (calls.md#many-rows). */
import { z } from "zod";
import { bodyError } from "../../../server/query.schema.ts";
import { EvInput } from "../../../vehicle/ev-input.ts";
import { EvAnswer } from "../../catalogue/catalogue.schema.ts";
import { MOST_ROWS_PER_CHANGE } from "../limits.ts";
import { RowAnswer, SentRow } from "./rows.schema.ts";

const bounded = `from 1 to ${MOST_ROWS_PER_CHANGE} rows`;

function listOf<T extends z.ZodType>(name: string, item: T) {
  const error = `${name} must be a list of ${bounded}`;
  return z.array(item, { error }).min(1, { error }).max(MOST_ROWS_PER_CHANGE, { error });
}

const id = z.int({ error: "An id must be a whole number" });
const ids = listOf("ids", id).refine((all) => new Set(all).size === all.length, {
  error: "ids names a row twice",
});
const version = z.int({ error: "A version must be a whole number" });

const SentSet = SentRow.omit({ make: true, model: true }).partial().meta({
  description: "as in PUT: what is missing stays, null or an empty text clears an optional field",
});

export const SameForAll = z
  .strictObject(
    {
      ids,
      set: z.unknown(),
      versions: z
        .record(z.string(), version, { error: "versions must be an object of versions by id" })
        .optional()
        .meta({ description: "by id: only while the rows have these versions" }),
    },
    { error: bodyError },
  )
  .refine(
    ({ ids: all, versions = {} }) =>
      Object.keys(versions).every((key) => all.some((each) => String(each) === key)),
    {
      error: "versions names a row that ids does not name",
      path: ["versions"],
    },
  );

export const EachItsOwn = z.strictObject(
  {
    rows: listOf(
      "rows",
      z.strictObject(
        {
          id,
          set: z.unknown(),
          version: version.optional().meta({ description: "only while the row has this version" }),
        },
        { error: bodyError },
      ),
    ).refine((all) => new Set(all.map((row) => row.id)).size === all.length, {
      error: "rows names a row twice",
    }),
  },
  { error: bodyError },
);

/** Describes a change of many rows; `EvInput` judges each set. */
export const SentChanges = z.union([
  z.strictObject({ ...SameForAll.shape, set: SentSet }),
  z.strictObject({
    rows: listOf("rows", z.strictObject({ ...EachItsOwn.shape.rows.element.shape, set: SentSet })),
  }),
]);

export const DeletedIds = z.strictObject({ ids }, { error: bodyError });

export const ChangedRows = z
  .strictObject({
    updated: z.array(RowAnswer).meta({ description: "in the order of the request" }),
  })
  .meta({ id: "ChangedRows" });
export type ChangedRows = z.output<typeof ChangedRows>;

export const Conflicts = z
  .strictObject({
    error: z.string(),
    conflicts: z.array(RowAnswer).meta({ description: "as they are now" }),
  })
  .meta({ id: "Conflicts" });
export type Conflicts = z.output<typeof Conflicts>;

export const DeletedRows = z.strictObject({ deleted: z.int() }).meta({ id: "DeletedRows" });

const modelId = z
  .int({ error: "from and into must be ids of models" })
  .meta({ description: "of a model, or one that it had before a merge" });
export const Models = z.strictObject({ from: modelId, into: modelId }, { error: bodyError });
/** Not folded: one of an earlier release may differ from another only by what cannot be seen. */
const StoredMake = z
  .string({ error: ({ input }) => (input == null ? "Make is required" : "Make must be text") })
  .refine((make) => EvInput.shape.make.safeParse(make).success, "Make is required");
export const Makes = z
  .strictObject({ fromMake: StoredMake, intoMake: EvInput.shape.make }, { error: bodyError })
  .refine(({ fromMake, intoMake }) => fromMake !== intoMake, {
    error: "Choose two different ones: nothing can be merged into itself",
    path: ["intoMake"],
  });

export const Merged = z
  .strictObject({
    model: EvAnswer.nullable().meta({ description: "as it is now; null where makes were merged" }),
    moved: z.int().meta({ description: "rows that have another make or model now" }),
  })
  .meta({ id: "Merged" });
export type Merged = z.output<typeof Merged>;
