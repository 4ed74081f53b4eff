import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type Encoded, encodeJson } from "./compression.server.ts";
import { sendEncoded } from "./send-encoded.server.ts";
import { refuseParameters } from "./query.server.ts";

interface Answer {
  description: string;
  schema?: string;
  /** an array of it */
  list?: true;
}

/** One call as its feature describes it. Every schema is the one that the call itself goes by. */
interface Operation {
  summary: string;
  /** schema of the query string; its properties become the parameters */
  query?: z.ZodObject;
  /** request headers that change what it does, with what they mean */
  headers?: Readonly<Record<string, string>>;
  /** the JSON that it takes */
  body?: z.ZodType;
  /** name of the one file that it takes, as a multipart form */
  file?: string;
  /** what may stand before the file in its form */
  fields?: Readonly<Record<string, z.ZodType>>;
  /** refuses with 401, before it reads anything, whoever is not signed in */
  needsUser?: true;
  /**
   * answers by status: what they mean, and the name of their schema among `schemas`; those that
   * any call may give need not be named
   */
  answers: Readonly<Record<number, Answer>>;
}

/** The calls of one feature, by path (`/api/evs/{id}`) and method (`get`). */
export interface ApiPart {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  /** by the name under which operations refer to them */
  schemas: Readonly<Record<string, z.ZodType>>;
}

const SESSION = "session";
const refusal = (description: string): Answer => ({ description, schema: "Error" });

/** Answers that the server gives to any call, unless the call says what they mean there. */
const TO_ANY_CALL: Readonly<Record<number, Answer>> = {
  400: refusal(
    "A parameter or a field that is not known or not valid, or nothing that can be read",
  ),
  414: refusal("An address of more than 8,192 characters"),
  503: refusal("The database is not available at the moment; see Retry-After"),
};
const TO_ANY_ID: Readonly<Record<number, Answer>> = { 404: refusal("Nothing has this id") };
const TO_ANY_WRITE: Readonly<Record<number, Answer>> = {
  403: refusal("Sent by a page of another site"),
  413: refusal("A body larger than this call takes"),
  415: refusal("Not the type of content that this call takes"),
  507: refusal("No storage space left"),
};
const WITHOUT_USER: Readonly<Record<number, Answer>> = { 401: refusal("Not signed in") };

