import { z } from "zod";
import type { ApiPart } from "../../server/openapi.server.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type {
  BadCell,
  DryRunAnswer,
  ImportAnswer,
  ImportCounts,
  RefusalAnswer,
} from "./import-answer.ts";
import { CSV_FIELDS } from "./import-columns.ts";
import { ImportQuery } from "./import-query.server.ts";

const ImportedRow = z.strictObject({
  ...EvInput.shape,
  id: z.int(),
  isModelHeader: z.boolean(),
  version: z.int(),
}) satisfies z.ZodType<EvRow>;
/** Of a dry run: it has no id yet. */
const RowToImport = z.strictObject(EvInput.shape);

const BadCellAnswer = z.strictObject({
  row: z.int().min(0).meta({ description: "1 is the first after the header, 0 the header" }),
  column: z.string().meta({ description: "its header; empty for the whole row" }),
  message: z.string(),
}) satisfies z.ZodType<BadCell>;

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
    }),
  )
  .exactOptional()
  .meta({ description: "when the header is what is wrong: what each column is" });

/** What an import has done, or would do. */
export const ImportAnswerSchema = z.strictObject({
  added: z.union([z.array(ImportedRow), z.array(RowToImport)]),
  skipped: z.array(Skipped).meta({ description: "exist already, or stand twice in the file" }),
  invalid: z.array(BadCellAnswer).exactOptional(),
  counts: Counts.exactOptional().meta({ description: "when `list` has shortened the lists" }),
  columns: Columns,
}) satisfies z.ZodType<Omit<ImportAnswer, "added"> & Pick<ImportAnswer | DryRunAnswer, "added">>;

/** Why nothing was added. */
export const RefusalSchema = z.strictObject({
  error: z.string().meta({ description: "one sentence for a person" }),
  rows: z.array(BadCellAnswer),
  columns: Columns,
}) satisfies z.ZodType<RefusalAnswer>;

/** The calls of import and export for `GET /api/openapi.json`. */
export const importApi: ApiPart = {
  paths: {
    "/api/evs.csv": {
      get: {
        summary: "The whole catalogue as CSV, all rows with all fields, as the import takes it",
        answers: {
          200: { description: "text/csv with a byte-order mark" },
          304: { description: "Unchanged since the ETag of If-None-Match" },
        },
      },
    },
    "/api/evs/upload": {
      post: {
        summary:
          "Adds the EVs of a CSV file, all or none: multipart field `file`, before it optionally `mapping`, JSON of headers and their fields",
        query: ImportQuery,
        file: "file",
        needsUser: true,
        answers: {
          200: { description: "What was added and what was skipped", schema: "Import" },
          400: { description: "No such form, or a parameter that is not valid", schema: "Error" },
          413: { description: "More bytes or rows than fit", schema: "Error" },
          415: { description: "No form", schema: "Error" },
          422: { description: "Not added: what is wrong with the file", schema: "ImportRefusal" },
          503: { description: "Too many other imports are waiting", schema: "Error" },
        },
      },
    },
  },
  schemas: { Import: ImportAnswerSchema, ImportRefusal: RefusalSchema },
};
