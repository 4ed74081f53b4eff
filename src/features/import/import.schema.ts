/** What the calls of imports take and answer (importing.md#upload-call). */
import { z } from "zod";
import { FIELD_NAMES } from "../../domain/fields.ts";
import { query, truth, whole } from "../../server/query.schema.ts";
import { EvInput } from "../../domain/ev-input.ts";
import { Columns } from "./mapping/import-mapping.schema.ts";
import {
  MAX_ROWS,
  MAX_REASONS,
  MAX_SHEET_NAME_CHARACTERS,
  NAMED_CELLS,
  NAMED_UNUSUAL,
  NAMED_VALUES,
} from "./limits.ts";

/** What becomes of a row that exists already (importing.md#existing-rows). */
const EXISTING_MODES = ["update", "fill"] as const;
export type ExistingMode = (typeof EXISTING_MODES)[number];

/** Which of several rows of one EV that contradict each other is written (importing.md#repeated-rows). */
export const REPEATED_MODES = ["first", "last", "none"] as const;
export type RepeatedMode = (typeof REPEATED_MODES)[number];

/** importing.md#upload-call */
export const ImportQuery = query({
  dryRun: truth("dryRun")
    .exactOptional()
    .meta({ description: "true: says what an import would do and writes nothing" }),
  invalid: z.enum(["skip", "csv"], { error: "invalid must be skip or csv" }).exactOptional().meta({
    description:
      "skip: adds the good rows and lists the bad; csv: answers the bad rows as a file and writes nothing",
  }),
  existing: z
    .enum(EXISTING_MODES, { error: "existing must be update or fill" })
    .exactOptional()
    .meta({
      description:
        "update: writes the cells of rows that exist where they differ, an empty one keeps the value; fill: writes only values that are missing; absent: they are skipped",
    }),
  repeated: z
    .enum(REPEATED_MODES, { error: "repeated must be first, last or none" })
    .exactOptional()
    .meta({
      description:
        "which of several rows of one EV is written where they contradict each other: the first (also when this is absent), the last or none of them",
    }),
  sheet: z.string().min(1).max(MAX_SHEET_NAME_CHARACTERS).exactOptional().meta({
    description:
      "of a workbook: the name of the sheet to read; without it the first sheet with a header that is known, else the first",
  }),
  list: whole("list", 0, MAX_ROWS)
    .exactOptional()
    .meta({ description: "at most so many items of each list; `counts` has all of them" }),
});

/** Of a dry run: it has no id yet. */
const RowToImport = z.strictObject({
  row: z.int().min(1).meta({ description: "1 is the first after the header" }),
  ...EvInput.shape,
});
const ImportedRow = z.strictObject({
  ...EvInput.shape,
  id: z.int(),
  isModelHeader: z.boolean(),
  version: z.int(),
});

export const BadCell = z
  .strictObject({
    row: z.int().min(0).meta({ description: "1 is the first after the header, 0 the header" }),
    column: z.string().meta({ description: "its header; empty for the whole row" }),
    message: z.string(),
    value: z
      .string()
      .exactOptional()
      .meta({ description: "what stands in the cell, shortened; missing for one that is empty" }),
    name: z.string().exactOptional().meta({ description: "of the row's EV, in a dry run" }),
  })
  .meta({ id: "BadCell" });
export type BadCell = z.output<typeof BadCell>;

const StoredValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type StoredValue = z.output<typeof StoredValue>;

/** It exists already, or the file has it twice. */
const SkippedRow = z.strictObject({
  row: z.int().min(1),
  make: z.string(),
  model: z.string(),
  trim: z.string(),
  year: z.int(),
});
export type SkippedRow = z.output<typeof SkippedRow>;

const RowChanges = z
  .record(z.string(), z.tuple([StoredValue, StoredValue]))
  .meta({ description: "each field that differs, with its values before and after" });
export type RowChanges = z.output<typeof RowChanges>;

const UpdatedRow = z.strictObject({
  row: z.int().min(1),
  id: z.int(),
  name: z.string(),
  changes: RowChanges,
});

const RepeatedPair = z.strictObject({
  rows: z.tuple([z.int().min(1), z.int().min(1)]).meta({
    description: "the first row of an EV in the file, and a later one that contradicts it",
  }),
  name: z.string(),
  differs: RowChanges.meta({
    description: "each field that differs, with the values of both rows",
  }),
});
export type RepeatedPair = z.output<typeof RepeatedPair>;

const ImportCounts = z.strictObject({
  added: z.int(),
  updated: z.int(),
  skipped: z.int(),
  repeated: z.int().meta({
    description: "rows among the skipped ones whose EV has other rows that contradict each other",
  }),
  invalid: z.int().meta({ description: "rows, not cells" }),
});
export type ImportCounts = z.output<typeof ImportCounts>;

const Titles = z
  .array(z.string())
  .exactOptional()
  .meta({ description: "lines above the header, which were left out" });

