import type {
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  RouteOptions,
} from "fastify";
import type { z } from "zod";
import { UserError } from "../errors.server.ts";
import { NO_FIELDS, NO_PARAMETERS } from "../query.schema.ts";

const EMPTY_BODY_BYTES = 1024;
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Schemas are zod's. Answers are written as they are, without being checked again. */
export const schemaController = {
  compilersFactory: {
    buildValidator: () => compileValidator as never, // the type is of JSON schemas
    buildSerializer: () => () => JSON.stringify,
  },
};

/**
 * A route with an `operationId` is a call of the API: it takes no parameters and no fields unless its
 * schema names them, and no cache keeps its answers unless its handler says so.
 */
export function refuseWhatNoSchemaNames(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.schema?.operationId === undefined) return;
    route.schema.querystring ??= NO_PARAMETERS;
    route.onRequest = before(route.onRequest, forbidCaches);
    if (route.schema.body === undefined && !isReading(route)) {
      route.bodyLimit ??= EMPTY_BODY_BYTES;
      route.preValidation = before(route.preValidation, refuseFields);
    }
  });
}

export function isReading({ method }: Pick<RouteOptions, "method">): boolean {
  return [method].flat().every((name) => READING.has(name));
}

/** The hooks of a route with another one in front. */
function before<Hook>(hooks: Hook | Hook[] | undefined, first: Hook): Hook[] {
  return [first, ...(hooks === undefined ? [] : [hooks].flat())] as Hook[];
}

async function forbidCaches(_request: FastifyRequest, reply: FastifyReply): Promise<void> {
  reply.header("cache-control", "no-store");
}

/** An empty object stands for no body. */
async function refuseFields({ body }: FastifyRequest): Promise<void> {
  NO_FIELDS.parse(body ?? {});
}

/** Judges a part of a request by its zod schema; `answerError` makes a 400 of what it finds. */
export const compileValidator: FastifySchemaCompiler<z.ZodType> = ({
  schema,
  httpPart,
  contentType,
}) => {
  // Headers are described for people; a form is read by the call's handler.
  if (httpPart === "headers" || contentType === "multipart/form-data")
    return (value) => ({ value });
  return (given: unknown) => {
    try {
      if (httpPart === "querystring") refuseRepeated(schema, given);
      const value = schema.parse(given);
      refuseNullCharacters({ [httpPart ?? ""]: value });
      return { value };
    } catch (error) {
      return { error: error as Error }; // zod's, or our own
    }
  };
};

/** @throws UserError 400: names a parameter that is given twice */
function refuseRepeated(schema: z.ZodType, given: unknown): void {
  const { shape = {} } = schema as z.ZodType & Partial<Pick<z.ZodObject, "shape">>;
  for (const [name, value] of Object.entries(given as Record<string, unknown>)) {
    if (!Array.isArray(value) || !Object.hasOwn(shape, name)) continue;
    const message = `${name} is given more than once; separate several values by commas`;
    throw new UserError(400, message, { fields: [name] });
  }
}

/** PostgreSQL keeps no text with U+0000. @throws UserError 400 */
function refuseNullCharacters(values: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(values)) {
    if (`${name}${typeof value === "string" ? value : ""}`.includes("\0")) {
      throw new UserError(400, "Text must not contain the character U+0000", { fields: [name] });
    }
    if (typeof value === "object" && value !== null) {
      refuseNullCharacters(value as Record<string, unknown>); // what JSON and queries are made of
    }
  }
}
