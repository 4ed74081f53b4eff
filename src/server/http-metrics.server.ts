import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { Counter, Histogram } from "prom-client";
import { UserError } from "./errors.server.ts";
import { registry } from "./metrics.server.ts";

/** Upper bounds in seconds; most answers take less than the first. */
const ANSWER_SECONDS = [0.005, 0.02, 0.1, 0.5, 2];

const registers = [registry];
const durations = new Histogram({
  name: "http_request_duration_seconds",
  help: "Requests by the pattern of their route. Those answered before the framework count as 0 seconds.",
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
// There from the beginning, so that the first failure is seen as a change.
for (const source of ["request", "connection", "catalogue"]) databaseErrors.inc({ of: source }, 0);

/** The pattern that a request's address fits, never the address: it may hold what a person typed. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "none";
}

/** Where requests like this one are counted. @param status such as 200, of which the class counts */
export function requestsLike(request: FastifyRequest, status: number) {
  return durations.labels(request.method, routeOf(request), `${Math.trunc(status / 100)}xx`);
}

/** Streams are open for as long as a page is; their time says nothing about the server. */
export function isStream(reply: FastifyReply): boolean {
  return String(reply.getHeader("content-type")).startsWith("text/event-stream");
}

export function countRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode } = reply;
    requestsLike(request, statusCode).observe(isStream(reply) ? 0 : reply.elapsedTime / 1000);
    if (statusCode === 429 || statusCode === 503 || statusCode === 507) {
      refusals.inc({ route: routeOf(request), status: statusCode });
    }
    done();
  });
}

export function countRequestError(error: unknown, status: number): void {
  if (status !== 503 && status !== 507) return;
  // What we refuse ourselves has no cause.
  if (!(error instanceof UserError) || error.cause !== undefined) countDatabaseError("request");
}

export function countDatabaseError(source: "request" | "connection" | "catalogue"): void {
  databaseErrors.inc({ of: source });
}

export function countBrokenRequest(status: number): void {
  broken.inc({ status });
}
