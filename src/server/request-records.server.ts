/** Records requests: log lines for the operator, metrics for Prometheus. */
import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyServerOptions } from "fastify";
import { Counter, Histogram } from "prom-client";
import type { Env } from "../base/env.server.ts";
import { errorCode, UserError } from "../base/errors.server.ts";
import { registry } from "../base/metrics.server.ts";

const SLOW_MS = 1_000;
const PLAIN_ID = /^[\w.:-]{1,64}$/; // a request id that we accept from a trusted proxy

interface ErrorShape {
  type: string;
  message: string;
  code?: unknown;
  stack: string;
  cause?: ErrorShape;
  [rest: string]: unknown;
}

/** Databases add the values they were given, which may be personal data, so only these fields are logged. */
function errorShape(error: unknown): ErrorShape {
  if (!(error instanceof Error)) return { type: typeof error, message: "not an error", stack: "" };
  const { name: type, message, stack = "", cause } = error;
  return {
    type,
    message,
    code: errorCode(error),
    stack,
    ...(cause !== undefined && { cause: errorShape(cause) }),
  };
}

/** JSON lines without addresses, names, headers, bodies and queries: method and route identify a request. */
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
      // At `trace` level this line would contain the request's headers.
      busboyOptions: () => undefined,
    },
  };
}

export function requestIds({ trustProxy }: Pick<Env, "trustProxy">) {
  return ({ headers }: IncomingMessage): string => {
    const sentId = trustProxy > 0 ? headers["x-request-id"] : undefined;
    return typeof sentId === "string" && PLAIN_ID.test(sentId) ? sentId : randomUUID();
  };
}

/**
 * Warns once about a proxy that `TRUST_PROXY` does not count, whose visitors share one address's limits. Register
 * it before the response cache, which skips later hooks.
 */
export function warnAboutUntrustedProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook("onRequest", (request, _reply, done) => {
    if (!isWarned && request.headers["x-forwarded-for"] !== undefined) {
      isWarned = true;
      app.log.warn(
        "a request has X-Forwarded-For, which is ignored; behind proxies, set TRUST_PROXY to their number",
      );
    }
    done();
  });
}

function requestShape(request: FastifyRequest, reply: FastifyReply) {
  return {
    method: request.method,
    route: routeOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  };
}

/** Upper bounds in seconds; most responses are faster than the first. */
const ANSWER_SECONDS = [0.005, 0.02, 0.1, 0.5, 2];

const registers = [registry];
const durations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Requests by the pattern of their route. Event streams count as 0 seconds.",
  buckets: ANSWER_SECONDS,
  labelNames: ["method", "route", "status"],
  registers,
});
const refusals = new Counter({
  name: "ev_refusals_total",
  help: "Requests refused for now: a limit (429), busy or no database (503), no space (507).",
  labelNames: ["route", "status"],
  registers,
});
const broken = new Counter({
  name: "ev_broken_requests_total",
  help: "Connections closed since what they sent was no request, or came too slowly.",
  labelNames: ["status"],
  registers,
});
const databaseErrors = new Counter({
  name: "ev_database_errors_total",
  help: "Failures of the database: of a request, of an idle connection, of reading the catalogue.",
  labelNames: ["of"],
  registers,
});
// Present from the start, so that the first failure shows up as a change.
for (const source of ["request", "connection", "catalogue"]) databaseErrors.inc({ of: source }, 0);

/** Returns the pattern of a request's address, never the address, in which somebody may have typed something. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "none";
}

/** Counts and times every request, and logs the slow ones, or all of them in debug mode. */
export function recordRequests(app: FastifyInstance): void {
  const logsAll = app.log.level === "debug" || app.log.level === "trace";
  app.addHook("onSend", (request, reply, _payload, done) => {
    // The response has the id of its log line.
    if (logsAll || reply.elapsedTime > SLOW_MS) reply.header("x-request-id", request.id);
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode, elapsedTime } = reply;
    const route = routeOf(request);
    // Streams are open for as long as a page is, so their duration says nothing about the server.
    const isStream = String(reply.getHeader("content-type")).startsWith("text/event-stream");
    const labels = { method: request.method, route, status: `${Math.trunc(statusCode / 100)}xx` };
    durations.observe(labels, isStream ? 0 : elapsedTime / 1000);
    if (statusCode === 429 || statusCode === 503 || statusCode === 507) {
      refusals.inc({ route, status: statusCode });
    }
    if (elapsedTime > SLOW_MS && !isStream) {
      request.log.info(requestShape(request, reply), "slow request");
    } else if (logsAll) {
      request.log.debug(requestShape(request, reply), "answered");
    }
    done();
  });
}

export function countRequestError(error: unknown, status: number): void {
  if (status !== 503 && status !== 507) return;
  // Our own refusals have no cause.
  if (!(error instanceof UserError) || error.cause !== undefined) countDatabaseError("request");
}

export function countDatabaseError(source: "request" | "connection" | "catalogue"): void {
  databaseErrors.inc({ of: source });
}

export function countBrokenRequest(status: number): void {
  broken.inc({ status });
}
