import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { getHeapStatistics } from "node:v8";
import { fastify, type FastifyInstance, LogController } from "fastify";
import { limitBodyTime } from "./body-time.server.ts";
import { limitConnectionsByAddress } from "./connection-limits.server.ts";
import type { Env } from "./env.server.ts";
import { UserError } from "./errors.server.ts";
import { answerError, lastErrorAnswer, refuseConnection } from "./http-errors.server.ts";
import { NOTHING_HERE, refuseUnknownCalls } from "./plugins/unknown-calls.server.ts";
import { refuseWhatNoSchemaNames, schemaController } from "./plugins/validation.server.ts";
import { countBrokenRequest, countRequestError, countRequests } from "./request-records.server.ts";
import {
  ADDRESS_MAX_CHARACTERS,
  BODY_LIMIT_BYTES,
  HEADERS_LIMIT_BYTES,
  HEADERS_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  MAX_CONNECTIONS,
  REQUEST_TIMEOUT_MS,
  SHORT_MEMORY_BYTES,
  TIMEOUT_CHECK_MS,
  UNREAD_IN_NEED_MS,
  UNREAD_LEAST_BYTES,
  UNREAD_MS,
} from "./limits.server.ts";
import { logOptions, logRequests, requestIds } from "./request-records.server.ts";
import { responseCache } from "./response-cache.server.ts";
import { securityHeaders, setHeaders } from "./security-headers.server.ts";

/** Escapes broken percent-encoding, so that it gets the usual page of a 404. */
function withBrokenSignsEscaped(url: string): string {
  if (!url.includes("%") || url.startsWith("/api/")) return url;
  const [path = ""] = url.split("?", 1);
  try {
    // The result must be used: the bundler drops calls that it takes for pure.
    return decodeURIComponent(path) && url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let hosts = 0;
  // Names and values by turns.
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    // Some proxies join several by commas.
    if (name?.length === 4 && name.toLowerCase() === "host") {
      hosts += rawHeaders[at + 1]?.includes(",") ? 2 : 1;
    }
  }
  return hosts;
}

const STATUS_OF_CLIENT_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

export interface HttpOptions {
  /** lets Vite's development client through the content policy */
  development?: boolean;
  /** where log lines go; standard output when absent */
  log?: { write(line: string): void };
  /** what answers depend on by the User-Agent; absent: no whole answer is kept */
  variantOf?: (userAgent: string | undefined) => string;
  /** whether a path is a page's, of which others are only read, too */
  isPage?: (path: string) => boolean;
}

/**
 * What every route stands on: limits, security headers, the one error form (readings 3), and 404 or
 * 405 for calls that do not exist. Pages should be a GET on `/*`, which does not reach `/api`.
 */
export async function createHttp(
  env: Pick<Env, "logLevel" | "trustProxy"> & Partial<Pick<Env, "rateLimits">>,
  { development = false, log = process.stdout, variantOf, isPage = () => false }: HttpOptions = {},
): Promise<FastifyInstance> {
  const headers = securityHeaders(development);
  // Part of the cache key: answers over HTTPS have one more header.
  const proxied = (told: IncomingHttpHeaders) =>
    env.trustProxy > 0 ? String(told["x-forwarded-proto"] ?? "") : "";
  // Hop 0 is the peer of the connection.
  const isTrusted = env.trustProxy > 0 && ((_address: string, hop: number) => hop < env.trustProxy);
  const app: FastifyInstance = fastify({
    logger: logOptions(env.logLevel, log),
    genReqId: requestIds(env),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isTrusted,
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url = "/" }) => withBrokenSignsEscaped(url),
    schemaController,
    // Requests during shutdown are still served, then their connections close.
    return503OnClosing: false,
    serverFactory: (handler) => {
      const handleRequest = (request: IncomingMessage, response: ServerResponse) => {
        // Node's own refusal would lack our headers, and of two hosts it takes the first.
        const hosts = countHosts(request);
        if (hosts > 1 || (hosts === 0 && request.httpVersion !== "1.0")) {
          const refusal = lastErrorAnswer(400, headers.plain);
          response.writeHead(400, refusal.headers).end(refusal.body);
          return;
        }
        limitBodyTime(request, () => {
          countBrokenRequest(408);
          // A refusal that did not wait for the body has been answered.
          if (response.headersSent) request.destroy();
          else refuseConnection(request.socket, 408, headers.plain);
        });
        handler(request, response);
      };
      const server = createServer(
        {
          requireHostHeader: false,
          maxHeaderSize: HEADERS_LIMIT_BYTES,
          headersTimeout: HEADERS_TIMEOUT_MS,
          requestTimeout: REQUEST_TIMEOUT_MS,
          keepAliveTimeout: 0, // `server.timeout` covers it, with one timer less per request
          connectionsCheckingInterval: TIMEOUT_CHECK_MS,
        },
        handleRequest,
      );
      server.maxConnections = MAX_CONNECTIONS;
      server.timeout = IDLE_TIMEOUT_MS;
      if (env.trustProxy === 0 && env.rateLimits !== false) limitConnectionsByAddress(server);
      guardAgainstSlowReaders(server);
      // Unknown expectations are ignored; tunnels are refused.
      return server
        .on("checkExpectation", handleRequest)
        .on("checkContinue", handleRequest)
        .on("connect", (_request, socket) => refuseConnection(socket, 400, headers.plain));
    },
    frameworkErrors(error, request, reply) {
      // Such a request has no `protocol` yet. The last proxy is ours.
      const protocol = proxied(request.headers).split(",").at(-1)?.trim() ?? "";
      setHeaders(reply, headers.of({ protocol }));
      answerError(error, request, reply);
    },
    clientErrorHandler(error, socket) {
      if (error.code === "ECONNRESET" || socket.destroyed) return;
      const status = STATUS_OF_CLIENT_ERROR[error.code] ?? 400;
      countBrokenRequest(status);
      refuseConnection(socket, status, headers.plain);
    },
  });
  // First, since an answer that is kept needs none of the other hooks.
  await app.register(responseCache, {
    variantOf: variantOf && ((told) => `${variantOf(told["user-agent"])}\n${proxied(told)}`),
  });
  refuseWhatNoSchemaNames(app);
  // Only JSON is read: another site can post text/plain without a preflight.
  app.removeContentTypeParser("text/plain");
  readJsonStrictly(app);
  app.addHook("onRequest", async (request, reply) => {
    setHeaders(reply, headers.of(request));
    if (request.url.length > ADDRESS_MAX_CHARACTERS) {
      throw new UserError(414, "The address is too long.");
    }
  });
  awaitBodies(app);
  tellNoLengthOf304(app);
  logRequests(app);
  countRequests(app);
  app.setErrorHandler((error, request, reply) => {
    answerError(error, request, reply);
    countRequestError(error, reply.statusCode);
    return reply;
  });
  app.setNotFoundHandler(() => {
    throw new UserError(404, NOTHING_HERE);
  });
  refuseUnknownCalls(app, isPage);
  return app;
}

