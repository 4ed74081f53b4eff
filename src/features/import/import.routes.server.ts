import { Readable } from "node:stream";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { ADMINISTRATORS } from "../../server/plugins/api-description.server.ts";
import { formBody } from "../../server/read-body.server.ts";
import { Counter, Histogram } from "prom-client";
import type { z } from "zod";
import { JSON_TYPE } from "../../server/compression.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { registry } from "../../base/metrics.server.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.server.ts";
import { writeAnyway, type WriteOnce } from "../../server/retries.db.server.ts";
import { answerPieces, badRowsCsv, skippedRows, updatedRows } from "./import-encoding.server.ts";
import { reasonsOf } from "./import-reasons.ts";
import { keepPlannedPictures, validatePictures } from "./import-pictures.server.ts";
import {
  type DryRunAnswer,
  ImportAnswerSchema,
  ImportQuery,
  RefusalAnswer,
} from "./import.schema.ts";
import { GivenMapping, ImportDecimal, MappingName } from "./mapping/import-mapping.schema.ts";
import {
  type BadRow,
  type ImportFile,
  ImportRefusal,
  shownValue,
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
import { MAX_LISTED_CHARACTERS, UNREAD_ANSWER_MS } from "./limits.ts";
import { awaitRest, isRestTaken, UPLOAD_LIMITS } from "./parse/upload.server.ts";
import { createUploadReader, type UploadDeps, type UploadedFile } from "./parse/upload.server.ts";

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
  savedMapping: MappingName.meta({ description: "name of a saved mapping, instead of `mapping`" }),
  decimal: ImportDecimal,
};

const OUTCOMES = ["added", "updated", "skipped", "invalid"] as const;
const LONGEST_SUBJECT = 120;
const NO_LISTS = { added: [], updated: [], skipped: [], repeated: [] };

export interface ImportOptions {
  uploadFolder: UploadDeps["uploadFolder"];
  /** how long to wait for a client that does not read its answer */
  unreadAnswerMs?: number;
}

/** `POST /api/evs/upload`: adds the EVs of a file, all or none (importing.md#upload-call). */
export const importRoutes: FastifyPluginAsyncZodOpenApi<ImportOptions> = async (
  app,
  { uploadFolder, unreadAnswerMs = UNREAD_ANSWER_MS },
) => {
  const { database, catalogue, sessions, images, retries, importMappings: mappings } = app;
  const readUpload = createUploadReader(app, { uploadFolder, catalogue, mappings });

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
    const uploaded = await readUpload(request, reply, {
      sheet: importQuery.sheet,
      isSideways: importQuery.sideways,
      signal,
    });
    const { content: file } = uploaded;
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
      if (file.hasPictures && !importQuery.dryRun) {
        await keepPlannedPictures(plan, file.rows.pictures, images.storeImage, signal);
      }
      const writer = { user, subject: importSubject(uploaded), invalid, most, once };
      const isNews = plan.added.length + plan.updated.length > 0 || once !== writeAnyway;
      const { added, updated, skipped, counts, importId } =
        isNews && !importQuery.dryRun
          ? await writeImportPlan(database, plan, writer, signal)
          : planned(plan, invalid);
      const { pairs: repeated } = plan.repeated;
      lists = { added, updated: updatedRows(updated), skipped: skippedRows(skipped), repeated };
      if (importQuery.dryRun) check = await checkOf(file, plan);
      const kind = importQuery.dryRun ? "dry run" : "import";
      importSeconds.observe({ kind }, reply.elapsedTime / 1000);
      for (const outcome of OUTCOMES) importedRows.inc({ kind, outcome }, counts[outcome]);
      return { counts, importId };
    };
    const { existing, invalid: mode, repeated: kept, sheet, sideways } = importQuery;
    const content = [uploaded.hash, existing, mode, kept, sheet, sideways];
    const { counts, importId } = importQuery.dryRun
      ? await write(writeAnyway)
      : await retries.once(request, { call: "importRows", user, content }, write);
    if (importQuery.dryRun) {
      lists["invalid"] = namedCells(file.badRows);
      lists["bad"] = describeBadRows(file.badRows);
    } else if (importQuery.invalid) lists["invalid"] = badCells(file.badRows);
    const bounds = {
      mostItems: most,
      mostCharacters: importQuery.list === undefined ? Infinity : MAX_LISTED_CHARACTERS,
    };
    const rest = {
      importId,
      ...(importQuery.list !== undefined && { counts }),
      ...(file.notes.length > 0 && { notes: file.notes }),
      ...file.facts,
      ...(file.leftOut !== undefined && { leftOut: file.leftOut }),
      ...(file.bodyTypes > 0 && { bodyTypes: file.bodyTypes }),
      ...check,
    };
    return sendPieces(reply.type(JSON_TYPE), answerPieces(lists, bounds, rest));
  }

  // This is the only call that reads a multipart form.
  app.removeAllContentTypeParsers();
  await app.register(fastifyMultipart, { limits: UPLOAD_LIMITS });
  app.addHook("onSend", awaitRest);
  app.post(
    "/api/evs/upload",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "importRows",
        summary:
          "Import a file, all rows or none: CSV, an Excel workbook, or a JSON list of flat objects, in the multipart field `file`. Further fields tell how to read it",
        security: ADMINISTRATORS,
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
    async (request, reply) => {
      const { query } = request;
      const signal = goneSignal(reply);
      try {
        return await handleUpload(query, request, reply, signal);
      } catch (error) {
        // The sender has disconnected, so there is nobody to answer and nothing to log.
        signal.throwIfAborted();
        if (!isRestTaken(request)) reply.header("connection", "close");
        if (!(error instanceof ImportRefusal)) {
          if (!(error instanceof UserError && error.status === 422)) throw error;
          // The key was used for another file, so no row is to blame.
          const refused = { error: error.message, rows: [] };
          return reply.code(422).send(refused satisfies RefusalAnswer);
        }
        // A dry run reports errors in the header like errors in rows.
        const isHeaderBad = error.rows.some(({ row }) => row === 0);
        if (query.dryRun && error.columns && isHeaderBad) {
          const answer = { ...NO_LISTS, importId: null, invalid: error.rows, ...header(error) };
          return reply.send(answer);
        }
        const { message, rows } = error;
        const refused = { error: message, rows: rows.slice(0, query.list), ...header(error) };
        return reply.code(422).send(refused satisfies RefusalAnswer);
      }
    },
  );
};

