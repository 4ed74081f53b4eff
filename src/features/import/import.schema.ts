/** Inputs and answers of the import calls (importing.md#upload-call). */
import { z } from "zod";
import { FIELD_NAMES } from "../../domain/fields.ts";
import { keysOf } from "../../domain/records.ts";
import { oneOf, query, booleanParam, integerParam, optional } from "../../server/query.schema.ts";
import { EvInput } from "../../domain/ev-input.ts";
import { Columns } from "./columns/columns.schema.ts";
import { ENCODINGS, MAX_REASONS, NAMED_FIRST, NAMED_VALUES } from "./accepted-files.ts";
import { MAX_MAKES } from "./mapping/import-mapping.schema.ts";

/** What to do with a row that already exists (importing.md#existing-rows). */
const EXISTING_MODES = ["update", "fill"] as const;
export type ExistingMode = (typeof EXISTING_MODES)[number];

/** Which of several contradictory rows of one EV to write (importing.md#repeated-rows). */
const REPEATED_MODES = ["first", "last", "none"] as const;
export type RepeatedMode = (typeof REPEATED_MODES)[number];

const MAX_LISTED = 200_000;

/** Excel allows 31. */
export const MAX_SHEET_NAME_CHARACTERS = 100;

export const TEXT_ENCODINGS = keysOf(ENCODINGS);

export const MAX_ENCODING_SAMPLES = 3;

/** The name of an encoding by any of its labels: `latin1` is windows-1252. */
function encodingNamed(label: unknown): unknown {
  try {
    return new TextDecoder(String(label)).encoding;
  } catch {
    return label;
  }
}

export const encoding = optional(
  z.preprocess(encodingNamed, oneOf("encoding", TEXT_ENCODINGS)),
  "encoding of a text file that is not in UTF-8; `utf-8-twice` if UTF-8 was once read as Windows-1252",
);

export const Encodings = optional(
  z.array(
    z.strictObject({
      label: z.enum(TEXT_ENCODINGS),
      samples: z
        .array(z.string())
        .max(MAX_ENCODING_SAMPLES)
        .describe("texts of the file with letters outside ASCII, as this encoding reads them"),
    }),
  ),
  "the encodings that decode the file, the most plausible one first, if it is not in UTF-8 or seems to have been read twice: choose one with `encoding`",
);

/** importing.md#upload-call */
export const ImportQuery = query({
  dryRun: optional(booleanParam("dryRun"), "true to check the file without writing anything"),
  invalid: optional(
    z.literal("skip", { error: "invalid must be skip" }),
    "skip: import the good rows and list the bad ones",
  ),
  existing: optional(
    z.enum(EXISTING_MODES, { error: "existing must be update or fill" }),
    "what to do with rows that exist. update: write the cells that differ, except empty ones; fill: write only missing values; by default they are skipped",
  ),
  repeated: optional(
    z.enum(REPEATED_MODES, { error: "repeated must be first, last or none" }),
    "which row to import if several rows for one EV contradict each other; the first by default",
  ),
  sheet: optional(
    z.string().min(1).max(MAX_SHEET_NAME_CHARACTERS),
    "for a workbook: the sheet to read. By default the first sheet with a recognized header row, or else the first sheet",
  ),
  encoding,
  list: optional(
    integerParam("list", 0, MAX_LISTED),
    "maximum length of each list in the answer, which also ends after 16 million characters; `counts` has the full numbers",
  ),
});

/** A row in a dry run, which has no id yet. */
const RowToImport = z.strictObject({
  row: z.int().min(1).describe("1 is the first row below the header"),
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
    row: z.int().min(0).describe("1 is the first row below the header, 0 the header"),
    column: z.string().describe("name of the column; empty for the whole row"),
    message: z.string(),
    value: optional(z.string(), "the cell's text, shortened; absent if it is empty"),
    field: optional(
      z.enum(FIELD_NAMES),
      "the field, if the column does not tell: a part of a whole name, or one without a column",
    ),
  })
  .meta({ id: "BadCell" });
export type BadCell = z.output<typeof BadCell>;

const StoredValue = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type StoredValue = z.output<typeof StoredValue>;

/** A cell of a row that cannot be imported yet. */
const CellToFix = z.strictObject({
  text: z.string().describe("as in the file, shortened, or the part of a whole name"),
  column: optional(z.string(), "name of the column, for a whole name that cannot be split"),
  problem: z.string().exactOptional(),
  value: optional(
    StoredValue,
    "what would be stored, if it differs from the text and is no free text",
  ),
});
export type CellToFix = z.output<typeof CellToFix>;

