import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { type AnswerWithBody, type DeclaredCall, declareCall } from "./call.server.ts";
import { type Encoded, encodeJson } from "./compression.server.ts";
import type { ApiDocument } from "./openapi-document.server.ts";
import { ONLY_PASS_CACHES } from "./query.schema.ts";
import { PUBLIC, sendEncoded } from "./response-cache.server.ts";

/** What an answer without a body says that a client has already. */
export const UNCHANGED = "Unchanged since the ETag of If-None-Match";

type Answers = DeclaredCall["answers"];

/** Answers that the server gives to any call, unless the call says what they mean there. */
const TO_ANY_CALL: Answers = {
  400: "A parameter or a field that is not known or not valid, or nothing that can be read",
  414: "An address of more than 8,192 characters",
  503: "The database is not available at the moment; see Retry-After",
};
const TO_ANY_ID: Answers = { 404: "Nothing has this id" };
const TO_ANY_WRITE: Answers = {
  403: "Sent by a page of another site",
  413: "A body larger than this call takes",
  415: "Not the type of content that this call takes",
  507: "No storage space left",
};
const WITHOUT_SESSION: Answers = { 401: "Not signed in" };

const ErrorAnswer = z
  .object({
    error: z.string().meta({ description: "one sentence for a person" }),
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Error" });

const SECURITY = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "ev_session",
    description:
      "Set by signing in; over HTTPS it is called __Host-ev_session. Writes that a page of another site sends are refused (403) whatever cookies they bring.",
  },
  visitor: {
    type: "apiKey",
    in: "cookie",
    name: "ev_visitor",
    description: "Set by the first vote or flag; one visitor votes for a model once.",
  },
};

type JsonSchema = Record<string, unknown>;

/** Calls that belong together. */
export interface ApiTopic {
  name: string;
  description: string;
  /** of method and path, such as `GET /api/evs/:id` */
  calls: RegExp;
}

/** Turns schemas into JSON Schema. Those with an `id` are collected in `components`. */
function createSchemas() {
  const components: JsonSchema = {};

  function convert(
    schema: z.ZodType,
    override?: z.core.ToJSONSchemaParams["override"],
  ): JsonSchema {
    // What the server makes of a parameter says its type; the text on the wire is its spelling.
    const json = z.toJSONSchema(schema, {
      io: "output",
      override: (context) => {
        const { jsonSchema } = context;
        const { length: size } = jsonSchema.prefixItems ?? [];
        // Some tools want to hear of any items, also of a tuple, which has no more.
        if (size > 0) Object.assign(jsonSchema, { items: {}, minItems: size, maxItems: size });
        override?.(context);
      },
    });
    const { $schema: _, $defs, ...root } = json;
    Object.assign(components, $defs);
    return root;
  }

  return {
    components,
    answered: (schema: z.ZodType) => convert(schema),
    /** Of what is sent to us, where a field that has a default may be missing. */
    sent: (schema: z.ZodType) =>
      convert(schema, ({ jsonSchema: part }) => {
        const hasDefault = (name: string) =>
          Object.hasOwn(Object(part.properties?.[name]), "default");
        if (part.required) part.required = part.required.filter((name) => !hasDefault(name));
      }),
  };
}

type Schemas = ReturnType<typeof createSchemas>;

function requestBody({ body, form }: DeclaredCall, { sent }: Schemas): object | undefined {
  if (body) {
    const schema = sent("schema" in body ? body.schema : body);
    return { required: true, content: { "application/json": { schema } } };
  }
  if (!form) return undefined;
  const schema = {
    type: "object",
    properties: {
      [form.file]: { type: "string", format: "binary" },
      ...mapValues(form.fields ?? {}, sent),
    },
    required: [form.file],
  };
  return { required: true, content: { "multipart/form-data": { schema } } };
}

function mapValues<From, To>(record: Readonly<Record<string, From>>, map: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value)]));
}

function parametersOf(call: DeclaredCall, { sent }: Schemas): object[] {
  const inPath = Array.from(call.path.matchAll(/:(\w+)/g), ([, name]) => ({
    name,
    in: "path",
    required: true,
    // A trim is named by its position, which starts at 0.
    schema: { type: "integer", minimum: name === "trimId" ? 0 : 1 },
  }));
  const inQuery = Object.entries({ ...call.view?.query?.shape, ...call.query?.shape }).map(
    ([name, property]) => {
      const { description, ...schema } = sent(z.optional(property as z.ZodType)); // zod's own type is wider
      // Several values of one parameter are separated by commas (readings 3).
      const style = schema["type"] === "array" ? { style: "form", explode: false } : {};
      return { name, in: "query", required: false, description, ...style, schema };
    },
  );
  const inHeaders = Object.entries(call.headers ?? {}).map(([name, description]) => ({
    name,
    in: "header",
    required: false,
    description,
    schema: { type: "string" },
  }));
  return [...inPath, ...inQuery, ...inHeaders];
}

