import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { jsonAnswer, UNCHANGED } from "../../server/answers.server.ts";
import { encode, encodeJson } from "../../server/compression.server.ts";
import type { Env } from "../../base/env.server.ts";
import { ONLY_PASS_CACHES } from "../../server/query.schema.ts";
import { PUBLIC, sendEncoded } from "../../server/response-cache.server.ts";
import { csvMetadata, FIELD_DESCRIPTIONS } from "./dictionary.server.ts";
import { CsvMetadata, Dictionary } from "./open-data.schema.ts";

const CSV_METADATA = "application/csvm+json";
const tags = ["Files and fields"];

/** The dictionary of the fields, and the description of evs.csv (open-data.md#dictionary). */
export const openDataRoutes: FastifyPluginAsyncZodOpenApi<Pick<Env, "dataTerms">> = async (
  app,
  { dataTerms },
) => {
  const dictionary = encodeJson(dictionaryOf(dataTerms));
  app.get(
    "/api/fields",
    {
      schema: {
        operationId: "listFields",
        summary: "List all fields with their names, units, bounds and meanings, and the license",
        tags,
        querystring: ONLY_PASS_CACHES,
        response: { 200: jsonAnswer("The dictionary", Dictionary), 304: UNCHANGED },
      },
    },
    async (request, reply) => sendEncoded(request, reply, dictionary, { cacheControl: PUBLIC }),
  );

  const metadata = encode(JSON.stringify(csvMetadata(dataTerms)), CSV_METADATA);
  app.get(
    "/api/evs.csv-metadata.json",
    {
      schema: {
        operationId: "getCsvMetadata",
        summary: "Describe the columns of evs.csv, as CSV on the Web",
        tags,
        querystring: ONLY_PASS_CACHES,
        response: {
          200: {
            description: "The description",
            content: { [CSV_METADATA]: { schema: CsvMetadata } },
          },
          304: UNCHANGED,
        },
      },
    },
    async (request, reply) => sendEncoded(request, reply, metadata, { cacheControl: PUBLIC }),
  );
};

export function dictionaryOf(dataTerms: Env["dataTerms"]): Dictionary {
  return { ...dataTerms, fields: FIELD_DESCRIPTIONS };
}
