import fastifySwagger from "@fastify/swagger";
import type { FastifyInstance, RouteOptions } from "fastify";
import fastifyPlugin from "fastify-plugin";
import {
  type FastifyPluginAsyncZodOpenApi,
  fastifyZodOpenApiPlugin,
  fastifyZodOpenApiTransformers,
} from "fastify-zod-openapi";
import { z } from "zod";
import { getBasePath } from "../../domain/base-path.ts";
import { errorAnswer, jsonAnswer, UNCHANGED } from "../answers.server.ts";
import { type Encoded, encodeJson } from "../compression.server.ts";
import { nameBelowBase } from "../cookies.server.ts";
import { ONLY_PASS_CACHES } from "../query.schema.ts";
import { PUBLIC, sendEncoded } from "../response-cache.server.ts";
import { isReading } from "./validation.server.ts";
import { RELEASE } from "../release.server.ts";

/** Responses that any call can get, unless the call describes them itself. */
const TO_ANY_CALL = {
  400: errorAnswer(
    "A parameter or a field that is not known or not valid, or nothing that can be read",
  ),
  414: errorAnswer("An address of more than 8,192 characters"),
  503: errorAnswer("The database is unavailable right now; see Retry-After"),
};
const TO_ANY_ID = { 404: errorAnswer("Nothing has this id") };
const TO_ANY_WRITE = {
  403: errorAnswer("Sent from a page on another site"),
  413: errorAnswer("The body is too large for this call"),
  415: errorAnswer("The call does not accept this content type"),
  507: errorAnswer("No storage space left"),
};
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

/** `security` of a call for administrators only. */
export const ADMINISTRATORS = [{ session: [] }];
/** `security` of a public call, which recognizes visitors by their cookie. */
export const VISITORS = [{}, { visitor: [] }];

export interface ApiTag {
  name: string;
  description: string;
}

function addUsualAnswers({ schema, url, ...route }: RouteOptions): void {
  if (schema?.operationId === undefined) return;
  schema.security ??= [];
  if (schema.security === ADMINISTRATORS) schema.description ??= "For administrators.";
  const answers = {
    ...TO_ANY_CALL,
    ...(url.includes(":") && TO_ANY_ID),
    ...(!isReading(route) && TO_ANY_WRITE),
    ...(schema.security.some((scheme) => "session" in scheme) && WITHOUT_SESSION),
    ...(schema.response as object | undefined),
  };
  // An object that several calls share would only be described for the first of them.
  schema.response = Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => [status, { ...answer }]),
  );
}

type Transformers = typeof fastifyZodOpenApiTransformers;

/** A route without an `operationId` is not part of the API. */
const transform: Transformers["transform"] = (given) =>
  given.schema?.operationId === undefined
    ? { schema: { hide: true }, url: given.url }
    : fastifyZodOpenApiTransformers.transform(given);

interface Parameter {
  required?: boolean;
  description?: string;
  style?: string;
  explode?: boolean;
  schema: { type?: unknown; description?: string };
}

const transformObject: Transformers["transformObject"] = (given) => {
  const document = fastifyZodOpenApiTransformers.transformObject(given);
  for (const methods of Object.values(document.paths ?? {})) {
    for (const { parameters = [] } of Object.values(methods as Record<string, Described>)) {
      for (const parameter of parameters) describeParameter(parameter);
    }
  }
  return document;
};

interface Described {
  parameters?: Parameter[];
}

/** Tools expect the description and style of a parameter next to its schema. */
function describeParameter(parameter: Parameter): void {
  const { description, ...schema } = parameter.schema;
  parameter.schema = schema;
  parameter.required ??= false;
  if (description !== undefined) parameter.description = description;
  // Several values of one parameter are separated by commas (calls.md#public-list).
  if (schema.type === "array") Object.assign(parameter, { style: "form", explode: false });
}

/**
 * Describes every call registered after it, by its schema, in `GET /api/openapi.json`.
 * @param tags the groups of calls, in order
 */
export const apiDescription = fastifyPlugin<{ tags?: readonly ApiTag[] }>(
  async (app: FastifyInstance, { tags = [] }) => {
    await app.register(fastifyZodOpenApiPlugin, {
      documentOpts: {
        override({ jsonSchema }) {
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
          license: { name: "MIT", identifier: "MIT" } as { name: string }, // the type is that of OpenAPI 3.0
        },
        servers: [{ url: getBasePath() || "/" }],
        tags: [...tags],
        components: { securitySchemes: securitySchemes() },
      },
      transform,
      transformObject,
    });
    app.addHook("onRoute", addUsualAnswers);
    await app.register(descriptionRoute);
  },
  { name: "api-description" },
);

const descriptionRoute: FastifyPluginAsyncZodOpenApi = async (app) => {
  let document: Encoded | undefined;
  app.get(
    "/api/openapi.json",
    {
      schema: {
        operationId: "getDescription",
        summary: "Get this description",
        tags: ["Service"],
        querystring: ONLY_PASS_CACHES,
        response: {
          200: jsonAnswer("OpenAPI 3.1", z.looseObject({ openapi: z.string() })),
          304: UNCHANGED,
        },
      },
    },
    async (request, reply) => {
      document ??= encodeJson(app.swagger());
      return sendEncoded(request, reply, document, { cacheControl: PUBLIC });
    },
  );
};
