import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { Counter, Histogram } from "prom-client";
import { z } from "zod";
import { errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { formBody } from "../../server/read-body.server.ts";
import { JSON_TYPE } from "../../server/compression.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { formatCount } from "../../domain/format.ts";
import { rowName } from "../../domain/names.ts";
import { registry } from "../../base/metrics.server.ts";
import {
  OTHER_CONTENT,
  RetryHeaders,
  withoutKey,
  type WriteOnce,
} from "../../server/retries.db.server.ts";
import { answerPieces, badRowsCsv } from "./import-answer.server.ts";
import { reasonsOf } from "./import-reasons.ts";
import { keepPlannedPictures, validatePictures } from "./import-pictures.server.ts";
import {
  type DryRunAnswer,
  ImportAnswerSchema,
  ImportQuery,
  RefusalAnswer,
  UndoneAnswer,
  WrittenAnswer,
  WrittenQuery,
} from "./import.schema.ts";
import { ColumnsAnswer, ColumnsQuestion } from "./columns/columns.schema.ts";
import { describeMapping } from "./columns/describe-columns.server.ts";
import {
  GivenMapping,
  ImportDecimal,
  type ImportMapping,
} from "./mapping/import-mapping.schema.ts";
import { isNameMapping, normalizeMapping } from "./mapping/import-mapping.ts";
import {
  type BadRow,
  type ImportFile,
  ImportRefusal,
  previewValue,
} from "./parse/import-file.server.ts";
import { unclearColumn, unclearRefusal } from "./parse/column-readings.server.ts";
import { findOtherMakes, findOtherModels, unusualFigures } from "./file-questions.server.ts";
import {
  countRows,
  type ImportPlan,
  type KeptImport,
  planImport,
  writeImportPlan,
} from "./import.db.server.ts";
import { readImportFile } from "./parse/import-rows.server.ts";
import type { SpooledFile } from "./parse/spooled-upload.server.ts";
import {
  acceptUploads,
  answerUpload,
  MAX_FORM_BYTES,
  type UploadOptions,
} from "./parse/upload.server.ts";
import { idInPath } from "../../server/path-parameters.server.ts";
import { readImport, undoImport } from "./undo/import-undo.db.server.ts";
import { LISTED_ROWS, UNDO_DAYS } from "./limits.ts";

/** Maximum length of each list in an answer with `list`: each bad row may have 200 long cells. */
const MAX_LISTED_CHARACTERS = 16 * 1024 * 1024;

/** A client that reads nothing for this long is disconnected, since it keeps others from importing. */
const UNREAD_ANSWER_MS = 30_000;

/** Maximum number of rows that one import adds. */
const MAX_ADDED_ROWS = 20_000;

const importSeconds = new Histogram({
  name: "ev_import_seconds",
  help: "Imports of a CSV file, from the request to the beginning of its answer.",
  buckets: [0.5, 2, 10, 60],
  labelNames: ["kind"],
  registers: [registry],
});
const importedRows = new Counter({
  name: "ev_import_rows_total",
  help: "Rows of imported files by what became of them.",
  labelNames: ["kind", "outcome"],
  registers: [registry],
});

const FORM_FIELDS = {
  mapping: GivenMapping,
  decimal: ImportDecimal,
};

const OUTCOMES = ["added", "updated", "skipped", "repeated", "invalid"] as const;
const NO_CELLS: Pick<ImportRefusal, "rows" | "columns" | "titles" | "facts"> = {
  rows: [],
  titles: [],
  facts: {},
};
const NO_LISTS = { added: [], updated: [], skipped: [], repeated: [] };

export interface ImportOptions {
  uploadFolder: UploadOptions["uploadFolder"];
  /** how long to wait for a client that does not read its answer */
  unreadAnswerMs?: number;
}

/** `POST /api/evs/upload`: adds the EVs of a file, all or none (importing.md#upload-call). */
export const importRoutes: FastifyPluginAsyncZodOpenApi<ImportOptions> = async (
  app,
  { uploadFolder, unreadAnswerMs = UNREAD_ANSWER_MS },
) => {
  const { database, catalogue, sessions, images, retries } = app;
  // The routes of this plugin read nothing but forms.
  const readUpload = await acceptUploads(app, { uploadFolder });

  async function readFile(file: SpooledFile, mapping: ImportMapping): Promise<ImportFile> {
    const isSplit = Object.values(mapping.columns).some(isNameMapping);
    const needsModels = isSplit || mapping.bodyTypes || mapping.usualWords;
    const models = needsModels ? (await catalogue.current()).evs : [];
    return readImportFile(file, mapping, models);
  }

  async function checkOf(file: ImportFile, plan: ImportPlan) {
    const { evs } = await catalogue.current();
    return {
      ...header(file),
      columns: file.columns,
      encoding: file.encoding,
      reasons: reasonsOf(badCells(file.badRows)),
      unusual: await unusualFigures(plan, file.columns, evs),
      makes: await findOtherMakes(plan, file.badRows, evs),
      models: await findOtherModels(plan, file.badRows, evs),
    };
  }

  function sendPieces(reply: FastifyReply, pieces: AsyncIterable<string>) {
    reply.raw.setTimeout(unreadAnswerMs, () => reply.raw.destroy());
    return reply.send(Readable.from(pieces, { objectMode: false }));
  }

  async function handleUpload(
    importQuery: z.output<typeof ImportQuery>,
    request: FastifyRequest,
    reply: FastifyReply,
    signal: AbortSignal,
  ) {
    const { sheet, sideways: isSideways, encoding } = importQuery;
    const uploaded = await readUpload(request, reply, signal, (spooled, mapping) =>
      readFile({ ...spooled, sheet, isSideways, encoding }, mapping),
    );
    const { content: file, subject } = uploaded;
    await validatePictures(file, images.checkImage, signal);
    await sessions.requireSession(request);
    if (importQuery.invalid === "csv") {
      reply.header("content-disposition", 'attachment; filename="bad-rows.csv"');
      return sendPieces(reply.type("text/csv; charset=utf-8"), badRowsCsv(file));
    }
    if (unclearColumn(file.columns) && !importQuery.dryRun) throw unclearRefusal(file);
    if (file.badRows.length > 0 && !importQuery.dryRun && importQuery.invalid !== "skip")
      throw refusal(file);

    const user = sessions.userOf(request);
    const most = importQuery.list ?? Infinity;
    const invalid = file.badRows.length;
    // They stay empty if a retry finds that the import was already done.
    let lists: Record<string, Iterable<unknown>> = NO_LISTS;
    let check: Partial<DryRunAnswer> | undefined;
    const write = async (once: WriteOnce<KeptImport>): Promise<KeptImport> => {
      const plan = await planImport(
        database,
        file.rows,
        importQuery.existing && { mode: importQuery.existing, cleared: file.cleared },
        importQuery.repeated,
      );
      if (plan.added.length > MAX_ADDED_ROWS && !file.isExport) throw tooManyAdded(plan);
      if (file.hasPictures && !importQuery.dryRun) {
        await keepPlannedPictures(plan, images.storeImage, signal);
      }
      const writer = { user, subject, invalid, most, once };
      const isNews = plan.added.length + plan.updated.length > 0 || once !== withoutKey;
      const { added, updated, skipped, counts, importId } =
        isNews && !importQuery.dryRun
          ? await writeImportPlan(database, plan, writer, signal)
          : planned(plan, invalid);
      const { pairs: repeated } = plan.repeated;
      lists = {
        added,
        updated: Iterator.from(updated).map(({ row, stored, changes }) => {
          return { row, id: stored.id, name: rowName(stored), changes };
        }),
        skipped: Iterator.from(skipped).map(({ row, input: { make, model, trim, year } }) => {
          return { row, make, model, trim, year };
        }),
        repeated,
      };
      if (importQuery.dryRun) check = await checkOf(file, plan);
      const kind = importQuery.dryRun ? "dry run" : "import";
      importSeconds.observe({ kind }, reply.elapsedTime / 1000);
      for (const outcome of OUTCOMES) importedRows.inc({ kind, outcome }, counts[outcome]);
      return { counts, importId };
    };
    const { existing, invalid: mode, repeated: kept } = importQuery;
    const content = [uploaded.hash, existing, mode, kept, sheet, isSideways, encoding];
    const { counts, importId } = importQuery.dryRun
      ? await write(withoutKey)
      : await retries.once(request, { call: "importRows", user, content }, write);
    if (importQuery.dryRun || importQuery.invalid) lists["invalid"] = badCells(file.badRows);
    if (importQuery.dryRun) lists["bad"] = describeBadRows(file.badRows);
    const bounds = {
      mostItems: most,
      mostCharacters: importQuery.list === undefined ? Infinity : MAX_LISTED_CHARACTERS,
    };
    const rest = {
      importId,
      ...(encoding && { encoding }),
      ...(importQuery.list !== undefined && { counts }),
      ...(file.notes.length > 0 && { notes: file.notes }),
      ...file.facts,
      ...(file.leftOut !== undefined && { leftOut: file.leftOut }),
      ...(file.bodyTypes > 0 && { bodyTypes: file.bodyTypes }),
      ...check,
    };
    return sendPieces(reply.type(JSON_TYPE), answerPieces(lists, bounds, rest));
  }

  app.post(
    "/api/evs/upload",
    {
      schema: {
        operationId: "importRows",
        summary:
          "Import a file, all rows or none: CSV, an Excel workbook, or a JSON list of flat objects, in the multipart field `file`. Further fields tell how to read it",
        querystring: ImportQuery,
        headers: RetryHeaders,
        body: formBody("file", FORM_FIELDS),
        response: {
          200: jsonAnswer("What was added and what was skipped", ImportAnswerSchema),
          400: errorAnswer("The form is malformed, or a parameter is invalid"),
          413: errorAnswer("The file is too large or has too many rows"),
          415: errorAnswer("Not a multipart form"),
          422: jsonAnswer(
            `Nothing was added: the file has errors. Or: ${OTHER_CONTENT}`,
            RefusalAnswer,
          ),
          503: errorAnswer("Too many other imports are waiting"),
        },
      },
    },
    (request, reply) => {
      const { query } = request;
      return answerUpload(
        request,
        reply,
        (signal) => handleUpload(query, request, reply, signal),
        async (error) => {
          // A key that was used for another file is not the fault of a row.
          const { rows, ...about } = error instanceof ImportRefusal ? error : NO_CELLS;
          // A dry run reports errors in the header like errors in rows.
          const isHeaderBad = rows.some(({ row }) => row === 0);
          if (query.dryRun && about.columns && isHeaderBad) {
            const answer = { ...NO_LISTS, importId: null, invalid: rows, ...header(about) };
            return reply.send(answer);
          }
          const { message } = error;
          const refused = { error: message, rows: rows.slice(0, query.list), ...header(about) };
          return reply.code(422).send(refused satisfies RefusalAnswer);
        },
      );
    },
  );
};

/** The answer that importing this plan would give. */
function planned(plan: ImportPlan, invalid: number) {
  const { updated, skipped } = plan;
  const added = Iterator.from(plan.added).map(({ row, input }) => ({ row, ...input }));
  return { added, updated, skipped, counts: countRows(plan, invalid), importId: null };
}

function tooManyAdded({ added }: ImportPlan): UserError {
  const [count, most] = [added.length, MAX_ADDED_ROWS].map(formatCount);
  return new UserError(
    413,
    `The file has ${count} new rows, and at most ${most} can be added at once. Please split it.`,
  );
}

function* badCells(badRows: readonly BadRow[]) {
  for (const { issues } of badRows) yield* issues;
}

function* describeBadRows(badRows: readonly BadRow[]) {
  for (const { row, cells, car } of badRows) {
    const shown = cells.map((cell) => previewValue(cell).value ?? "");
    yield { row, cells: shown, ...(car && { car }) };
  }
}

function refusal({ badRows, facts }: ImportFile): ImportRefusal {
  const rows = badRows.length === 1 ? "1 row has an error" : `${badRows.length} rows have errors`;
  return new ImportRefusal(`Nothing was added: ${rows}.`, { rows: [...badCells(badRows)], facts });
}

/** Facts about the file, and how its columns are interpreted. */
function header({ columns, titles, facts }: Pick<ImportRefusal, "columns" | "titles" | "facts">) {
  return { ...(columns && { columns }), ...(titles.length > 0 && { titles }), ...facts };
}

/** For the columns of a file and its mapping. */
const COLUMNS_LIMIT_BYTES = 2 * MAX_FORM_BYTES;

/** The call behind the columns step (importing.md#columns-call). */
export const importColumnsRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  app.post(
    "/api/import-columns",
    {
      bodyLimit: COLUMNS_LIMIT_BYTES,
      schema: {
        operationId: "readColumns",
        summary:
          "Say how a mapping reads the columns of a file, with the columns as a dry run gives them",
        body: ColumnsQuestion,
        response: {
          200: jsonAnswer("How each column is read, and what is missing", ColumnsAnswer),
          400: errorAnswer("The columns or the mapping are malformed"),
        },
      },
    },
    async ({ body: { columns, mapping } }) => describeMapping(columns, normalizeMapping(mapping)),
  );
};