const SkippedRow = z.strictObject({
  row: z.int().min(1),
  make: z.string(),
  model: z.string(),
  trim: z.string(),
  year: z.int(),
});

export const RowChanges = z
  .record(z.string(), z.tuple([StoredValue, StoredValue]))
  .describe("the fields that differ, with their values before and after");
export type RowChanges = z.output<typeof RowChanges>;

const UpdatedRow = z.strictObject({
  row: z.int().min(1),
  id: z.int(),
  name: z.string(),
  changes: RowChanges,
});

const RepeatedPair = z.strictObject({
  rows: z
    .tuple([z.int().min(1), z.int().min(1)])
    .describe("the first row for an EV in the file, and a later one"),
  name: z.string(),
  differs: RowChanges.describe(
    "the fields that differ, with the values of both rows; empty if none does",
  ),
});
export type RepeatedPair = z.output<typeof RepeatedPair>;

const ImportCounts = z.strictObject({
  added: z.int(),
  updated: z.int(),
  skipped: z.int(),
  repeated: z.int().describe("rows of `repeated` that were neither added nor updated"),
  invalid: z.int().describe("rows, not cells"),
});
export type ImportCounts = z.output<typeof ImportCounts>;

/** importing.md#upload-call */
const FILE_FACTS = {
  encodings: Encodings,
  titles: optional(z.array(z.string()), "lines above the header row, which were skipped"),
  columnProblem: optional(
    z.string(),
    "why its columns do not fit, beyond those without a field, a unit or a rate",
  ),
  headerless: optional(
    z.literal(true),
    "present if the file has no header row; columns are then named by letters",
  ),
  sheet: optional(z.string(), "for a workbook: the sheet that was read"),
  sheets: optional(
    z.array(z.strictObject({ name: z.string(), rows: z.int().min(0) })),
    "for a workbook: its sheets, with the number of rows that have a value",
  ),
  hidden: optional(
    z.int(),
    "for a workbook: number of hidden rows of the sheet, which are skipped",
  ),
};

const Reason = z.strictObject({
  ...BadCell.pick({ column: true, message: true }).shape,
  count: z.int().min(1).describe("number of cells, or of rows if `column` is empty"),
  cells: z
    .array(BadCell.pick({ row: true, value: true }))
    .max(NAMED_FIRST)
    .describe("the first of them"),
  values: z
    .array(z.strictObject({ value: z.string(), count: z.int().min(1) }))
    .max(NAMED_VALUES)
    .describe("the distinct values of all these cells; empty if there are none"),
  isAsked: optional(z.literal(true), "present if an answer to a question of the check settles it"),
});
export type Reason = z.output<typeof Reason>;

const Note = Reason.omit({ values: true, isAsked: true }).extend({
  isCertain: optional(
    z.literal(true),
    "present if the cell itself says it, for example by naming its unit",
  ),
});
export type Note = z.output<typeof Note>;

const UnusualFigures = z.strictObject({
  field: z.enum(FIELD_NAMES),
  column: z.string().describe("name of the column"),
  least: z
    .number()
    .describe("smallest value of the middle 98% in the catalogue; 0 counts as unknown"),
  most: z.number().describe("largest value of the middle 98%"),
  count: z.int().min(0),
  inBadRows: optional(z.int(), "how many more are in rows with errors"),
  lowest: z.number().describe("smallest unusual value of the file"),
  highest: z.number().describe("largest unusual value of the file"),
  rows: z
    .array(z.strictObject({ ...SkippedRow.shape, value: z.number() }))
    .max(NAMED_VALUES)
    .describe("the first of them; a row with errors has no names here, and 0 as its year"),
});
export type UnusualFigures = z.output<typeof UnusualFigures>;

const OtherName = z.strictObject({
  name: z.string().describe("as the file writes it"),
  rows: z.int().min(1),
  spelling: optional(
    z.string(),
    "as the catalogue spells it; missing for a word that begins names and is no make",
  ),
});
export type OtherName = z.output<typeof OtherName>;