function responseOf(status: string, answers: Answers[number][], { answered }: Schemas): object {
  const isError = Number(status) >= 400;
  const described = answers.map((answer): AnswerWithBody => {
    if (typeof answer !== "string") return answer;
    return { description: answer, ...(isError && { schema: ErrorAnswer }) };
  });
  const contents = described.flatMap(({ schema, type }) => {
    if (type) return { type, schema: { type: "string" } };
    return schema ? { type: "application/json", schema: answered(schema) } : [];
  });
  const [first, second] = contents;
  return {
    description: [...new Set(described.map(({ description }) => description))].join("; "),
    ...(first && {
      content: {
        [first.type]: {
          schema: second ? { anyOf: contents.map(({ schema }) => schema) } : first.schema,
        },
      },
    }),
  };
}

function responsesOf(call: DeclaredCall, schemas: Schemas): object {
  const { path, method, signedIn, view } = call;
  const usual = {
    ...TO_ANY_CALL,
    ...(path.includes(":") && TO_ANY_ID),
    ...(method !== "GET" && TO_ANY_WRITE),
    ...((signedIn ?? view?.signedIn) && WITHOUT_SESSION),
  };
  const own = [call.answers, view?.answers ?? {}].flatMap((answers) => Object.entries(answers));
  const byStatus = {
    ...mapValues(usual, (answer) => [answer]),
    ...mapValues(
      Object.groupBy(own, ([status]) => status),
      (given = []) => given.map(([, answer]) => answer),
    ),
  };
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, answers]) => [
      status,
      responseOf(status, answers, schemas),
    ]),
  );
}

function securityOf({ signedIn, visitor, view }: DeclaredCall): object[] {
  if (signedIn) return [{ session: [] }];
  if (visitor) return [{}, { visitor: [] }];
  return view?.signedIn ? [{}, { session: [] }] : [];
}

function operationOf(call: DeclaredCall, schemas: Schemas, topic: ApiTopic | undefined): object {
  const parameters = parametersOf(call, schemas);
  const body = requestBody(call, schemas);
  return {
    operationId: call.id,
    summary: [call.summary, call.view?.summary ?? []].flat().join("; "),
    ...(topic && { tags: [topic.name] }),
    security: securityOf(call),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: responsesOf(call, schemas),
  };
}

/** The OpenAPI document of these calls. */
export function describeCalls(
  calls: readonly DeclaredCall[],
  topics: readonly ApiTopic[] = [],
): ApiDocument {
  const schemas = createSchemas();
  const paths: Record<string, Record<string, object>> = {};
  for (const call of calls) {
    const path = call.path.replaceAll(/:(\w+)/g, "{$1}");
    const topic = topics.find((one) => one.calls.test(`${call.method} ${call.path}`));
    (paths[path] ??= {})[call.method.toLowerCase()] = operationOf(call, schemas, topic);
  }
  const document = {
    openapi: "3.1.0",
    info: {
      title: "Electric-vehicle catalogue",
      version: "1",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    tags: topics.map(({ name, description }) => ({ name, description })),
    paths,
    components: { securitySchemes: SECURITY, schemas: schemas.components },
  };
  const text = JSON.stringify(document).replaceAll("#/$defs/", "#/components/schemas/");
  return JSON.parse(text) as ApiDocument; // as it was made above
}

/** `GET /api/openapi.json`: every call of the app, described by the words that it goes by. */
export function openApiRoutes(app: FastifyInstance, topics?: readonly ApiTopic[]): void {
  let document: Encoded | undefined;
  declareCall(app, "GET /api/openapi.json", {
    id: "getDescription",
    summary: "This description",
    query: ONLY_PASS_CACHES,
    answers: {
      200: { description: "OpenAPI 3.1", schema: z.looseObject({ openapi: z.string() }) },
      304: UNCHANGED,
    },
    handle: async (_asked, request, reply) => {
      document ??= encodeJson(describeCalls(app.calls, topics));
      return sendEncoded(request, reply, document, { cacheControl: PUBLIC });
    },
  });
}
