import fastifySwagger from "@fastify/swagger";
import type { FastifyInstance, FastifySchema, RouteOptions } from "fastify";
import fastifyPlugin from "fastify-plugin";
import {
  type FastifyPluginAsyncZodOpenApi,
  fastifyZodOpenApiPlugin,
  fastifyZodOpenApiTransformers,
} from "fastify-zod-openapi";
import { z } from "zod";
import { getBasePath, withBase } from "../../domain/base-path.ts";
import { DATA } from "../../domain/routes.ts";
import { errorAnswer, jsonAnswer, withEtag } from "../answers.server.ts";
import type { Env } from "../../base/env.server.ts";
import { encodeJson } from "../compression.server.ts";
import { nameBelowBase } from "../cookies.server.ts";
import { keepDefault, ONLY_PASS_CACHES } from "../query.schema.ts";
import { PUBLIC, sendEncoded } from "../response-cache.server.ts";
import { isReading } from "./validation.server.ts";
import { RELEASE } from "../release.server.ts";

/** Responses that any call can get, unless the call describes them itself. */
const TO_ANY_CALL = {
  400: errorAnswer(
    "A parameter or a field that is not known or not valid, or nothing that can be read",
  ),
  414: errorAnswer("An address of more than 8,192 characters"),
  503: errorAnswer("The database or the server is too busy or unavailable; see Retry-After"),
};
const TO_ANY_ID = { 404: errorAnswer("Nothing has this id") };
const TO_ANY_WRITE = {
  403: errorAnswer("Sent from a page on another site"),
  413: errorAnswer("The body is too large for this call"),
  415: errorAnswer("The call does not accept this content type"),
  507: errorAnswer("No storage space left"),
};
const TO_ANY_PUBLIC_WRITE = { 429: errorAnswer("Too many requests; see Retry-After") };
const WITHOUT_SESSION = { 401: errorAnswer("Not signed in") };

const securitySchemes = () =>
  ({
    session: {
      type: "apiKey",
      in: "cookie",
      name: "ev_session",
      description: `Set when you sign in; over HTTPS its name is ${nameBelowBase("__Host-ev_session")}. Writes sent from pages on other sites are refused (403), whatever cookies they carry.`,
    },
    visitor: {
      type: "apiKey",
      in: "cookie",
      name: "ev_visitor",
      description: `Set with the first vote, review, flag or correction; over HTTPS its name is ${nameBelowBase("__Host-ev_visitor")}. Each visitor can vote for a model once.`,
    },
  }) as const;

/** `security` of the calls that `forAdministrators` registers. */
export const ADMINISTRATORS = [{ session: [] }];
/** `security` of a public call, which recognizes visitors by their cookie. */
export const VISITORS = [{}, { visitor: [] }];

/** The last group of the description; the routes in the others need no session. */
const ADMINISTRATORS_TAG: ApiTag = {
  name: "Administrators",
  description: "Rows, imports, moderation and accounts. Each of these calls needs a session.",
};

export interface ApiTag {
  name: string;
  description: string;
}

function withDefaultResponses(schema: FastifySchema, { url, method }: RouteOptions): FastifySchema {
  const { security = [], tags = [] } = schema;
  const answers = {
    ...TO_ANY_CALL,
    ...(url.includes(":") && TO_ANY_ID),
    ...(!isReading({ method }) && TO_ANY_WRITE),
    ...(!isReading({ method }) && security !== ADMINISTRATORS && TO_ANY_PUBLIC_WRITE),
    ...(security.some((scheme) => "session" in scheme) && WITHOUT_SESSION),
    ...(schema.response as object | undefined),
  };
  return {
    ...schema,
    security,
    tags: security === ADMINISTRATORS ? [ADMINISTRATORS_TAG.name] : tags,
    // An object that several calls share would only be described for the first of them.
    response: Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, { ...answer }]),
    ),
  };
}

type Transformers = typeof fastifyZodOpenApiTransformers;

/** A route without an `operationId` is not part of the API. */
const transform: Transformers["transform"] = (given) =>
  given.schema?.operationId === undefined
    ? { schema: { hide: true }, url: given.url }
    : fastifyZodOpenApiTransformers.transform({
        ...given,
        schema: withDefaultResponses(given.schema, given.route),
      });

interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  style?: string;
  explode?: boolean;
  example?: unknown;
  schema: { type?: unknown; description?: string; example?: string };
}