/** importing.md#upload-call */
const FILE_FACTS = {
  headerless: z.literal(true).exactOptional().meta({
    description: "the file has no line with column names: columns are named by letters",
  }),
  sheet: z.string().exactOptional().meta({ description: "of a workbook: the sheet that was read" }),
  sheets: z
    .array(z.strictObject({ name: z.string(), rows: z.int().min(0) }))
    .exactOptional()
    .meta({ description: "of a workbook: its sheets and how many rows of each have a value" }),
};

const Reason = z.strictObject({
  ...BadCell.pick({ column: true, message: true }).shape,
  count: z.int().min(1).meta({ description: "cells, or rows where `column` is empty" }),
  cells: z
    .array(BadCell.pick({ row: true, value: true }))
    .max(NAMED_CELLS)
    .meta({ description: "the first of them" }),
  values: z
    .array(z.strictObject({ value: z.string(), count: z.int().min(1) }))
    .max(NAMED_VALUES)
    .meta({ description: "the different values of all of them, empty for none" }),
});
export type Reason = z.output<typeof Reason>;

const Note = Reason.omit({ values: true });
export type Note = z.output<typeof Note>;

const UnusualFigures = z.strictObject({
  field: z.enum(FIELD_NAMES),
  column: z.string().meta({ description: "its header" }),
  least: z.number().meta({ description: "in the catalogue; 0 is no figure" }),
  most: z.number().meta({ description: "in the catalogue" }),
  count: z.int().min(1),
  rows: z
    .array(z.strictObject({ ...SkippedRow.shape, value: z.number() }))
    .max(NAMED_UNUSUAL)
    .meta({ description: "the first of them" }),
});
export type UnusualFigures = z.output<typeof UnusualFigures>;

export const ImportAnswerSchema = z
  .strictObject({
    added: z.union([z.array(ImportedRow), z.array(RowToImport)]),
    updated: z.array(UpdatedRow).meta({ description: "exist already; with `existing` alone" }),
    skipped: z.array(SkippedRow).meta({ description: "exist already, or stand twice in the file" }),
    repeated: z.array(RepeatedPair).meta({
      description:
        "rows of one EV (make, model, trim, year) that contradict each other; each later one is compared with the first. What is not written of them stands in `skipped` too",
    }),
    invalid: z.array(BadCell).exactOptional(),
    importId: z.int().nullable().meta({
      description:
        "to undo it by; null if nothing was written. With an Idempotency-Key sent again the lists are empty, and this and `counts` are those of the first time",
    }),
    counts: ImportCounts.exactOptional().meta({
      description: "when `list` has shortened the lists",
    }),
    columns: Columns.exactOptional(),
    titles: Titles,
    ...FILE_FACTS,
    encoding: z.string().exactOptional().meta({ description: "what the file was read as" }),
    leftOut: z
      .int()
      .exactOptional()
      .meta({ description: "rows that the mapping's rules leave out, where it has some" }),
    reasons: z.array(Reason).max(MAX_REASONS).exactOptional().meta({
      description: "`invalid` by column and message, however short `invalid` is",
    }),
    notes: z.array(Note).exactOptional().meta({
      description: "cells of good rows of which only a part is stored, where there are some",
    }),
    unusual: z.array(UnusualFigures).exactOptional().meta({
      description: "figures to write that lie outside of the catalogue's, by field",
    }),
  })
  .meta({ id: "Import" });
type Answer = z.output<typeof ImportAnswerSchema>;
export type ImportAnswer = Omit<Answer, "added"> & { added: z.output<typeof ImportedRow>[] };
/** Of a dry run of a file whose columns are known. */
export type DryRunAnswer = Omit<Answer, "added"> &
  Required<Pick<Answer, "invalid" | "columns" | "reasons" | "unusual">> & {
    added: z.output<typeof RowToImport>[];
  };

export const RefusalAnswer = z
  .strictObject({
    error: z.string().meta({ description: "one sentence for a person" }),
    rows: z.array(BadCell),
    columns: Columns.exactOptional(),
    titles: Titles,
    ...FILE_FACTS,
  })
  .meta({ id: "ImportRefusal" });
export type RefusalAnswer = z.output<typeof RefusalAnswer>;

export const WrittenQuery = query({
  after: whole("after", 0).meta({ description: "only rows with a larger id" }),
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
    next: z.int().nullable().meta({ description: "after of the next part; null at the end" }),
  })
  .meta({ id: "WrittenRows" });
export type WrittenAnswer = z.output<typeof WrittenAnswer>;

export const UndoneAnswer = z
  .strictObject({
    removed: z.int().meta({ description: "rows or claims that it had added" }),
    restored: z.int().meta({ description: "rows that it had changed" }),
    kept: z.array(ImportedRow).meta({
      description:
        "rows that were changed, reviewed or vouched for since, or are the last of a model that has votes: they stay",
    }),
  })
  .meta({ id: "UndoneImport" });
export type UndoneAnswer = z.output<typeof UndoneAnswer>;