const NOT_UNDOABLE = `No such import, or it was undone, or is older than ${UNDO_DAYS} days`;

/** Calls to list what an import has written and to undo it as one step (importing.md#undo-call). */
export const importUndoRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, sessions } = app;
  app.get(
    "/api/imports/:importId",
    {
      schema: {
        operationId: "listImportedRows",
        summary: "List the rows that an import added or updated and that still exist",
        params: z.object({ importId: idInPath }),
        querystring: WrittenQuery,
        response: {
          200: jsonAnswer("A page of rows", WrittenAnswer),
          404: errorAnswer(NOT_UNDOABLE),
        },
      },
    },
    async (request) => {
      const { importId } = request.params;
      const { after = 0 } = request.query;
      const part = { after, limit: LISTED_ROWS + 1 };
      const { at, subject, rows: found } = await readImport(database, importId, part);
      const rows = found.slice(0, LISTED_ROWS);
      const next = found.length > LISTED_ROWS ? (rows.at(-1)?.id ?? null) : null;
      return { id: importId, at, subject, rows, next };
    },
  );

  app.delete(
    "/api/imports/:importId",
    {
      schema: {
        operationId: "undoImport",
        summary: `Undo an import of the last ${UNDO_DAYS} days, except for rows that were changed since`,
        params: z.object({ importId: idInPath }),
        response: {
          200: jsonAnswer("What was undone, and what stays", UndoneAnswer),
          404: errorAnswer(NOT_UNDOABLE),
        },
      },
    },
    async (request) => {
      const { importId } = request.params;
      return undoImport(database, importId, sessions.userOf(request));
    },
  );
};
