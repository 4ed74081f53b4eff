import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import type { FastifyReply, FastifyRequest } from "fastify";
import { ZodError } from "zod";
import { UserError } from "./errors.server.ts";
import { routeOf } from "./http-metrics.server.ts";
import { SQLITE, sqliteCodeOf } from "./sqlite-errors.server.ts";

/** The body of every refused call (readings 3). */
interface ErrorAnswer {
  /** one sentence for a person */
  error: string;
  issues?: readonly { path: string; message: string }[];
}

/** Sentences for what the HTTP layer refuses by itself; its own texts speak to programmers. */
const SENTENCES: Readonly<Record<number, string>> = {
  400: "The request could not be read.",
  404: "There is nothing at this address.",
  408: "The request took too long to arrive.",
  413: "The request is too large.",
  415: "This call does not accept that type of content.",
  429: "Too many requests. Please wait a moment.",
  431: "The request's headers are too large.",
  500: "Something went wrong on our side. Please try again later.",
  503: "The database is not available at the moment. Please try again.",
  507: "The server has no storage space left.",
};

/** The sentence shown for a status that carries none of its own. */
function sentenceOf(status: number): string {
  return SENTENCES[status] ?? SENTENCES[status < 500 ? 400 : 500] ?? "";
}

/**
 * Codes of the operating system for what is not there, cannot be written or is used up for now, and
 * of PostgreSQL: connections, deadlocks, resources, shutdown, cancelled by the operator, a database
 * that only reads, the disk.
 */
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

/** 503 or 507 for an error that the database raised for reasons outside the program. */
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
  if (code === "FST_ERR_CTP_EMPTY_JSON_BODY") return "The body is empty; JSON was announced.";
  if (code === "FST_ERR_BAD_URL") return "The address is not valid.";
  return undefined;
}

/** Status and body for anything that was thrown. What we did not foresee says nothing of itself. */
function describeError(error: unknown): { status: number; body: ErrorAnswer } {
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
    // Asked after the client's own faults: a body that breaks off is an ECONNRESET too.
    const storage = storageStatus(error);
    if (storage) return { status: storage, body: { error: sentenceOf(storage) } };
  }
  return { status: 500, body: { error: sentenceOf(500) } };
}

/** Whether the answer broke off because its client is gone: nobody's fault, and nobody hears of it. */
function isLeft(error: unknown, reply: FastifyReply): boolean {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return reply.raw.destroyed && code === "ERR_STREAM_PREMATURE_CLOSE";
}

/** Answers an error in the one form of readings 3. Logs what is our fault, with the request's id. */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const gone = isLeft(error, reply) ? new UserError(400, sentenceOf(400)) : undefined;
  const { status, body } = describeError(gone ?? error);
  if (status >= 500) {
    const told = { method: request.method, route: routeOf(request), status };
    // What we refuse ourselves for now is nobody's fault.
    if (error instanceof UserError && error.cause === undefined) request.log.info(told, body.error);
    else request.log.error({ ...told, err: error }, "request failed");
    reply.header("x-request-id", request.id);
    // Whoever refuses may know better how long it takes.
    if (status === 503 && !reply.hasHeader("retry-after")) reply.header("retry-after", "2");
  }
  reply.removeHeader("etag");
  return reply.code(status).header("cache-control", "no-store").send(body);
}

/** The answer to a request that nobody looks at further, and that ends its connection. */
export function lastErrorAnswer(
  status: number,
  headers: Readonly<Record<string, string>>,
): { headers: Readonly<Record<string, string>>; body: string } {
  const body = JSON.stringify({ error: sentenceOf(status) } satisfies ErrorAnswer);
  return {
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "content-length": String(Buffer.byteLength(body)),
      "cache-control": "no-store",
      connection: "close",
    },
    body,
  };
}

/**
 * Refuses what is no request that could be answered as one, and closes its connection. Nothing is
 * said amid the answer to a request before it, which its reader would take for a part of that.
 */
export function refuseConnection(
  socket: Duplex,
  status: number,
  plain: Readonly<Record<string, string>>,
): void {
  // Node has let go of the socket: nobody else hears that its other end is gone.
  socket.on("error", () => undefined);
  // Node tells of an answer that is underway by nothing else, and its own refusals ask the same.
  const { _httpMessage: underway } = socket as { _httpMessage?: { headersSent: boolean } | null };
  if (socket.writable && !underway?.headersSent) {
    const { headers, body } = lastErrorAnswer(status, plain);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines.join("")}\r\n${body}`,
    );
  }
  socket.destroy();
}