/** The answer that importing this plan would give. */
function planned(plan: ImportPlan, invalid: number) {
  const { updated, skipped } = plan;
  const added = Iterator.from(plan.added).map(({ row, input }) => ({ row, ...input }));
  return { added, updated, skipped, counts: countRows(plan, invalid), importId: null };
}

function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  const leave = () => gone.abort(new UserError(400, "The upload was interrupted."));
  if (reply.raw.destroyed) leave();
  reply.raw.once("close", () => {
    if (!reply.raw.writableFinished) leave();
  });
  return gone.signal;
}

/** The file name for the activity log, reduced to one line of text that every database accepts. */
function importSubject({ fileName }: UploadedFile): string {
  const name = (fileName || "CSV").toWellFormed().replaceAll(/\p{Cc}/gu, " ");
  return name.slice(0, LONGEST_SUBJECT).toWellFormed();
}

function* badCells(badRows: readonly BadRow[]) {
  for (const { issues } of badRows) yield* issues;
}

function* namedCells(badRows: readonly BadRow[]) {
  for (const { name, issues } of badRows) {
    for (const issue of issues) yield name === "" ? issue : { ...issue, name };
  }
}

function* describeBadRows(badRows: readonly BadRow[]) {
  for (const { row, cells, car } of badRows) {
    const shown = cells.map((cell) => shownValue(cell).value ?? "");
    yield { row, cells: shown, ...(car && { car }) };
  }
}

function refusal({ badRows, facts }: ImportFile): ImportRefusal {
  const rows = badRows.length === 1 ? "1 row has an error" : `${badRows.length} rows have errors`;
  return new ImportRefusal(
    `Nothing was added: ${rows}.`,
    [...badCells(badRows)],
    undefined,
    [],
    facts,
  );
}

/** Facts about the file, and how its columns are interpreted. */
function header({ columns, titles, facts }: Pick<ImportRefusal, "columns" | "titles" | "facts">) {
  return { ...(columns && { columns }), ...(titles.length > 0 && { titles }), ...facts };
}
