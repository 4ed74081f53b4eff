import { Readable } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { Counter, Histogram } from "prom-client";
import { z } from "zod";
import { errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { formBody } from "../../server/query.schema.ts";
import { JSON_TYPE } from "../../server/compression.server.ts";
import { rowName } from "../../domain/names.ts";
import { registry } from "../../base/metrics.server.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.db.server.ts";
import { yieldOften } from "../../server/yield-often.server.ts";
import { LISTED_ROWS } from "./accepted-files.ts";
import { validatePictures } from "./import-pictures.server.ts";
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
import { GivenMapping, ImportDecimal } from "./mapping/import-mapping.schema.ts";
import { isNameMapping } from "./mapping/import-mapping.ts";
import { type BadRow, ImportRefusal } from "./parse/lines-and-rows.server.ts";
import { findCheckQuestions } from "./file-questions.server.ts";
import {
  type ImportReceipt,
  readKnownModels,
  writeImport,
  countOutcomes,
  type ImportPlan,
  planImport,
  UNDO_DAYS,
} from "./import.db.server.ts";
import {
  type ImportFile,
  readImportFile,
  unclearColumn,
  unclearRefusal,
} from "./parse/read-file.server.ts";
import {
  acceptUploads,
  answerUpload,
  MAX_FORM_BYTES,
  type UploadedFile,
  type UploadOptions,
} from "./parse/upload.server.ts";
import { idInPath } from "../../server/path-parameters.server.ts";
import { readImport, undoImport } from "./import-undo.db.server.ts";

/** Maximum length of each list in an answer with `list`: each bad row may have 200 long cells. */
const MAX_LISTED_CHARACTERS = 16 * 1024 * 1024;

/** A client that reads nothing for this long is disconnected, since it keeps others from importing. */
const UNREAD_ANSWER_MS = 30_000;

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

const NO_LISTS = { added: [], updated: [], skipped: [], repeated: [] };

type Query = z.output<typeof ImportQuery>;

export interface ImportOptions extends UploadOptions {
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

  async function checkRows(file: ImportFile, query: Query) {
    const plan = await planImport(database.read, file.rows, choicesOf(file, query));
    const { columns, encoding, badRows } = file;
    const { evs } = await catalogue.current();
    const check = {
      columns,
      encoding,
      ...(await findCheckQuestions(file, plan, evs, query.repeated)),
    };
    const added = Iterator.from(plan.added).map(({ row, input }) => ({ row, ...input }));
    const lists = {
      ...listsOf({ ...plan, added }),
      invalid: badCells(badRows),
      bad: badRows
        .values()
        .map(({ row, cells, problem }) => ({ row, cells, ...(problem && { problem }) })),
    };
    return { lists, counts: countOutcomes(plan, badRows.length), importId: null, check };
  }

  /** @returns empty lists if a retry finds that the import was already done */
  async function importRows(
    { content: file, hash, subject }: UploadedFile<ImportFile>,
    pictures: readonly string[],
    query: Query,
    request: FastifyRequest,
    signal: AbortSignal,
  ) {
    if (unclearColumn(file.columns)) throw unclearRefusal(file);
    if (file.badRows.length > 0 && query.invalid !== "skip") throw badRowsRefusal(file);
    const { existing, invalid, repeated, sheet, encoding } = query;
    const user = sessions.userOf(request);
    const retryContent = [hash, existing, invalid, repeated, sheet, encoding];
    const attempt = { call: "importRows", user, content: retryContent };
    type Written = ImportReceipt & { lists?: Record<string, Iterable<unknown>> };
    const written = await retries.once<Written>(request, attempt, async (once) => {
      const { rows, badRows } = file;
      const choices = choicesOf(file, query);
      for (const picture of pictures) {
        signal.throwIfAborted();
        await images.storeImage(picture);
      }
      const counted = { invalid: badRows.length, most: query.list ?? Infinity };
      const writer = { user, subject, ...counted, ...choices, once };
      const { counts, importId, ...done } = await writeImport(database, rows, writer, signal);
      return { lists: listsOf(done), counts, importId };
    });
    const { lists = NO_LISTS, counts, importId } = written;
    const badLists = invalid && { invalid: badCells(file.badRows) };
    return { lists: { ...lists, ...badLists }, counts, importId, check: undefined };
  }

  async function handleUpload(
    query: Query,
    request: FastifyRequest,
    reply: FastifyReply,
    signal: AbortSignal,
  ) {
    const { sheet, encoding, list, dryRun } = query;
    const uploaded = await readUpload(request, reply, signal, async (spooled, mapping) => {
      const isSplit = Object.values(mapping.columns).some(isNameMapping);
      const needsModels = isSplit || mapping.bodyTypes || mapping.usualWords;
      const models = needsModels ? await readKnownModels(database.read) : [];
      return readImportFile({ ...spooled, sheet, encoding }, mapping, models);
    });
    const { content: file } = uploaded;
    const pictures = await validatePictures(file, images.checkImage, signal);
    await sessions.requireSession(request);
    const done = dryRun
      ? await checkRows(file, query)
      : await importRows(uploaded, pictures, query, request, signal);
    const { lists, counts, importId, check } = done;
    const kind = dryRun ? "dry run" : "import";
    importSeconds.observe({ kind }, reply.elapsedTime / 1000);
    for (const [outcome, count] of Object.entries(counts))
      importedRows.inc({ kind, outcome }, count);
    const rest = {
      importId,
      ...(encoding && { encoding }),
      ...(list !== undefined && { counts }),
      ...(file.notes.length > 0 && { notes: file.notes }),
      ...file.facts,
      ...(file.leftOut !== undefined && { leftOut: file.leftOut }),
      ...(file.bodyTypes > 0 && { bodyTypes: file.bodyTypes }),
      ...check,
    };
    reply.raw.setTimeout(unreadAnswerMs, () => reply.raw.destroy());
    const pieces = Readable.from(answerPieces(lists, list, rest), { objectMode: false });
    return reply.type(JSON_TYPE).send(pieces);
  }

  app.route({
    method: "POST",
    url: "/api/evs/upload",
    schema: {
      operationId: "importRows",
      summary:
        "Import a file, all rows or none: CSV, an Excel workbook, or a JSON list of flat objects, in the multipart field `file`. Further fields tell how to read it",
      querystring: ImportQuery,
      headers: RetryHeaders,
      body: formBody("file", { mapping: GivenMapping, decimal: ImportDecimal }),
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
    handler: (request, reply) => {
      const { query } = request;
      const answer = (signal: AbortSignal) => handleUpload(query, request, reply, signal);
      return answerUpload(request, reply, answer, async (error) => {
        // A key that was used for another file is not the fault of a row.
        const { message, rows, columns, facts } =
          error instanceof ImportRefusal ? error : new ImportRefusal(error.message);
        const ofFile = { ...(columns && { columns }), ...facts };
        // A dry run reports errors in the header like errors in rows.
        const isHeaderBad = rows.some(({ row }) => row === 0);
        if (query.dryRun && columns && isHeaderBad) {
          return reply.send({ ...NO_LISTS, importId: null, invalid: rows, ...ofFile });
        }
        const refused: RefusalAnswer = { error: message, rows: rows.slice(0, query.list) };
        return reply.code(422).send({ ...refused, ...ofFile });
      });
    },
  });
};

const ITEMS_PER_PIECE = 100;

/**
 * Streams the JSON of an answer: 50,000 rows are 20 MB, which should never be in memory at once.
 * @param list the most items of each list; the counts report how many there are
 * @param rest at least one other field of the answer, sent whole
 */
async function* answerPieces(
  lists: Readonly<Record<string, Iterable<unknown>>>,
  list: number | undefined,
  rest: Partial<DryRunAnswer>,
): AsyncGenerator<string> {
  const mostCharacters = list === undefined ? Infinity : MAX_LISTED_CHARACTERS;
  yield "{";
  for (const [name, items] of Object.entries(lists)) {
    let piece = `${JSON.stringify(name)}:[`;
    let count = 0;
    let characters = 0;
    for await (const item of yieldOften(Iterator.from(items).take(list ?? Infinity))) {
      const text = JSON.stringify(item);
      characters += text.length;
      if (characters > mostCharacters) break;
      piece += `${count === 0 ? "" : ","}${text}`;
      if (++count % ITEMS_PER_PIECE !== 0) continue;
      yield piece;
      piece = "";
    }
    yield `${piece}],`;
  }
  // The lists have written the opening brace.
  yield JSON.stringify(rest).slice(1);
}

/** The lists of an answer that a check and an import share. */
function listsOf(
  plan: Pick<ImportPlan, "updated" | "skipped" | "repeated"> & { added: Iterable<unknown> },
) {
  const { added, updated, skipped, repeated } = plan;
  return {
    added,
    updated: Iterator.from(updated).map(({ row, stored, changes }) => {
      return { row, id: stored.id, name: rowName(stored), changes };
    }),
    skipped: Iterator.from(skipped).map(({ row, input: { make, model, trim, year } }) => {
      return { row, make, model, trim, year };
    }),
    repeated: repeated.pairs,
  };
}

function choicesOf({ cleared, isExport }: ImportFile, { existing: mode, repeated }: Query) {
  return { existing: mode && { mode, cleared }, repeated, isExport };
}

function* badCells(badRows: readonly BadRow[]) {
  for (const { issues } of badRows) yield* issues;
}

function badRowsRefusal({ badRows, facts }: ImportFile): ImportRefusal {
  const rows = badRows.length === 1 ? "1 row has an error" : `${badRows.length} rows have errors`;
  return new ImportRefusal(`Nothing was added: ${rows}.`, { rows: [...badCells(badRows)], facts });
}

const COLUMNS_LIMIT_BYTES = 2 * MAX_FORM_BYTES;

/** The call behind the columns step (importing.md#columns-call). */
export const importColumnsRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  app.route({
    method: "POST",
    url: "/api/import-columns",
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
    handler: async ({ body: { columns, mapping } }) => describeMapping(columns, mapping),
  });
};

const NO_SUCH_IMPORT = `No such import, or it was undone, or is older than ${UNDO_DAYS} days`;

/** Calls to list what an import has written and to undo it as one step (importing.md#undo-call). */
export const importUndoRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, sessions } = app;
  app.route({
    method: "GET",
    url: "/api/imports/:importId",
    schema: {
      operationId: "listImportedRows",
      summary: "List the rows that an import added or updated and that still exist",
      params: z.object({ importId: idInPath }),
      querystring: WrittenQuery,
      response: {
        200: jsonAnswer("A page of rows", WrittenAnswer),
        404: errorAnswer(NO_SUCH_IMPORT),
      },
    },
    handler: async (request) => {
      const { importId } = request.params;
      const { after = 0 } = request.query;
      const part = { after, limit: LISTED_ROWS + 1 };
      const { at, subject, rows: found } = await readImport(database, importId, part);
      const rows = found.slice(0, LISTED_ROWS);
      const next = found.length > LISTED_ROWS ? (rows.at(-1)?.id ?? null) : null;
      return { id: importId, at, subject, rows, next };
    },
  });

  app.route({
    method: "DELETE",
    url: "/api/imports/:importId",
    schema: {
      operationId: "undoImport",
      summary: `Undo an import of the last ${UNDO_DAYS} days, except for rows that were changed since`,
      params: z.object({ importId: idInPath }),
      response: {
        200: jsonAnswer("What was undone, and what stays", UndoneAnswer),
        404: errorAnswer(NO_SUCH_IMPORT),
      },
    },
    handler: async (request) => {
      const { importId } = request.params;
      return undoImport(database, importId, sessions.userOf(request));
    },
  });
};
