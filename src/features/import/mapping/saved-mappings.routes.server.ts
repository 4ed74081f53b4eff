import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { emptyAnswer, errorAnswer, jsonAnswer } from "../../../server/answers.server.ts";
import { idInPath } from "../../../server/path-parameters.server.ts";
import { parseBodyWith } from "../../../server/query.schema.ts";
import { UserError } from "../../../base/errors.server.ts";
import { ColumnsAnswer, ColumnsQuestion } from "../columns/columns.schema.ts";
import { describeMapping } from "../columns/describe-columns.server.ts";
import {
  GivenMapping,
  ListedMapping,
  MappingEntry,
  NamedMapping,
  NewMapping,
  SavedMapping,
} from "./import-mapping.schema.ts";
import { validateMapping } from "./import-mapping.server.ts";
import { normalizeMapping } from "./import-mapping.ts";
import { MAX_SAVED_MAPPINGS } from "./saved-mappings.db.server.ts";
import { MAX_FORM_BYTES } from "../parse/upload.server.ts";

const SAVED_MAPPING_LIMIT_BYTES = MAX_FORM_BYTES + 4 * 1024;
/** For the columns of a file and its mapping. */
const COLUMNS_LIMIT_BYTES = 2 * MAX_FORM_BYTES;

const NONE = "No such saved mapping";

/** Calls for reusable mappings, shared by all administrators (importing.md#saved-mappings). */
export const importMappingRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { importMappings: mappings, sessions } = app;
  app.get(
    "/api/import-mappings",
    {
      schema: {
        operationId: "listMappings",
        summary: "List the saved mappings by name, without their contents",
        response: { 200: jsonAnswer("The saved mappings", z.array(ListedMapping)) },
      },
    },
    async () => mappings.list(),
  );

  app.get(
    "/api/import-mappings/:mappingId",
    {
      schema: {
        operationId: "getMapping",
        summary: "Get a saved mapping",
        params: z.object({ mappingId: idInPath }),
        response: { 200: jsonAnswer("The mapping", SavedMapping), 404: errorAnswer(NONE) },
      },
    },
    async (request) => {
      const { mappingId } = request.params;
      return mappings.find(mappingId);
    },
  );

  app.post(
    "/api/import-mappings",
    {
      bodyLimit: SAVED_MAPPING_LIMIT_BYTES,
      schema: {
        operationId: "saveMapping",
        summary:
          "Save a mapping under a name, replacing one of the same name; case does not matter",
        body: parseBodyWith(NewMapping, (given) => {
          const { name, mapping } = NamedMapping.parse(given);
          const { cells } = validateMapping(mapping);
          if (cells?.length)
            throw new UserError(400, "A saved mapping cannot contain cells of a file.");
          return { name, mapping: GivenMapping.parse(mapping) };
        }),
        response: {
          200: jsonAnswer("Saved; it replaced another mapping", MappingEntry),
          201: jsonAnswer("Saved", MappingEntry),
          400: errorAnswer("The name or the mapping is invalid"),
          409: errorAnswer(`There are already ${MAX_SAVED_MAPPINGS} saved mappings`),
        },
      },
    },
    async (request, reply) => {
      const { name, mapping } = request.body;
      const { entry, isNew } = await mappings.save(sessions.userOf(request), name, mapping);
      if (isNew) reply.code(201);
      return entry;
    },
  );

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

  app.delete(
    "/api/import-mappings/:mappingId",
    {
      schema: {
        operationId: "deleteMapping",
        summary: "Delete a saved mapping; past imports are not affected",
        params: z.object({ mappingId: idInPath }),
        response: { 204: emptyAnswer("Deleted"), 404: errorAnswer(NONE) },
      },
    },
    async (request, reply) => {
      const { mappingId } = request.params;
      reply.code(204);
      await mappings.remove(sessions.userOf(request), mappingId);
    },
  );
};
