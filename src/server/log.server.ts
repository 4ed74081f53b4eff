import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from "fastify";
import type { Env } from "./env.server.ts";
import { isStream, routeOf } from "./http-metrics.server.ts";

const SLOW_MS = 1_000;
const PLAIN_ID = /^[\w.:-]{1,64}$/; // what a trusted proxy may call a request

interface ErrorShape {
  type: string;
  message: string;
  code?: unknown;
  stack: string;
  cause?: ErrorShape;
  [rest: string]: unknown;
}

/** Databases add the values they were given, which are people's: only these fields are logged. */
function errorShape(error: unknown): ErrorShape {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error", stack: "" };
  const { name: type, message, stack = "", cause } = error;
  const code = "code" in error ? error.code : undefined;
  return { type, message, code, stack, ...(cause !== undefined && { cause: errorShape(cause) }) };
}

/**
 * JSON lines with time, level and request id. No line holds an address, a name, a header, a body or
 * a query: a request is told by its method and route.
 */
export function logOptions(
  level: Env["logLevel"],
  stream: { write(line: string): void },
): NonNullable<FastifyServerOptions["logger"]> {
  if (level === "silent") return false;
  return {
    level,
    stream,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    serializers: {
      err: errorShape,
      req: (request) => ({ method: request.method }),
      res: (reply) => ({ statusCode: reply.statusCode ?? 0 }),
      // Its line at `trace` has the request's headers.
      busboyOptions: () => undefined,
    },
  };
}

export function requestIds({ trustProxy }: Pick<Env, "trustProxy">) {
  // Unlike a plain count it tells apart instances and starts.
  const start = randomBytes(4).toString("hex");
  let count = 0;
  return ({ headers }: IncomingMessage): string => {
    const told = trustProxy > 0 ? headers["x-request-id"] : undefined;
    if (typeof told === "string" && PLAIN_ID.test(told)) return told;
    return `${start}-${(++count).toString(36)}`;
  };
}

function requestShape(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  };
}

/** Logs slow requests, or all when debugging; their answers carry the id. */
export function logRequests(app: FastifyInstance): void {
  const logsAll = app.log.level === "debug" || app.log.level === "trace";
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (logsAll || reply.elapsedTime > SLOW_MS) reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    if (reply.elapsedTime > SLOW_MS && !isStream(reply)) {
      request.log.info(requestShape(request, reply), "slow request");
    } else if (logsAll) {
      request.log.debug(requestShape(request, reply), "answered");
    }
    done();
  });
}
