import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  RouteOptions,
} from "fastify";
import { z } from "zod";
import { UserError } from "../../base/errors.server.ts";
import { NO_FIELDS, NO_PARAMETERS } from "../query.schema.ts";

const EMPTY_BODY_BYTES = 1024;
const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Validates with zod schemas. Responses are written without being validated again. */
export const schemaController = {
  compilersFactory: {
    buildValidator: () => compileValidator as never, // the type expects JSON schemas
    buildSerializer: () => () => JSON.stringify,
  },
};

/**
 * Calls, which have an `operationId`, refuse what their schema does not name, are not cached by default, and answer
 * with the first status of their schema.
 */
export function setCallDefaults(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.schema?.operationId === undefined) return;
    route.schema.querystring ??= NO_PARAMETERS;
    const [status = "200"] = Object.keys(route.schema.response ?? {});
    route.onRequest = before(
      route.onRequest,
      async (_request: FastifyRequest, reply: FastifyReply) => {
        reply.code(Number(status)).header("cache-control", "no-store");
      },
    );
    if (route.schema.body === undefined && !isReading(route)) {
      route.bodyLimit ??= EMPTY_BODY_BYTES;
      route.preValidation = before(route.preValidation, async ({ body }: FastifyRequest) => {
        // An empty object counts as no body.
        NO_FIELDS.parse(body ?? {});
      });
    }
  });
}

export function isReading({ method }: Pick<RouteOptions, "method">): boolean {
  return [method].flat().every((name) => SAFE_METHODS.has(name));
}

export function before<Hook>(hooks: Hook | Hook[] | undefined, first: Hook): Hook[] {
  return [first, ...(hooks === undefined ? [] : [hooks].flat())] as Hook[];
}

/** Validates a part of a request with its zod schema; `answerError` turns the issues into a 400. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({
  schema,
  httpPart,
  contentType,
}) => {
  // The schemas of headers are only documentation, and the call's handler reads forms.
  if (httpPart === "headers" || contentType === "multipart/form-data")
    return (value) => ({ value });
  return (given: unknown) => {
    try {
      if (httpPart === "querystring") refuseRepeated(schema, given);
      const value = schema.parse(given);
      refuseNullCharacters({ [httpPart ?? ""]: value });
      return { value };
    } catch (error) {
      return { error: error as Error }; // zod's error, or our own
    }
  };
};

/** @throws UserError 400 that names a repeated parameter */
function refuseRepeated(schema: z.ZodType, given: unknown): void {
  const { shape = {} } = schema as z.ZodType & Partial<Pick<z.ZodObject, "shape">>;
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    if (!Array.isArray(value) || !Object.hasOwn(shape, name) || isList(shape[name])) continue;
    const message = `${name} may appear only once`;
    throw new UserError(400, message, { fields: [name] });
  }
}

/** Whether a parameter takes several values, which may be separated by commas or repeated. */
function isList(schema: unknown): boolean {
  if (schema instanceof z.ZodOptional) return isList(schema.unwrap());
  return schema instanceof z.ZodPipe ? isList(schema.out) : schema instanceof z.ZodArray;
}

/** PostgreSQL cannot store text with U+0000. @throws UserError 400 */
function refuseNullCharacters(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (`${name}${typeof value === "string" ? value : ""}`.includes("\0")) {
      throw new UserError(400, "Text must not contain the character U+0000", { fields: [name] });
    }
    if (typeof value === "object" && value !== null) {
      refuseNullCharacters(value as Record<string, unknown>); // JSON and queries only contain these
    }
  }
}
