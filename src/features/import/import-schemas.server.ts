import { z } from "zod";
import { EvInput } from "../../vehicle/ev-input.ts";
import { DECIMAL_SIGNS } from "../../vehicle/ev-cells.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type {
  BadCell,
  DryRunAnswer,
  ImportAnswer,
  ImportCounts,
  Reason,
  RefusalAnswer,
  UnusualFigures,
} from "./import-answer.ts";
import { CSV_FIELDS } from "./import-columns.ts";
import { MAX_REASONS, NAMED_CELLS, NAMED_UNUSUAL } from "./limits.ts";

const ImportedRow = z.strictObject({
  ...EvInput.shape,
  id: z.int(),
  isModelHeader: z.boolean(),
  version: z.int(),
}) satisfies z.ZodType<EvRow>;
/** Of a dry run: it has no id yet. */
const RowToImport = z.strictObject(EvInput.shape);

const BadCellAnswer = z
  .strictObject({
    row: z.int().min(0).meta({ description: "1 is the first after the header, 0 the header" }),
    column: z.string().meta({ description: "its header; empty for the whole row" }),
    message: z.string(),
    value: z
      .string()
      .exactOptional()
      .meta({ description: "what stands in the cell, shortened; missing for one that is empty" }),
  })
  .meta({ id: "BadCell" }) satisfies z.ZodType<BadCell>;

const Skipped = z.strictObject({
  row: z.int().min(1),
  make: z.string(),
  model: z.string(),
  trim: z.string(),
  year: z.int(),
});

const Counts = z.strictObject({
  added: z.int(),
  skipped: z.int(),
  invalid: z.int().meta({ description: "rows, not cells" }),
}) satisfies z.ZodType<ImportCounts>;

const Columns = z
  .array(
    z.strictObject({
      header: z.string(),
      field: z.enum([...CSV_FIELDS, "unknown"]).nullable(),
      decimal: z
        .enum([...DECIMAL_SIGNS, "unclear"])
        .exactOptional()
        .meta({
          description:
            "of figures: said, or found in a file whose cells no comma divides; unclear: they can be read both ways, and nothing is added until it is said",
        }),
      example: z.string().exactOptional().meta({ description: "the first unclear figure" }),
    }),
  )
  .meta({ description: "what each column is taken for" });

const Titles = z
  .array(z.string())
  .exactOptional()
  .meta({ description: "lines above the header, which were left out" });

const Reasons = z
  .array(
    z.strictObject({
      ...BadCellAnswer.pick({ column: true, message: true }).shape,
      count: z.int().min(1),
      cells: z
        .array(BadCellAnswer.pick({ row: true, value: true }))
        .max(NAMED_CELLS)
        .meta({ description: "the first of them" }),
    }) satisfies z.ZodType<Reason>,
  )
  .max(MAX_REASONS)
  .meta({ description: "`invalid` by column and message, however short `invalid` is" });

const Unusual = z
  .array(
    z.strictObject({
      field: z.enum(CSV_FIELDS),
      column: z.string().meta({ description: "its header" }),
      least: z.number(),
      most: z.number(),
      count: z.int().min(1),
      rows: z
        .array(z.strictObject({ ...Skipped.shape, value: z.number() }))
        .max(NAMED_UNUSUAL)
        .meta({ description: "the first of them" }),
    }) satisfies z.ZodType<UnusualFigures>,
  )
  .meta({
    description:
      "figures of rows to add that lie outside of the catalogue's (`least` to `most`, 0 is no figure), by field",
  });

/** What an import has done, or would do. */
export const ImportAnswerSchema = z
  .strictObject({
    added: z.union([z.array(ImportedRow), z.array(RowToImport)]),
    skipped: z.array(Skipped).meta({ description: "exist already, or stand twice in the file" }),
    invalid: z.array(BadCellAnswer).exactOptional(),
    counts: Counts.exactOptional().meta({ description: "when `list` has shortened the lists" }),
    columns: Columns.exactOptional(),
    titles: Titles,
    reasons: Reasons.exactOptional(),
    unusual: Unusual.exactOptional(),
  })
  .meta({ id: "Import" }) satisfies z.ZodType<
  Omit<ImportAnswer, "added"> & Pick<ImportAnswer | DryRunAnswer, "added">
>;

/** Why nothing was added. */
export const RefusalSchema = z
  .strictObject({
    error: z.string().meta({ description: "one sentence for a person" }),
    rows: z.array(BadCellAnswer),
    columns: Columns.exactOptional(),
    titles: Titles,
  })
  .meta({ id: "ImportRefusal" }) satisfies z.ZodType<RefusalAnswer>;