const ErrorAnswer = z.object({
  error: z.string().meta({ description: "one sentence for a person" }),
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

const HealthAnswer = z.object({ status: z.literal("ok") });

/** The calls of the server itself. */
const OWN_PART: ApiPart = {
  paths: {
    "/api/openapi.json": {
      get: {
        summary: "This description",
        answers: {
          200: { description: "OpenAPI 3.1" },
          304: { description: "Unchanged since the ETag of If-None-Match" },
        },
      },
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

/** As `jsonSchema`, for what is sent to us: a field that has a default may be missing. */
function inputSchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: "output",
    override({ jsonSchema: part }) {
      const hasDefault = (name: string) =>
        Object.hasOwn(Object(part.properties?.[name]), "default");
      if (part.required) part.required = part.required.filter((name) => !hasDefault(name));
    },
  });
  return rest;
}

function requestBody({ body, file, fields = {} }: Operation): object | undefined {
  if (body) {
    return { required: true, content: { "application/json": { schema: inputSchema(body) } } };
  }
  if (file === undefined) return undefined;
  const schema = {
    type: "object",
    properties: {
      [file]: { type: "string", format: "binary" },
      ...Object.fromEntries(
        Object.entries(fields).map(([name, field]) => [name, jsonSchema(field)]),
      ),
    },
    required: [file],
  };
  return { required: true, content: { "multipart/form-data": { schema } } };
}

type Shape = z.ZodObject["shape"];

function queryParameters(shape: Shape): object[] {
  return Object.entries(shape).map(([name, property]) => {
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
    // A trim is named by its position, which starts at 0.
    schema: { type: "integer", minimum: name === "trimId" ? 0 : 1 },
  }));
}

function headerParameters({ headers = {} }: Operation): object[] {
  return Object.entries(headers).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
}

function contentOf({ schema, list }: Answer): object | undefined {
  if (!schema) return undefined;
  const reference = { $ref: `#/components/schemas/${schema}` };
  return list ? { type: "array", items: reference } : reference;
}

/** The answers to one status; several where features share a call. */
function responseOf(answers: readonly Answer[]): object {
  const contents = answers.flatMap((answer) => contentOf(answer) ?? []);
  const [first, ...others] = contents;
  return {
    description: [...new Set(answers.map(({ description }) => description))].join("; "),
    ...(first && {
      content: { "application/json": { schema: others.length > 0 ? { anyOf: contents } : first } },
    }),
  };
}

/** What one call may answer, by status. */
function responsesOf(path: string, method: string, operations: readonly Operation[]): object {
  const own = operations.flatMap(({ answers }) => Object.entries(answers));
  const needsUser = operations.some((operation) => operation.needsUser);
  const usual = {
    ...TO_ANY_CALL,
    ...(path.includes("{") && TO_ANY_ID),
    ...(method !== "get" && TO_ANY_WRITE),
    ...(needsUser && WITHOUT_USER),
  };
  const told = Object.groupBy(own, ([status]) => status);
  const all = { ...Object.groupBy(Object.entries(usual), ([status]) => status), ...told };
  return Object.fromEntries(
    Object.entries(all).map(([status, given = []]) => [
      status,
      responseOf(given.map(([, answer]) => answer)),
    ]),
  );
}

/** @param operations of one call, which several features may answer, by what the query asks */
function describeOperation(path: string, method: string, operations: readonly Operation[]): object {
  const parameters = [
    ...pathParameters(path),
    ...queryParameters(Object.assign({}, ...operations.map(({ query }) => query?.shape)) as Shape),
    ...operations.flatMap(headerParameters),
  ];
  const [body] = operations.flatMap((operation) => requestBody(operation) ?? []);
  const needsUser = operations.some((operation) => operation.needsUser);
  return {
    summary: operations.map(({ summary }) => summary).join("; "),
    ...(needsUser && { security: [{ [SESSION]: [] }] }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(path, method, operations),
  };
}

/** Every call of the parts by path, method and whoever answers it. */
function describePaths(parts: readonly ApiPart[]): object {
  const calls = new Map<string, Map<string, Operation[]>>();
  for (const { paths } of parts) {
    for (const [path, operations] of Object.entries(paths)) {
      const methods = calls.get(path) ?? new Map<string, Operation[]>();
      calls.set(path, methods);
      for (const [method, operation] of Object.entries(operations)) {
        methods.set(method, [...(methods.get(method) ?? []), operation]);
      }
    }
  }
  return Object.fromEntries(
    Array.from(calls, ([path, methods]) => [
      path,
      Object.fromEntries(
        Array.from(methods, ([method, operations]) => [
          method,
          describeOperation(path, method, operations),
        ]),
      ),
    ]),
  );
}

/** The OpenAPI 3.1 document of the parts. */
function describeApi(parts: readonly ApiPart[]) {
  return {
    openapi: "3.1.0",
    info: { title: "Electric-vehicle catalogue", version: "1" },
    paths: describePaths(parts),
    components: {
      securitySchemes: {
        [SESSION]: {
          type: "apiKey",
          in: "cookie",
          name: "ev_session",
          description:
            "Set by signing in; over HTTPS it is called __Host-ev_session. Writes that a page of another site sends are refused (403) whatever cookies they bring.",
        },
      },
      schemas: Object.fromEntries(
        parts.flatMap(({ schemas }) =>
          Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)]),
        ),
      ),
    },
  };
}

/**
 * `GET /api/openapi.json`: every call there is, described by the schemas it goes by.
 * @param loadParts asked for by the first who asks for the description
 */
export function openApiRoutes(
  app: FastifyInstance,
  loadParts: () => Promise<readonly ApiPart[]>,
): void {
  let document: Encoded | undefined;
  app.get("/api/openapi.json", { preHandler: refuseParameters }, async (request, reply) => {
    document ??= encodeJson(describeApi([...(await loadParts()), OWN_PART]));
    return sendEncoded(request, reply, document, { cacheControl: "no-cache" });
  });
}
