import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import type { z } from "zod";
import { allowLongBody } from "./body-time.server.ts";
import { UserError } from "./errors.server.ts";
import { MAX_ID } from "./limits.server.ts";
import { NO_FIELDS, NO_PARAMETERS } from "./query.schema.ts";
import { readQuery } from "./query.server.ts";
import type { Sessions } from "./session.server.ts";

declare module "fastify" {
  interface FastifyInstance {
    calls: DeclaredCall[];
  }
}

const NO_SUCH_ID = -1;
export const NOTHING_HERE = "There is nothing at this address.";
const EMPTY_BODY_BYTES = 1024;

/** A body of which a schema alone does not say how it is read. */
interface BodyReader<Body> {
  schema: z.ZodType;
  /** @throws UserError, ZodError (answered as 400) */
  read(given: unknown): Body;
}

export interface AnswerWithBody {
  description: string;
  schema?: z.ZodType;
  type?: string; // media type of what is no JSON
}

interface CallBase<Query extends z.ZodObject, Given extends Answers = Answers> {
  summary: string;
  /** given: refuses with 401, before it reads a body, whoever is not signed in */
  signedIn?: Pick<Sessions, "requireUser">;
  query?: Query;
  /**
   * By status; the lowest is that of a handler that sets none. A text alone is an answer without a
   * body, or an error. Those that any call may give stand in openapi.server.ts.
   */
  answers: Given;
}

type Answers = Readonly<Record<number, string | AnswerWithBody>>;

/** What a handler returns: the JSON of a success, nothing for 204, or the reply once it is sent. */
type Returned<Given extends Answers> =
  | FastifyReply
  | (204 extends keyof Given ? void : never)
  | {
      [Status in keyof Given]: Status extends 200 | 201
        ? Given[Status] extends { schema: infer Schema extends z.ZodType }
          ? z.output<Schema>
          : never
        : never;
    }[keyof Given];

type Asked<Route extends string, Query extends z.ZodObject, Body> = {
  query: z.output<Query>;
  body: Body;
} & Readonly<Record<NumbersOf<Route>, number>>;

type NumbersOf<Route extends string> = Route extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NumbersOf<Rest>
  : Route extends `${string}:${infer Name}`
    ? Name
    : never;

/** Another answer of the same call, to queries that ask for it. */
export interface CallView<Query extends z.ZodObject = z.ZodObject> extends CallBase<Query> {
  isAsked(query: Readonly<Record<string, unknown>>): boolean;
  handle(
    asked: { query: z.output<Query> },
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<unknown>;
}

interface Call<
  Route extends string,
  Query extends z.ZodObject,
  Body,
  Given extends Answers = Answers,
> extends CallBase<Query, Given> {
  id: string; // operationId
  /** true: the visitor's cookie counts if there is one */
  visitor?: true;
  body?: z.ZodType<Body> | BodyReader<Body>; // JSON
  /** multipart form with one file, which the handler reads: its name, and fields beside it */
  form?: { file: string; fields?: Readonly<Record<string, z.ZodType>> };
  /** request headers that change what it does, with what they mean */
  headers?: Readonly<Record<string, string>>;
  view?: CallView;
  /** of a JSON body; absent: it may hold a picture, and has minutes to arrive, as forms have */
  bodyLimit?: number;
  options?: Pick<RouteShorthandOptions, "logLevel" | "exposeHeadRoute">;
  handle(
    asked: Asked<Route, Query, Body>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Returned<Given>>;
}

export interface DeclaredCall extends Omit<Call<string, z.ZodObject, unknown>, "handle"> {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string; // such as `/api/evs/:id`
}

/**
 * Registers a call and describes it in `GET /api/openapi.json`. Before its handler runs the session,
 * the query and the body are checked, in this order. No cache keeps answers unless the handler says so.
 * @param route a parameter that is no id is given as a number that nothing has
 */
export function declareCall<
  Route extends `${DeclaredCall["method"]} /${string}`,
  Query extends z.ZodObject = typeof NO_PARAMETERS,
  Body = undefined,
  const Given extends Answers = Answers,
>(app: FastifyInstance, route: Route, call: Call<Route, Query, Body, Given>): void {
  const [method, path] = route.split(" ") as [DeclaredCall["method"], string]; // as `route` is typed
  const { handle, view, query = NO_PARAMETERS, signedIn } = call;
  const status = successOf(call);
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = ""]) => name);
  const takesNothing = method !== "GET" && !call.body && !call.form;
  const bodyLimit = call.bodyLimit ?? (takesNothing ? EMPTY_BODY_BYTES : undefined);
  const takesLongBody = method !== "GET" && bodyLimit === undefined;

  function readBody(given: unknown): unknown {
    if (takesNothing) return NO_FIELDS.parse(given ?? {}) && undefined;
    if (!call.body) return undefined;
    return "read" in call.body ? call.body.read(given) : call.body.parse(given);
  }

  app.calls.push({ ...call, method, path });
  app.route({
    ...call.options,
    method,
    url: path,
    onRequest: [
      ...(takesLongBody ? [allowLongBody] : []),
      ...(signedIn ? [signedIn.requireUser] : []),
    ],
    ...(bodyLimit !== undefined && { bodyLimit }),
    handler: async (request, reply) => {
      const given = request.query as Record<string, unknown>; // as the framework parses it
      reply.header("cache-control", "no-store");
      if (view?.isAsked(given)) {
        await view.signedIn?.requireUser(request, reply);
        reply.code(successOf(view));
        const viewed = { query: readQuery(view.query ?? NO_PARAMETERS, given) };
        refuseNullCharacters(viewed);
        return view.handle(viewed, request, reply);
      }
      reply.code(status);
      const { params } = request as { params: Record<string, string> }; // as `path` names them
      const asked: Record<string, unknown> = { query: readQuery(query, given) };
      asked["body"] = readBody(request.body);
      refuseNullCharacters(asked);
      for (const name of names) asked[name] = numberInAddress(params[name] ?? "");
      return handle(asked as Asked<Route, Query, Body>, request, reply); // made of the same words
    },
  });
}