interface Described {
  parameters?: Parameter[];
  security?: object[];
  requestBody?: { content: Record<string, { schema: Record<string, unknown> }> };
}

interface DescribedApi {
  paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
}

/** Ids of a model and a row, for the examples. */
interface ExampleIds {
  model: number;
  row: number;
}

/** Completes what the schemas of the routes say with example ids, and with what tools expect. */
function completeDescription({ paths }: DescribedApi, { model, row }: ExampleIds) {
  for (const [path, methods] of Object.entries(paths)) {
    for (const { parameters = [], security = [], requestBody } of Object.values(methods)) {
      const isOfRow = security.some((scheme) => "session" in scheme);
      for (const parameter of parameters) {
        describeParameter(parameter);
        if (parameter.in !== "path" || !path.startsWith("/api/evs/")) continue;
        if (parameter.name === "trimId") parameter.example = 0;
        if (parameter.name === "id") parameter.example = isOfRow ? row : model;
      }
      for (const { schema } of Object.values(requestBody?.content ?? {})) {
        delete schema["x-fastify-zod-openapi-optional"]; // the plugin's own mark
      }
    }
  }
}

/** Tools expect the description and style of a parameter next to its schema. */
function describeParameter(parameter: Parameter): void {
  const { description, example, ...schema } = parameter.schema;
  parameter.schema = schema;
  parameter.required ??= false;
  // As an example, Swagger UI would send it in every first request.
  const suffix = example === undefined ? "" : `, such as ${example}`;
  if (description !== undefined) parameter.description = description + suffix;
  // Several values of one parameter are separated by commas (calls.md#public-list).
  if (schema.type === "array") Object.assign(parameter, { style: "form", explode: false });
}

interface ApiDescriptionOptions {
  /** the groups of public calls, in order */
  tags?: readonly ApiTag[];
  dataTerms?: Env["dataTerms"];
}

/** Describes every call registered after it, by its schema. */
export const apiDescription = fastifyPlugin<ApiDescriptionOptions>(
  async (app: FastifyInstance, options) => {
    const { tags = [], dataTerms } = options;
    await app.register(fastifyZodOpenApiPlugin, {
      documentOpts: {
        override({ zodSchema, jsonSchema }) {
          keepDefault({ zodSchema, jsonSchema });
          // These bounds have no meaning, and tools would use them in examples.
          if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
          if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
          const { length: size } = jsonSchema.prefixItems ?? [];
          // Some tools require `items` even for a tuple, which has no further items.
          if (size > 0) Object.assign(jsonSchema, { items: {}, minItems: size, maxItems: size });
        },
      },
    });
    await app.register(fastifySwagger, {
      openapi: {
        openapi: "3.1.0",
        info: {
          title: "Electric-vehicle catalogue",
          version: RELEASE,
          ...(dataTerms && { license: describeLicense(dataTerms) }),
        },
        ...(dataTerms && {
          "x-data-license": {
            ...describeLicense(dataTerms),
            attribution: dataTerms.attribution,
            page: withBase(DATA),
          },
        }),
        servers: [{ url: getBasePath() || "/" }],
        tags: [...tags, ADMINISTRATORS_TAG],
        components: { securitySchemes: securitySchemes() },
      },
      transform,
      transformObject: fastifyZodOpenApiTransformers.transformObject,
    });
  },
  { name: "api-description" },
);

function describeLicense({ license: { name, url } }: Env["dataTerms"]) {
  return { name, ...(url !== null && { url }) };
}

/** @param findIds returns ids of the present catalogue */
export const descriptionRoutes: FastifyPluginAsyncZodOpenApi<{
  findIds: () => Promise<ExampleIds | undefined>;
}> = async (app, { findIds }) => {
  app.route({
    method: "GET",
    url: "/api/openapi.json",
    schema: {
      operationId: "getDescription",
      summary: "Get this description",
      querystring: ONLY_PASS_CACHES,
      response: withEtag(jsonAnswer("OpenAPI 3.1", z.looseObject({ openapi: z.string() }))),
    },
    handler: async (request, reply) => {
      const ids = (await findIds()) ?? { model: 1, row: 1 };
      const document = await app.responseCache.get(`description ${ids.model} ${ids.row}`, () => {
        const description = structuredClone(app.swagger());
        completeDescription(description as DescribedApi, ids); // the parts that it reads
        return encodeJson(description);
      });
      return sendEncoded(request, reply, document, { cacheControl: PUBLIC });
    },
  });
};
