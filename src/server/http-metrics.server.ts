import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UserError } from "./errors.server.ts";
import { counter, histogram, type Spread } from "./metrics.server.ts";

/** Upper bounds in seconds; most answers take less than the first. */
const ANSWER_SECONDS = [0.005, 0.02, 0.1, 0.5, 2];

const durations = histogram(
  "http_request_duration_seconds",
  "Requests by the pattern of their route. Those answered before the framework count as 0 seconds.",
  ANSWER_SECONDS,
  "method",
  "route",
  "status",
);
const refusals = counter(
  "ev_refusals_total",
  "Requests refused for now: a limit (429), busy or no database (503), no space (507).",
  "route",
  "status",
);
const broken = counter(
  "ev_broken_requests_total",
  "Connections closed since what they sent was no request, or came too slowly.",
  "status",
);
const databaseErrors = counter(
  "ev_database_errors_total",
  "Failures of the database: of a request, of an idle connection, of reading the catalogue.",
  "of",
);
// There from the beginning, so that the first failure is seen as a change.
for (const source of ["request", "connection", "catalogue"]) databaseErrors(source);

/** The pattern that a request's address fits, never the address: it may hold what a person typed. */
export function routeOf(request: FastifyRequest): string {
  return request.routeOptions.url ?? "none";
}

/** Where requests like this one are counted. @param status such as 200, of which the class counts */
export function requestsLike(request: FastifyRequest, status: number): Spread {
  return durations(request.method, routeOf(request), `${Math.trunc(status / 100)}xx`);
}

/** Streams are open for as long as a page is; their time says nothing about the server. */
export function isStream(reply: FastifyReply): boolean {
  return String(reply.getHeader("content-type")).startsWith("text/event-stream");
}

/** Counts every request that the framework answers. */
export function countRequests(app: FastifyInstance): void {
  app.addHook("onResponse", (request, reply, done) => {
    const { statusCode } = reply;
    const requests = requestsLike(request, statusCode);
    if (isStream(reply)) requests.instant++;
    else requests.add(reply.elapsedTime / 1000);
    if (statusCode === 429 || statusCode === 503 || statusCode === 507) {
      refusals(routeOf(request), String(statusCode)).value++;
    }
    done();
  });
}

/** Counts an error that a request ended with, if it was the database's. */
export function countRequestError(error: unknown, status: number): void {
  if (status !== 503 && status !== 507) return;
  // What we refuse ourselves has no cause.
  if (!(error instanceof UserError) || error.cause !== undefined) countDatabaseError("request");
}

export function countDatabaseError(of: "request" | "connection" | "catalogue"): void {
  databaseErrors(of).value++;
}

export function countBrokenRequest(status: number): void {
  broken(String(status)).value++;
}