/** PostgreSQL keeps no text with U+0000. @throws UserError 400 */
function refuseNullCharacters(asked: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(asked)) {
    if (`${name}${typeof value === "string" ? value : ""}`.includes("\0")) {
      throw new UserError(400, "Text must not contain the character U+0000", { fields: [name] });
    }
    if (typeof value === "object" && value !== null) {
      refuseNullCharacters(value as Record<string, unknown>); // what JSON and queries are made of
    }
  }
}

function successOf({ answers }: Pick<CallBase<z.ZodObject>, "answers">): number {
  return Number(Object.keys(answers)[0]);
}

function numberInAddress(text: string): number {
  const number = /^(0|[1-9]\d{0,9})$/.test(text) ? Number(text) : NO_SUCH_ID;
  return number <= MAX_ID ? number : NO_SUCH_ID;
}

function patternOf(url: string): RegExp {
  const parts = url.split("/").map((part) => {
    if (part.startsWith(":")) return "[^/]+";
    return part === "*" ? ".*" : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join("/")}$`);
}

const READING = ["GET", "HEAD"];
/** What answers whatever has no route of its own. */
const CATCH_ALL: ReadonlySet<string> = new Set(["/*", "/api/*"]);

/**
 * 404, or 405 with Allow, for what no route answers. Call it before the routes are registered.
 * @param isPage whether the path is that of a page, which only `/*` answers
 */
export function refuseUnknownCalls(app: FastifyInstance, isPage: (path: string) => boolean): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    if (CATCH_ALL.has(url)) return;
    const entry = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    routes.set(url, entry);
  });

  function methodsOf(path: string): string[] {
    // `/api/evs/count` is no vehicle.
    const exact = routes.get(path);
    const fitting = exact ? [exact] : [...routes.values()].filter((one) => one.pattern.test(path));
    const methods = fitting.flatMap((entry) => [...entry.methods]);
    return methods.length === 0 && isPage(path) ? READING : [...new Set(methods)].toSorted();
  }

  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const path = request.url.split("?", 1)[0] ?? "";
    const isCall = path.startsWith("/api/");
    const methods = methodsOf(path);
    // A declared call can get here when its parameter is too long for the router.
    if (methods.length === 0 || methods.includes(request.method)) {
      throw new UserError(404, isCall ? "There is no such call." : NOTHING_HERE);
    }
    const allowed = methods.join(", ");
    reply.header("allow", allowed);
    const what = isCall ? "call" : "address";
    throw new UserError(405, `This ${what} does not know ${request.method}. It knows ${allowed}.`);
  };
  // These are hooks, so that a refusal does not wait for the body.
  app.all("/api/*", { onRequest: refuse }, refuse);
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) await refuse(request, reply);
  });
}
