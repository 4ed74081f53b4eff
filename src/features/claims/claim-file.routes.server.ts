import { createHash } from "node:crypto";
import fastifyMultipart from "@fastify/multipart";
import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { errorAnswer, jsonAnswer, textAnswer, UNCHANGED } from "../../server/answers.server.ts";
import { encodePieces } from "../../server/compression.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { ADMINISTRATORS } from "../../server/plugins/api-description.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { formBody } from "../../server/read-body.server.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.server.ts";
import { createSemaphore } from "../../base/semaphore.server.ts";
import { ImportRefusal } from "../import/parse/import-file.server.ts";
import {
  CLAIM_FILE_HEADER,
  claimFileLines,
  type ExportedClaim,
  readClaimFile,
} from "./claim-file.server.ts";
import {
  ClaimRefusal,
  importClaims,
  type ImportedClaims,
  planClaims,
  withAllClaims,
} from "./claim-import.db.server.ts";
import { ClaimFileAnswer, ClaimFileQuery, ClaimFileRefusal } from "./claims.schema.ts";
import { MAX_CLAIM_FILE_BYTES, MAX_CLAIM_FILE_MEGABYTES } from "./limits.ts";

/** Each upload keeps its file in memory, so further uploads wait. */
const CLAIM_FILES_AT_ONCE = 2;
const CLAIM_FILES_WAITING = 10;

const FIELD = "file";
const LONGEST_SUBJECT = 120;
const OTHERS_RUN = "Other source files are being read. Please try again in a moment.";

/** `GET /api/claims.csv` and `POST /api/claims/upload` (evidence.md#claims-as-a-file). */
export const claimFileRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, catalogue } = app;
  app.get(
    "/api/claims.csv",
    {
      schema: {
        operationId: "exportClaims",
        summary: "Export all claims as CSV, in the format that the import takes",
        tags: ["Files and fields"],
        querystring: ONLY_PASS_CACHES,
        response: {
          200: textAnswer("CSV with a byte-order mark", "text/csv"),
          304: UNCHANGED,
        },
      },
    },
    async (request, reply) => {
      const { _: asked } = request.query;
      const snapshot = await catalogue.current(asked);
      const csv = await app.responseCache.get(`claims csv ${snapshot.cacheKey}`, () =>
        withAllClaims(database, (parts) =>
          encodePieces(claimCsvPieces(parts), "text/csv; charset=utf-8"),
        ),
      );
      reply.header("content-disposition", 'attachment; filename="claims.csv"');
      return sendEncoded(request, reply, csv, catalogue.keeps(snapshot, asked));
    },
  );
  await app.register(uploadRoutes);
};

async function* claimCsvPieces(parts: AsyncIterable<ExportedClaim[]>): AsyncGenerator<string> {
  yield CLAIM_FILE_HEADER;
  for await (const part of parts) yield claimFileLines(part);
}

const uploadRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { database, sessions, retries } = app;
  const { run } = createSemaphore(CLAIM_FILES_AT_ONCE, CLAIM_FILES_WAITING, OTHERS_RUN);

  // This is the only call that reads a multipart form.
  app.removeAllContentTypeParsers();
  await app.register(fastifyMultipart, {
    limits: { fileSize: MAX_CLAIM_FILE_BYTES, files: 1, fields: 0, parts: 1 },
  });
  app.post(
    "/api/claims/upload",
    {
      onRequest: sessions.requireAdministrator,
      schema: {
        operationId: "importClaims",
        summary: "Import claims from a CSV file, all or none; existing claims are skipped",
        security: ADMINISTRATORS,
        querystring: ClaimFileQuery,
        headers: RetryHeaders,
        body: formBody(FIELD),
        response: {
          200: jsonAnswer("The number of added claims", ClaimFileAnswer),
          400: errorAnswer("The field file must hold exactly one file, or a parameter is unknown"),
          413: errorAnswer("The file is too large or has too many claims"),
          415: errorAnswer("Not a multipart form"),
          422: jsonAnswer(
            `Nothing was added: the file has errors. Or: ${OTHER_CONTENT}`,
            ClaimFileRefusal,
          ),
          503: errorAnswer("Too many uploads; see Retry-After"),
        },
      },
    },
    async (request, reply) => {
      try {
        return await run(async (): Promise<ClaimFileAnswer> => {
          const { bytes, subject } = await readUpload(request);
          await sessions.requireSession(request);
          const file = await readClaimFile(bytes);
          if (request.query.dryRun) return planClaims(database, file);
          const user = sessions.userOf(request);
          const content = createHash("sha256").update(bytes).digest("base64url");
          return retries.once<ImportedClaims>(
            request,
            { call: "importClaims", user, content },
            (once) => importClaims(database, file, { user, subject, once }),
          );
        });
      } catch (error) {
        if (!(error instanceof UserError) || error.status !== 422) throw error;
        const isOfFile = error instanceof ClaimRefusal || error instanceof ImportRefusal;
        const rows = isOfFile
          ? error.rows.map(({ row, column, message }) => ({ row, column, message }))
          : [];
        return reply.code(422).send({ error: error.message, rows } satisfies ClaimFileRefusal);
      }
    },
  );
};

/** @throws UserError 400, 413, 415 */
async function readUpload(request: FastifyRequest): Promise<{ bytes: Buffer; subject: string }> {
  const bad = `The upload could not be read. Send one CSV in the form field "${FIELD}".`;
  if (!request.isMultipart()) throw new UserError(415, bad);
  let upload: { bytes: Buffer; subject: string } | undefined;
  try {
    for await (const part of request.files()) {
      const bytes = await part.toBuffer();
      if (part.fieldname === FIELD) upload = { bytes, subject: claimFileSubject(part.filename) };
    }
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "FST_REQ_FILE_TOO_LARGE") {
      const sentence = `The file is larger than ${MAX_CLAIM_FILE_MEGABYTES} MB. Please split it.`;
      throw new UserError(413, sentence);
    }
    throw new UserError(400, bad, { cause: error });
  }
  if (!upload) throw new UserError(400, bad);
  return upload;
}

/** The file name for the activity log, reduced to one line of text that every database accepts. */
function claimFileSubject(fileName: string): string {
  const name = (fileName || "CSV").toWellFormed().replaceAll(/\p{Cc}/gu, " ");
  return name.slice(0, LONGEST_SUBJECT).toWellFormed();
}
