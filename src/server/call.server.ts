/** Declares routes of the former kind, until all are Fastify's own. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from "fastify";
import { z } from "zod";
import { emptyAnswer, errorAnswer, jsonAnswer, textAnswer } from "./answers.server.ts";
import { allowLongBody } from "./body-time.server.ts";
import { bodyReadBy, formBody } from "./read-body.server.ts";
import { idInPath, indexInPath } from "./path-parameters.server.ts";
import { ADMINISTRATORS, VISITORS } from "./plugins/api-description.server.ts";
import { NO_PARAMETERS } from "./query.schema.ts";
import type { Sessions } from "./session.server.ts";

/** A body of which a schema alone does not say how it is read. */
interface BodyReader<Body> {
  schema: z.ZodType;
  /** @throws UserError, ZodError (answered as 400) */
  read(given: unknown): Body;
}

interface AnswerWithBody {
  description: string;
  schema?: z.ZodType;
  type?: string; // media type of what is no JSON
}

interface CallBase<Query extends z.ZodObject, Given extends Answers = Answers> {
  summary: string;
  /** given: refuses with 401, before it reads a body, whoever is not signed in */
  signedIn?: Pick<Sessions, "requireAdministrator">;
  query?: Query;
  /**
   * By status; the lowest is that of a handler that sets none. A text alone is an answer without a
   * body, or an error. Those that any call may give stand in answers.server.ts.
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
  headers?: z.ZodObject;
  /** of a JSON body; absent: it may hold a picture, and has minutes to arrive, as forms have */
  bodyLimit?: number;
  options?: Pick<RouteShorthandOptions, "logLevel" | "exposeHeadRoute">;
  handle(
    asked: Asked<Route, Query, Body>,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<Returned<Given>>;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** @param route a parameter that is no id is given as a number that nothing has */
export function declareCall<
  Route extends `${Method} /${string}`,
  Query extends z.ZodObject = typeof NO_PARAMETERS,
  Body = undefined,
  const Given extends Answers = Answers,
>(app: FastifyInstance, route: Route, call: Call<Route, Query, Body, Given>): void {
  const [method, url] = route.split(" ") as [Method, string]; // as `route` is typed
  const { handle, query = NO_PARAMETERS, signedIn, body, form, headers, bodyLimit } = call;
  const names = Array.from(url.matchAll(/:(\w+)/g), ([, name = ""]) => name);
  const takesLongBody = method !== "GET" && bodyLimit === undefined && (body ?? form);
  app.route({
    ...call.options,
    method,
    url,
    onRequest: [
      ...(takesLongBody ? [allowLongBody] : []),
      ...(signedIn ? [signedIn.requireAdministrator] : []),
    ],
    ...(bodyLimit !== undefined && { bodyLimit }),
    schema: {
      operationId: call.id,
      summary: call.summary,
      security: signedIn ? ADMINISTRATORS : call.visitor ? VISITORS : [],
      ...(names.length > 0 && {
        params: z.object(
          Object.fromEntries(
            names.map((name) => [name, name === "trimId" ? indexInPath : idInPath]),
          ),
        ),
      }),
      querystring: query,
      ...(body && { body: "read" in body ? bodyReadBy(body.schema, body.read) : body }),
      ...(form && { body: formBody(form.file, form.fields) }),
      ...(headers && { headers }),
      response: responsesOf(call.answers),
    },
    handler: async (request, reply) => {
      const { params } = request as { params: Record<string, number> }; // as above
      const asked = { query: request.query, body: request.body };
      reply.code(successOf(call));
      return handle({ ...params, ...asked } as Asked<Route, Query, Body>, request, reply);
    },
  });
}

function responsesOf(answers: Answers): Record<number, object> {
  return Object.fromEntries(
    Object.entries(answers).map(([status, answer]) => {
      if (typeof answer === "string") {
        return [status, Number(status) < 400 ? emptyAnswer(answer) : errorAnswer(answer)];
      }
      const { description, schema, type } = answer;
      if (type !== undefined) return [status, textAnswer(description, type)];
      return [status, schema ? jsonAnswer(description, schema) : emptyAnswer(description)];
    }),
  );
}

function successOf({ answers }: Pick<CallBase<z.ZodObject>, "answers">): number {
  return Number(Object.keys(answers)[0]);
}
