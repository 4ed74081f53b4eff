import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { type z, ZodError } from "zod";
import {
  DATABASE_UNAVAILABLE,
  errorCode,
  SQLITE,
  sqliteCodeOf,
  UserError,
} from "../base/errors.server.ts";
import type { ErrorAnswer } from "./answers.server.ts";
import { countBrokenRequest, routeOf } from "./request-records.server.ts";

/** Messages for errors of the HTTP layer, whose own texts are meant for programmers. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: "The request could not be read.",
  404: "Nothing was found at this address.",
  408: "The request took too long to arrive.",
  413: "The request is too large.",
  415: "This call does not accept that type of content.",
  429: "Too many requests. Please wait a moment.",
  431: "The request's headers are too large.",
  500: "Something went wrong on our side. Please try again later.",
  503: DATABASE_UNAVAILABLE,
  507: "The server has no storage space left.",
};

function sentenceOf(status: number): string {
  return SENTENCES[status] ?? SENTENCES[status < 500 ? 400 : 500] ?? "";
}

/** Codes of the operating system and of PostgreSQL: unreachable, out of resources, read-only, shut down. */
const UNAVAILABLE =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EROFS|EACCES|EPERM|EIO|EMFILE|ENFILE|08...|25006|25P0[23]|40001|40P01|53...|55P03|57014|57P0.|58...)$/;
const FULL = /^(ENOSPC|EDQUOT|EFBIG|53100)$/;
const SQLITE_UNAVAILABLE: ReadonlySet<number | undefined> = new Set([
  SQLITE.BUSY,
  SQLITE.LOCKED,
  SQLITE.READONLY,
  SQLITE.IOERR,
  SQLITE.CANTOPEN,
  SQLITE.PROTOCOL,
]);

/** Returns 503 or 507 for storage errors with a cause outside the program. */
function storageStatus(error: object): 503 | 507 | undefined {
  const code = "code" in error ? error.code : undefined;
  const errcode = sqliteCodeOf(error);
  if (errcode === SQLITE.FULL) return 507;
  if (SQLITE_UNAVAILABLE.has(errcode)) return 503;
  if (typeof code !== "string") return undefined;
  if (FULL.test(code)) return 507;
  return UNAVAILABLE.test(code) ? 503 : undefined;
}

function sentenceOfFastify(code: unknown): string | undefined {
  if (code === "FST_ERR_CTP_INVALID_JSON_BODY") return "The body is not valid JSON.";
  if (code === "FST_ERR_CTP_EMPTY_JSON_BODY") return "The body is empty, but its type is JSON.";
  if (code === "FST_ERR_BAD_URL") return "The address is not valid.";
  return undefined;
}

function describeError(error: unknown): { status: number; body: z.input<typeof ErrorAnswer> } {
  if (error instanceof UserError) {
    const { status, message, issues } = error;
    return { status, body: issues?.length ? { error: message, issues } : { error: message } };
  }
  if (error instanceof ZodError) {
    const issues = error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    return { status: 400, body: { error: issues[0]?.message ?? sentenceOf(400), issues } };
  }
  if (typeof error === "object" && error !== null) {
    const status = "statusCode" in error ? error.statusCode : undefined;
    if (typeof status === "number" && status >= 400 && status < 500) {
      const own = sentenceOfFastify("code" in error ? error.code : undefined);
      return { status, body: { error: own ?? sentenceOf(status) } };
    }
    // Checked after the client errors, because an aborted body is also an ECONNRESET.
    const storage = storageStatus(error);
    if (storage) return { status: storage, body: { error: sentenceOf(storage) } };
  }
  return { status: 500, body: { error: sentenceOf(500) } };
}

function hasClientLeft(error: unknown, reply: FastifyReply): boolean {
  return reply.raw.destroyed && errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE";
}

/** Returns the headers that the library for files attaches to its errors. */
function headersIn(error: unknown): Record<string, string> {
  const { headers } = Object(error) as { headers?: Record<string, string> };
  return headers ?? {};
}

/** Responds to an error in the form of calls.md#errors. Logs server errors with the request's id. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const gone = hasClientLeft(error, reply) ? new UserError(400, sentenceOf(400)) : undefined;
  const { status, body } = describeError(gone ?? error);
  if (status >= 500) {
    const context = { method: request.method, route: routeOf(request), status };
    // A deliberate refusal, such as a full queue, is not a failure.
    if (error instanceof UserError && error.cause === undefined)
      request.log.info(context, body.error);
    else request.log.error({ ...context, err: error }, "request failed");
    reply.header("x-request-id", request.id);
    // The code that threw the error may have set a better one.
    if (status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", "2");
  }
  reply.removeHeader("etag");
  // The response to a range beyond the end of a file includes the file's length (RFC 9110 §15.5.17).
  if (status === 416) reply.headers(headersIn(error));
  return reply.code(status).header("cache-control", "no-store").send(body);
}

/** Errors of Node's parser that have a status of their own; all others are a 400. */
const BROKEN_REQUESTS: Readonly<Record<string, readonly [status: number, reason: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Request Timeout"],
  HPE_HEADER_OVERFLOW: [431, "Request Header Fields Too Large"],
};

/**
 * Refuses what Node could not parse as a request, with these plain headers, and closes the connection. Sends
 * nothing during an earlier response, because the client would read it as a part of that.
 */
export function refuseBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  plain: Readonly<Record<string, string>>,
): void {
  if (error.code === "ECONNRESET" || socket.destroyed) return;
  const [status, reason] = BROKEN_REQUESTS[error.code ?? ""] ?? [400, "Bad Request"];
  countBrokenRequest(status);
  // The only sign of a response in progress; Node's own code checks it too.
  const { _httpMessage: underway } = socket as { _httpMessage?: { headersSent: boolean } | null };
  if (socket.writable && !underway?.headersSent) {
    const body = JSON.stringify({ error: sentenceOf(status) } satisfies z.input<
      typeof ErrorAnswer
    >);
    const headers = {
      ...plain,
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      connection: "close",
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
  }
  socket.destroy();
}