/** The framework would put replacement characters in the place of bytes that are no UTF-8. */
function readJsonStrictly(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser<Buffer>(
    "application/json",
    { parseAs: "buffer" },
    (request, body, done) => {
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

const ASKS_FIRST = /(?:^|\W)100-continue(?:$|\W)/i;

/** Answers `Expect: 100-continue` after the `onRequest` hooks: a refused client sends no body. */
function awaitBodies(app: FastifyInstance): void {
  app.addHook("preParsing", ({ raw }, reply, _payload, done) => {
    const { expect } = raw.headers;
    if (expect !== undefined && ASKS_FIRST.test(expect) && raw.httpVersion !== "1.0") {
      reply.raw.writeContinue();
    }
    done();
  });
}

/** Fastify gives a 304 for HEAD `content-length: 0`, which would be the length of GET's (RFC 9110 §8.6). */
function tellNoLengthOf304(app: FastifyInstance): void {
  app.addHook("onRoute", (route) => {
    if (route.method !== "HEAD") return;
    const before = [route.onSend ?? []].flat();
    route.onSend = [
      ...before,
      (_request, reply, payload, done) => {
        if (reply.statusCode === 304) reply.removeHeader("content-length");
        done(null, payload);
      },
    ];
  });
}

/** Bytes that a client has not taken yet; Node's own count shrinks by whole answers only. */
function unreadBytes(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null };
  return handle?.writeQueueSize ?? 0;
}

/**
 * Closes connections that take hardly anything of a long answer while memory is short: an answer lives
 * until its client has taken it, so a few hundred that read nothing would hold gigabytes.
 */
export function guardAgainstSlowReaders(server: Server, patienceMs = UNREAD_MS): void {
  const connections = new Set<Socket>();
  /** bytes taken in all, and when, at the last look that found enough taken */
  const slow = new Map<Socket, { taken: number; at: number }>();

  function look(): void {
    const memory = getHeapStatistics().external_memory;
    if (memory <= SHORT_MEMORY_BYTES) return slow.clear();
    const patience = memory > 2 * SHORT_MEMORY_BYTES ? UNREAD_IN_NEED_MS : patienceMs;
    const now = performance.now();
    for (const socket of connections) {
      const unread = unreadBytes(socket);
      const before = slow.get(socket);
      const taken = socket.bytesWritten - unread;
      if (unread < UNREAD_LEAST_BYTES) slow.delete(socket);
      else if (!before || taken >= before.taken + UNREAD_LEAST_BYTES)
        slow.set(socket, { taken, at: now });
      else if (now - before.at >= patience) socket.destroy();
    }
  }

  server.on("connection", (socket: Socket) => {
    connections.add(socket);
    socket.once("close", () => {
      connections.delete(socket);
      slow.delete(socket);
    });
  });
  const looking = setInterval(look, UNREAD_IN_NEED_MS).unref();
  server.once("close", () => clearInterval(looking));
}
