import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import {
  emptyAnswer,
  errorAnswer,
  jsonAnswer,
  textAnswer,
  withEtag,
} from "../../server/answers.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { IdInPath } from "../../server/path-parameters.server.ts";
import {
  modelReadSchema,
  sendModelJson,
  sendCached,
} from "../catalogue/catalogue.routes.server.ts";
import {
  IfMatch,
  VERSION_CONFLICT,
  readIfMatch,
  sendOutcome,
} from "../catalogue/if-match.server.ts";
import { RowAnswer } from "../catalogue/catalogue.schema.ts";
import { fieldLike, isTest } from "./claims.ts";
import {
  Claim,
  ClaimChange,
  ClaimFileAnswer,
  ClaimFileQuery,
  ClaimFileRefusal,
  ClaimInput,
  ClaimsAnswer,
  Evidence,
} from "./claims.schema.ts";
import { encodePieces } from "../../server/compression.server.ts";
import { formBody, ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.db.server.ts";
import { ImportRefusal } from "../import/parse/lines-and-rows.server.ts";
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

const TAKEN = "The figure already has this claim, or the most claims it can have";
const A_TEST = "Test results can’t be used as the car’s figure.";

/** Calls that read the sources of figures (evidence.md#claim-calls). */
export const claimRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { claims } = app;
  app.route({
    method: "GET",
    url: "/api/evs/:id/claims",
    schema: {
      operationId: "listClaims",
      summary: "List the sources of the figures of a model's trims; takes a model or row id",
      ...modelReadSchema("The claims for its current trims, in order", ClaimsAnswer),
    },
    handler: async (request, reply) =>
      sendModelJson(request, reply, "claims", ({ id }) => claims.readModel(id)),
  });
  app.route({
    method: "GET",
    url: "/api/evs/:id/evidence",
    schema: {
      operationId: "getEvidence",
      summary: "How far the sources of an EV's figures agree, and what others measured",
      ...modelReadSchema("What pages mark of it, by trim", Evidence),
    },
    handler: async (request, reply) =>
      sendModelJson(request, reply, "evidence", ({ id }) => claims.readEvidence(id)),
  });
};

/** Calls that let administrators edit claims (evidence.md#claim-calls). */
export const claimEditRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { claims, rows, sessions } = app;

  app.route({
    method: "POST",
    url: "/api/claims",
    schema: {
      operationId: "addClaim",
      summary: "Add a claim: what a source says about one figure of a row",
      body: ClaimInput,
      response: {
        201: jsonAnswer("The new claim", Claim),
        404: errorAnswer("No row has this id"),
        409: errorAnswer(TAKEN),
      },
    },
    handler: async (request) => claims.add(request.body, sessions.userOf(request)),
  });

  app.route({
    method: "PUT",
    url: "/api/claims/:id",
    schema: {
      operationId: "changeClaim",
      summary: "Replace a claim; missing fields become empty",
      params: IdInPath,
      body: ClaimChange,
      response: {
        200: jsonAnswer("The claim as it is now", Claim),
        409: errorAnswer(TAKEN),
      },
    },
    handler: async (request) =>
      claims.change(request.params.id, request.body, sessions.userOf(request)),
  });

  app.route({
    method: "DELETE",
    url: "/api/claims/:id",
    schema: {
      operationId: "deleteClaim",
      summary: "Delete a claim",
      params: IdInPath,
      response: { 204: emptyAnswer("Deleted") },
    },
    handler: async (request) => claims.remove(request.params.id, sessions.userOf(request)),
  });

  app.route({
    method: "POST",
    url: "/api/claims/:id/use",
    schema: {
      operationId: "useClaim",
      summary: "Use the value of a claim in its row",
      params: IdInPath,
      headers: IfMatch,
      response: {
        200: jsonAnswer("The row as it is now", RowAnswer),
        400: errorAnswer("The claim is a test result, or If-Match is malformed"),
        412: VERSION_CONFLICT,
      },
    },
    handler: async (request, reply) => {
      const { rowId, field, value } = await claims.find(request.params.id);
      if (isTest(field)) throw new UserError(400, A_TEST);
      const edit = { id: rowId, version: readIfMatch(request), set: { [fieldLike(field)]: value } };
      const user = sessions.userOf(request);
      return sendOutcome(reply, await rows.changeRows([edit], user), user);
    },
  });
};

/** `GET /api/claims.csv` (evidence.md#claims-as-a-file). */
export const claimFileRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  app.route({
    method: "GET",
    url: "/api/claims.csv",
    schema: {
      operationId: "exportClaims",
      summary: "Export all claims as CSV, in the format that the import takes",
      querystring: ONLY_PASS_CACHES,
      response: withEtag(textAnswer("CSV with a byte-order mark", "text/csv")),
    },
    handler: async (request, reply) => {
      reply.header("content-disposition", 'attachment; filename="claims.csv"');
      return sendCached(request, reply, () => ({
        key: "claims csv",
        make: () =>
          withAllClaims(app.database, (parts) =>
            encodePieces(claimCsvPieces(parts), "text/csv; charset=utf-8"),
          ),
      }));
    },
  });
};

async function* claimCsvPieces(parts: AsyncIterable<ExportedClaim[]>): AsyncGenerator<string> {
  yield CLAIM_FILE_HEADER;
  for await (const part of parts) yield claimFileLines(part);
}

/** `POST /api/claims/upload` (evidence.md#claims-as-a-file). */
export const claimUploadRoutes: FastifyPluginAsyncZodOpenApi<UploadOptions> = async (
  app,
  { uploadFolder },
) => {
  const { database, sessions, retries } = app;
  const readUpload = await acceptUploads(app, { uploadFolder });

  app.route({
    method: "POST",
    url: "/api/claims/upload",
    schema: {
      operationId: "importClaims",
      summary: "Import claims from a file, all or none; existing claims are skipped",
      querystring: ClaimFileQuery,
      headers: RetryHeaders,
      body: formBody("file"),
      response: {
        200: jsonAnswer("The number of added claims", ClaimFileAnswer),
        400: errorAnswer("The field file must hold exactly one file, or a parameter is unknown"),
        422: jsonAnswer(
          `Nothing was added: the file has errors. Or: ${OTHER_CONTENT}`,
          ClaimFileRefusal,
        ),
      },
    },
    handler: (request, reply) =>
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
  });
};