/** What only a dry run answers, if the columns of the file are known. */
const CHECK_PARTS = {
  bad: z
    .array(
      z.strictObject({
        row: z.int().min(1),
        cells: z.partialRecord(z.enum(FIELD_NAMES), CellToFix),
        problem: optional(z.string(), "what is wrong with the row as a whole"),
      }),
    )
    .describe("in a dry run: the rows of `invalid` with their cells, by field"),
  columns: Columns,
  reasons: z
    .array(Reason)
    .max(MAX_REASONS)
    .describe("all bad cells grouped by column and message, even if `invalid` was shortened"),
  makes: z
    .array(OtherName)
    .max(MAX_MAKES)
    .describe(
      "makes that the catalogue spells in another way, and words that begin names and are no make",
    ),
  models: z
    .array(OtherName)
    .max(MAX_MAKES)
    .describe("new models that differ from one of the catalogue only by spaces and signs"),
  lacking: z
    .array(
      z.strictObject({
        field: z.enum(FIELD_NAMES),
        rows: z.int().min(1),
        names: z.array(z.string()).max(NAMED_VALUES).describe("some of their cars"),
      }),
    )
    .describe("fields that bad rows lack, and that one value for all rows would give"),
  missing: z
    .array(z.string())
    .describe("a few words for each answer that should be given before the import"),
  unusual: z
    .array(UnusualFigures)
    .describe("numbers outside the middle 98% of the values in the catalogue, by field"),
};

export const ImportAnswerSchema = z
  .strictObject({
    added: z.union([z.array(ImportedRow), z.array(RowToImport)]),
    updated: z
      .array(UpdatedRow)
      .describe("rows that existed and were updated; only with `existing`"),
    skipped: z.array(SkippedRow).describe("rows that exist already, except those of `repeated`"),
    repeated: z
      .array(RepeatedPair)
      .describe(
        "rows for one EV (make, model, trim, year), each compared with the first; none of them is in `skipped`",
      ),
    invalid: z.array(BadCell).exactOptional(),
    importId: z
      .int()
      .nullable()
      .describe(
        "for undoing the import; null if nothing was written. If an Idempotency-Key is repeated, this and `counts` are those of the first import and the lists are empty",
      ),
    counts: optional(ImportCounts, "present if `list` shortened the lists"),
    ...z.strictObject(CHECK_PARTS).partial().shape,
    ...FILE_FACTS,
    encoding: optional(
      z.string(),
      "what the file was read as: its encoding, or its format if it is not a text",
    ),
    leftOut: optional(z.int(), "number of rows skipped by the mapping's rules, if it has any"),
    notes: optional(
      z.array(Note),
      "lines that are left out, new makes, and cells that are stored as something else; doubtful ones first",
    ),
    bodyTypes: optional(z.int(), "number of rows whose body type is that of the catalogue's model"),
  })
  .meta({ id: "Import" });
type Answer = z.output<typeof ImportAnswerSchema>;
export type ImportAnswer = Omit<Answer, "added"> & { added: z.output<typeof ImportedRow>[] };
/** The answer of a dry run of a file whose columns are known. */
export type DryRunAnswer = Omit<Answer, "added" | keyof typeof CHECK_PARTS> &
  z.output<z.ZodObject<typeof CHECK_PARTS>> & {
    added: z.output<typeof RowToImport>[];
    invalid: BadCell[];
  };

export const RefusalAnswer = z
  .strictObject({
    error: z.string().describe("what went wrong, in one readable sentence"),
    rows: z.array(BadCell),
    columns: Columns.exactOptional(),
    ...FILE_FACTS,
  })
  .meta({ id: "ImportRefusal" });
export type RefusalAnswer = z.output<typeof RefusalAnswer>;

/** importing.md#undo-call */
export const WrittenQuery = query({
  after: integerParam("after", 0).describe("only rows with a higher id"),
}).partial();

export const WrittenAnswer = z
  .strictObject({
    id: z.int(),
    at: z.string().describe("ISO 8601 in UTC"),
    subject: z.string().describe("the name of the file"),
    rows: z.array(
      z.strictObject({
        id: z.int(),
        name: z.string(),
        kind: z.enum(["added", "updated"]),
        changes: RowChanges,
      }),
    ),
    next: z.int().nullable().describe("`after` for the next page; null on the last one"),
  })
  .meta({ id: "WrittenRows" });
export type WrittenAnswer = z.output<typeof WrittenAnswer>;

export const UndoneAnswer = z
  .strictObject({
    removed: z.int().describe("number of added rows or claims that were removed"),
    restored: z.int().describe("number of changed rows that were restored"),
    kept: z
      .array(ImportedRow)
      .describe(
        "rows that stay, because they were changed, reviewed or given claims since, or because they are the last row of a model with votes",
      ),
  })
  .meta({ id: "UndoneImport" });
export type UndoneAnswer = z.output<typeof UndoneAnswer>;
