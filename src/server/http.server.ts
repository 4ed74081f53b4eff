import type { IncomingHttpHeaders } from "node:http";
import type { Duplex } from "node:stream";
import {
  fastify,
  type FastifyInstance,
  LogController,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { type z, ZodError } from "zod";
import { getBasePath, withBase } from "../domain/base-path.ts";
import type { Env } from "../base/env.server.ts";
import {
  DATABASE_UNAVAILABLE,
  errorCode,
  SQLITE,
  sqliteCodeOf,
  UserError,
} from "../base/errors.server.ts";
import type { ErrorAnswer } from "./answers.server.ts";
import { schemaController, setCallDefaults } from "./plugins/validation.server.ts";
import {
  countBrokenRequest,
  countRequestError,
  logOptions,
  recordRequests,
  requestIds,
  routeOf,
  warnAboutUntrustedProxy,
} from "./request-records.server.ts";
import { PUBLIC, responseCache } from "./response-cache.server.ts";
import { type Headers, securityHeaders, setHeaders } from "./security-headers.server.ts";

/** Returns what follows the base path, which may be nothing; null for an address that is not below it. */
function restBelowBase(url: string): string | null {
  const basePath = getBasePath();
  if (basePath === "") return url;
  const address = url.replace(/^https?:\/\/[^/?]*/i, ""); // proxies may send the whole address
  const rest = address.slice(basePath.length);
  return address.startsWith(basePath) && /^(?:[/?]|$)/.test(rest) ? rest : null;
}

const BODY_LIMIT_BYTES = 32 * 1024; // unless a call sets its own; fits a review with every character escaped
const ADDRESS_MAX_CHARACTERS = 8 * 1024; // our own links are far shorter
const MAX_CONNECTIONS = 10_000; // 30 KB each, five times the number of event streams
const HEADERS_TIMEOUT_MS = 6_000; // against clients that send them very slowly
/** Time limit for a whole request: the largest CSV, 64 MB, at 2 Mbit/s. */
const REQUEST_TIMEOUT_MS = 300_000;
const TIMEOUT_CHECK_MS = 1_000; // Node's default is half a minute
/** Timeout of an idle connection. Common proxies close earlier, so we are never the first to close. */
const IDLE_TIMEOUT_MS = 75_000;

/** Escapes invalid percent-encoding, so that it gets the usual 404 page. */
function withBrokenSignsEscaped(url: string): string {
  if (!url.includes("%") || url.startsWith("/api/")) return url;
  const [path = ""] = url.split("?", 1);
  try {
    // The result must be used, because the bundler removes calls that it considers pure.
    return decodeURIComponent(path) && url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}

export interface HttpOptions {
  /** lets Vite's development client through the content policy */
  development?: boolean;
  /** where log lines go; standard output by default */
  log?: { write(line: string): void };
  /** what responses depend on besides their address; null when no whole response may be kept */
  variantOf?: (userAgent: string | undefined) => string | null;
  /** whether a path belongs to a page, whose routes also only allow reads */
  isPage?: (path: string) => boolean;
}

/**
 * Creates the app that all routes share: limits, security headers, errors (calls.md#errors), 404 and 405 for
 * unknown calls. Pages should be a GET on `/*`, which does not reach `/api`.
 */
export async function createHttp(
  env: Pick<Env, "logLevel" | "trustProxy">,
  {
    development = false,
    log = process.stdout,
    variantOf = () => null,
    isPage = () => false,
  }: HttpOptions = {},
): Promise<FastifyInstance> {
  const headers = securityHeaders(development);
  // The protocol is part of the cache key, because responses over HTTPS have an extra header.
  const protocolOf = (sent: IncomingHttpHeaders) =>
    env.trustProxy > 0 ? String(sent["x-forwarded-proto"] ?? "") : "";
  // Hop 0 is the peer of the connection.
  const isTrusted = env.trustProxy > 0 && ((_address: string, hop: number) => hop < env.trustProxy);
  const app: FastifyInstance = fastify({
    logger: logOptions(env.logLevel, log),
    genReqId: requestIds(env),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isTrusted,
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url = "/" }) =>
      withBrokenSignsEscaped(restBelowBase(url)?.replace(/^(?=\?|$)/, "/") ?? "/"),
    schemaController,
    // Requests during shutdown are still answered, then their connections close.
    return503OnClosing: false,
    connectionTimeout: IDLE_TIMEOUT_MS,
    keepAliveTimeout: IDLE_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS, connectionsCheckingInterval: TIMEOUT_CHECK_MS },
    frameworkErrors(error, request, reply) {
      // Such a request has no `protocol` yet. The last proxy is ours.
      const protocol = protocolOf(request.headers).split(",").at(-1)?.trim() ?? "";
      setHeaders(reply, headers.of({ protocol }));
      answerError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => refuseBrokenRequest(error, socket, headers.plain),
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  if (env.trustProxy === 0) warnAboutUntrustedProxy(app);
  if (getBasePath() !== "") stayBelowBase(app, headers.of);
  // Comes first, because a cached response needs none of the other hooks.
  await app.register(responseCache, {
    variantOf(sent) {
      const variant = variantOf(sent["user-agent"]);
      return variant === null ? null : `${variant}\n${protocolOf(sent)}`;
    },
  });
  setCallDefaults(app);
  readJsonStrictly(app);
  app.addHook("onRequest", async (request, reply) => {
    setHeaders(reply, headers.of(request));
    if (request.url.length > ADDRESS_MAX_CHARACTERS) {
      throw new UserError(414, "The address is too long.");
    }
  });
  recordRequests(app);
  app.setErrorHandler((error, request, reply) => {
    answerError(error, request, reply);
    countRequestError(error, reply.statusCode);
    return reply;
  });
  app.setNotFoundHandler(() => {
    throw new UserError(404, messageFor(404));
  });
  refuseUnknownCalls(app, isPage);
  return app;
}

/** By default Fastify would replace invalid UTF-8. */
function readJsonStrictly(app: FastifyInstance): void {
  // Other sites can post text/plain without a preflight.
  app.removeContentTypeParser("text/plain");
  const parse = app.getDefaultJsonParser("error", "error");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, body, done) => {
      const { schema } = request.routeOptions;
      // Clients such as axios send JSON's content type even for a call without a body.
      if (body.length === 0 && schema && schema.body === undefined) {
        done(null, undefined);
        return;
      }
      let text: string;
      try {
        text = decoder.decode(body);
      } catch {
        done(new UserError(400, "The body is not valid UTF-8."));
        return;
      }
      void parse(request, text, done);
    },
  );
}

