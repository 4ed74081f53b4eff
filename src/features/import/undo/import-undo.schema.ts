/** Inputs and answers of the calls that list and undo imports (importing.md#undo-call). */
import { z } from "zod";
import { query, whole } from "../../../server/query.schema.ts";
import { ImportedRow, RowChanges } from "../import.schema.ts";

export const WrittenQuery = query({
  after: whole("after", 0).meta({ description: "only rows with a higher id" }),
}).partial();

export const WrittenAnswer = z
  .strictObject({
    id: z.int(),
    at: z.string().meta({ description: "ISO 8601 in UTC" }),
    subject: z.string().meta({ description: "the name of the file" }),
    rows: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        kind: z.enum(["added", "updated"]),
        changes: RowChanges,
      }),
    ),
    next: z
      .int()
      .nullable()
      .meta({ description: "`after` for the next page; null on the last one" }),
  })
  .meta({ id: "WrittenRows" });
export type WrittenAnswer = z.output<typeof WrittenAnswer>;

export const UndoneAnswer = z
  .strictObject({
    removed: z.int().meta({ description: "number of added rows or claims that were removed" }),
    restored: z.int().meta({ description: "number of changed rows that were restored" }),
    kept: z.array(ImportedRow).meta({
      description:
        "rows that stay, because they were changed, reviewed or given claims since, or because they are the last row of a model with votes",
    }),
  })
  .meta({ id: "UndoneImport" });
export type UndoneAnswer = z.output<typeof UndoneAnswer>;
