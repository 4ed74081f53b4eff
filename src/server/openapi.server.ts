import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { encodeJson, sendEncoded } from "./compression.server.ts";

/** One call as its feature describes it. Every schema is the one that the call itself goes by. */
interface Operation {
  summary: string;
  /** schema of the query string; its properties become the parameters */
  query?: z.ZodObject;
  /** answers by status: what they mean, and the name of their schema among `schemas` */
  answers: Readonly<Record<number, { description: string; schema?: string; list?: true }>>;
}

/** The calls of one feature, by path (`/api/evs/{id}`) and method (`get`). */
export interface ApiPart {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** by the name under which operations refer to them */
  schemas: Readonly<Record<string, z.ZodType>>;
}

const ErrorAnswer = z.object({
  error: z.string().meta({ description: "one sentence for a person" }),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

const HealthAnswer = z.object({ status: z.literal("ok") });

/** The calls of the server itself. */
const OWN_PART: ApiPart = {
  paths: {
    "/api/openapi.json": {
      get: { summary: "This description", answers: { 200: { description: "OpenAPI 3.1" } } },
    },
    "/healthz": {
      get: {
        summary: "Whether the process is alive",
        answers: { 200: { description: "Alive", schema: "Health" } },
      },
    },
    "/readyz": {
      get: {
        summary: "Whether the database answers",
        answers: {
          200: { description: "It does", schema: "Health" },
          503: { description: "It does not", schema: "Error" },
        },
      },
    },
  },
  schemas: { Error: ErrorAnswer, Health: HealthAnswer },
};

function jsonSchema(schema: z.ZodType): Record<string, unknown> {
  // What the server makes of a parameter says its type; the text on the wire is only its spelling.
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: "output" });
  return rest;
}

function queryParameters(query: z.ZodObject): object[] {
  return Object.entries(query.shape).map(([name, property]) => {
    const { description, ...schema } = jsonSchema(z.optional(property as z.ZodType));
    // Several values of one parameter are separated by commas (readings 3).
    const style = schema["type"] === "array" ? { style: "form", explode: false } : {};
    return { name, in: "query", required: false, description, ...style, schema };
  });
}

function pathParameters(path: string): object[] {
  return Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "integer", minimum: 1 },
  }));
}

function answerOf({ description, schema, list }: Operation["answers"][number]): object {
  if (!schema) return { description };
  const reference = { $ref: `#/components/schemas/${schema}` };
  const body = list ? { type: "array", items: reference } : reference;
  return { description, content: { "application/json": { schema: body } } };
}

function describeOperation(path: string, operation: Operation): object {
  const parameters = [
    ...pathParameters(path),
    ...(operation.query ? queryParameters(operation.query) : []),
  ];
  return {
    summary: operation.summary,
    ...(parameters.length > 0 && { parameters }),
    responses: Object.fromEntries(
      Object.entries(operation.answers).map(([status, answer]) => [status, answerOf(answer)]),
    ),
  };
}

/** The OpenAPI 3.1 document of the parts. */
function describeApi(parts: readonly ApiPart[]) {
  return {
    openapi: "3.1.0",
    info: { title: "Electric-vehicle catalogue", version: "1" },
    paths: Object.fromEntries(
      parts.flatMap(({ paths }) =>
        Object.entries(paths).map(([path, operations]) => [
          path,
          Object.fromEntries(
            Object.entries(operations).map(([method, operation]) => [
              method,
              describeOperation(path, operation),
            ]),
          ),
        ]),
      ),
    ),
    components: {
      schemas: Object.fromEntries(
        parts.flatMap(({ schemas }) =>
          Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)]),
        ),
      ),
    },
  };
}

/** `GET /api/openapi.json`: every call there is, described by the schemas it goes by. */
export function openApiRoutes(app: FastifyInstance, parts: readonly ApiPart[]): void {
  const document = encodeJson(describeApi([...parts, OWN_PART]));
  app.get("/api/openapi.json", async (request, reply) =>
    sendEncoded(request, reply, await document, { cacheControl: "no-cache" }),
  );
}