/** Below a path, nothing else is answered, and redirects stay below it (configuration.md#below-a-path). */
function stayBelowBase(app: FastifyInstance, headersOf: (request: FastifyRequest) => Headers) {
  app.addHook("onRequest", async (request, reply) => {
    const rest = restBelowBase(request.originalUrl);
    if (rest?.startsWith("/")) return;
    setHeaders(reply, headersOf(request));
    if (rest === null) throw new UserError(404, messageFor(404));
    reply.header("cache-control", PUBLIC).redirect(`/${rest}`, 301);
  });
  app.addHook("onSend", async (_request, reply) => {
    const location = reply.getHeader("location");
    if (location !== undefined) reply.header("location", withBase(String(location)));
  });
}

const PAGE_METHODS = ["GET", "HEAD"];
/** Routes for everything without a route of its own. */
const CATCH_ALL: ReadonlySet<string> = new Set(["/*", "/api/*"]);

/** 404, or 405 with Allow, for what no route answers. Call it before the routes are registered. */
function refuseUnknownCalls(app: FastifyInstance, isPage: (path: string) => boolean): void {
  const routes = new Map<string, { pattern: URLPattern; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    // Only says whether other sites may read an address.
    if (CATCH_ALL.has(url) || method === "OPTIONS") return;
    const pattern = new URLPattern({ pathname: url });
    const entry = routes.get(url) ?? { pattern, methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    routes.set(url, entry);
  });

  function methodsOf(path: string): string[] {
    // `/api/evs/count` is no vehicle.
    const exact = routes.get(path);
    const fitting = exact
      ? [exact]
      : [...routes.values()].filter(({ pattern }) => pattern.test({ pathname: path }));
    const methods = fitting.flatMap((entry) => [...entry.methods]);
    return methods.length === 0 && isPage(path) ? PAGE_METHODS : [...new Set(methods)].toSorted();
  }

  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const path = request.url.split("?", 1)[0] ?? "";
    const isCall = path.startsWith("/api/");
    const methods = methodsOf(path);
    // A known call can get here when its parameter is too long for the router.
    if (methods.length === 0 || methods.includes(request.method)) {
      throw new UserError(404, isCall ? "There is no API call at this address." : messageFor(404));
    }
    const allowed = methods.join(", ");
    reply.header("allow", allowed);
    const what = isCall ? "call" : "address";
    throw new UserError(
      405,
      `This ${what} does not support ${request.method}. It supports ${allowed}.`,
    );
  };
  // These are hooks, so that a refusal does not wait for the body.
  app.all("/api/*", { onRequest: refuse }, refuse);
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) await refuse(request, reply);
  });
}

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

