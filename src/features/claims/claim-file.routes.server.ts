import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { errorAnswer, jsonAnswer, textAnswer, UNCHANGED } from "../../server/answers.server.ts";
import { encodePieces } from "../../server/compression.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { formBody } from "../../server/read-body.server.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.db.server.ts";
import { sendOfVersion } from "../catalogue/catalogue.server.ts";
import { ImportRefusal } from "../import/parse/import-file.server.ts";
import { acceptUploads, answerUpload, type UploadOptions } from "../import/parse/upload.server.ts";
import {
  CLAIM_FILE_HEADER,
  claimFileLines,
  type ExportedClaim,
  readClaimFile,
} from "./claim-file.server.ts";
import {
  importClaims,
  type ImportedClaims,
  planClaims,
  withAllClaims,
} from "./claim-import.db.server.ts";
import { ClaimFileAnswer, ClaimFileQuery, ClaimFileRefusal } from "./claims.schema.ts";

type ClaimFileOptions = Pick<UploadOptions, "uploadFolder">;

/** `GET /api/claims.csv` (evidence.md#claims-as-a-file). */
export const claimFileRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
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
      reply.header("content-disposition", 'attachment; filename="claims.csv"');
      return sendOfVersion(request, reply, () => ({
        key: "claims csv",
        make: () =>
          withAllClaims(app.database, (parts) =>
            encodePieces(claimCsvPieces(parts), "text/csv; charset=utf-8"),
          ),
      }));
    },
  );
};

async function* claimCsvPieces(parts: AsyncIterable<ExportedClaim[]>): AsyncGenerator<string> {
  yield CLAIM_FILE_HEADER;
  for await (const part of parts) yield claimFileLines(part);
}

/** `POST /api/claims/upload` (evidence.md#claims-as-a-file). */
export const claimUploadRoutes: FastifyPluginAsyncZodOpenApi<ClaimFileOptions> = async (
  app,
  { uploadFolder },
) => {
  const { database, sessions, retries } = app;
  const readUpload = await acceptUploads(app, { uploadFolder });

  app.post(
    "/api/claims/upload",
    {
      schema: {
        operationId: "importClaims",
        summary: "Import claims from a file, all or none; existing claims are skipped",
        querystring: ClaimFileQuery,
        headers: RetryHeaders,
        body: formBody("file"),
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
    (request, reply) =>
      answerUpload(
        request,
        reply,
        async (signal): Promise<ClaimFileAnswer> => {
          const { dryRun, encoding } = request.query;
          const {
            content: file,
            subject,
            hash,
          } = await readUpload(request, reply, signal, (spooled) =>
            readClaimFile({ ...spooled, encoding }),
          );
          await sessions.requireSession(request);
          if (dryRun) return planClaims(database, file);
          const user = sessions.userOf(request);
          const imported = await retries.once<ImportedClaims>(
            request,
            { call: "importClaims", user, content: [hash, encoding] },
            (once) => importClaims(database, file, { user, subject, once }),
          );
          return { ...imported, ...(encoding && { encoding }) };
        },
        async (error) => {
          const { rows = [], facts: { encodings } = {} } =
            error instanceof ImportRefusal ? error : {};
          const refused = { error: error.message, rows, ...(encodings && { encodings }) };
          return reply.code(422).send(refused satisfies ClaimFileRefusal);
        },
      ),
  );
};