function messageFor(status: number): string {
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

/** Messages by codes of Fastify. */
const FASTIFY_SENTENCES: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: "The body is not valid JSON.",
  FST_ERR_CTP_EMPTY_JSON_BODY: "The body is empty, but its type is JSON.",
  FST_ERR_BAD_URL: "The address is not valid.",
};

function describeError(error: unknown): { status: number; body: z.input<typeof ErrorAnswer> } {
  if (error instanceof UserError) {
    const { status, message, issues } = error;
    return { status, body: issues?.length ? { error: message, issues } : { error: message } };
  }
  if (error instanceof ZodError) {
    const issues = error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
    return { status: 400, body: { error: issues[0]?.message ?? messageFor(400), issues } };
  }
  if (typeof error === "object" && error !== null) {
    const status = "statusCode" in error ? error.statusCode : undefined;
    if (typeof status === "number" && status >= 400 && status < 500) {
      const own = FASTIFY_SENTENCES[String(errorCode(error))];
      return { status, body: { error: own ?? messageFor(status) } };
    }
    // Checked after the client errors, because an aborted body is also an ECONNRESET.
    const storage = storageStatus(error);
    if (storage) return { status: storage, body: { error: messageFor(storage) } };
  }
  return { status: 500, body: { error: messageFor(500) } };
}

/** Responds to an error in the form of calls.md#errors. Logs server errors with the request's id. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const hasClientLeft = reply.raw.destroyed && errorCode(error) === "ERR_STREAM_PREMATURE_CLOSE";
  const { status, body } = describeError(
    hasClientLeft ? new UserError(400, messageFor(400)) : error,
  );
  if (status >= 500) {
    const context = { method: request.method, route: routeOf(request), status };
    // A deliberate refusal, such as a full queue, is not a failure.
    if (error instanceof UserError && error.cause === undefined)
      request.log.info(context, body.error);
    else request.log.error({ ...context, err: error }, "request failed");
    reply.header("x-request-id", request.id);
  }
  const retryAfter = error instanceof UserError ? error.retryAfterSeconds : undefined;
  if (retryAfter !== undefined) reply.header("retry-after", String(retryAfter));
  else if (status === 503) reply.header("retry-after", "2");
  reply.removeHeader("etag");
  // The response to a range beyond the end of a file includes the file's length (RFC 9110 §15.5.17).
  if (status === 416) reply.headers((error as { headers?: Record<string, string> }).headers ?? {});
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
function refuseBrokenRequest(
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
    const body = JSON.stringify({ error: messageFor(status) } satisfies z.input<
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
