import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import { fastify, type FastifyInstance, LogController } from "fastify";
import type { Env } from "./env.server.ts";
import { UserError } from "./errors.server.ts";
import { awaitBodies, tellNoLengthOf304 } from "./http-bodies.server.ts";
import { answerError, lastErrorAnswer, refuseConnection } from "./http-errors.server.ts";
import { countBrokenRequest, countRequestError, countRequests } from "./http-metrics.server.ts";
import {
  ADDRESS_MAX_CHARACTERS,
  BODY_LIMIT_BYTES,
  HEADERS_LIMIT_BYTES,
  HEADERS_TIMEOUT_MS,
  IDLE_TIMEOUT_MS,
  MAX_CONNECTIONS,
  REQUEST_TIMEOUT_MS,
  TIMEOUT_CHECK_MS,
} from "./limits.server.ts";
import { logOptions, logRequests, requestIds } from "./log.server.ts";
import { attachResponseCache, createResponseCache } from "./response-cache.server.ts";
import { securityHeaders, setHeaders } from "./security-headers.server.ts";
import { guardAgainstSlowReaders } from "./slow-reader-guard.server.ts";
import { refuseUnknownCalls } from "./unknown-calls.server.ts";

/** Each call reads what it is sent by a schema of its own; the framework's compilers stay unloaded. */
function noSchemas(): never {
  throw new Error("Routes have no schemas for the framework.");
}

/** Broken percent-encoding names no page, and is answered as any other that does not exist. */
function withBrokenSignsEscaped(url: string): string {
  if (!url.includes("%") || url.startsWith("/api/")) return url;
  const [path = ""] = url.split("?", 1);
  try {
    // Its result is used: the bundler leaves out what it takes for a call without effect.
    return decodeURIComponent(path) && url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
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
  /** what answers depend on by the User-Agent; given, finished answers are sent past the framework */
  variantOf?: (userAgent: string | undefined) => string;
}

/**
 * The HTTP base that every route stands on: limits, security headers on every answer, the one
 * error form of readings 3, and 404 or 405 for calls that do not exist. Routes are added by the
 * caller; pages should be a GET on `/*`, which does not reach `/api`.
 */
export function createHttp(
  env: Pick<Env, "logLevel" | "trustProxy">,
  { development = false, log = process.stdout, variantOf }: HttpOptions = {},
): FastifyInstance {
  const headers = securityHeaders(development);
  // What makes a request's protocol: its answer over HTTPS carries a header more.
  const proxied = (told: IncomingHttpHeaders) =>
    env.trustProxy > 0 ? String(told["x-forwarded-proto"] ?? "") : "";
  const cache = createResponseCache(
    (told) => `${variantOf?.(told["user-agent"])}\n${proxied(told)}`,
  );
  // Fastify no longer takes the number itself. Hop 0 is whoever holds the connection.
  const isTrusted = env.trustProxy > 0 && ((_address: string, hop: number) => hop < env.trustProxy);
  const app: FastifyInstance = fastify({
    logger: logOptions(env.logLevel, log),
    genReqId: requestIds(env),
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: isTrusted,
    bodyLimit: BODY_LIMIT_BYTES,
    rewriteUrl: ({ url = "/" }) => withBrokenSignsEscaped(url),
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
    // A request that arrives while the server closes is still served, then its connection ends.
    return503OnClosing: false,
    serverFactory: (handler) => {
      const answer = (request: IncomingMessage, response: ServerResponse) => {
        // Node would refuse it without our headers.
        if (request.headers.host === undefined && request.httpVersion !== "1.0") {
          const refusal = lastErrorAnswer(400, headers.plain);
          response.writeHead(400, refusal.headers).end(refusal.body);
          return;
        }
        if (variantOf && cache.send(request, response)) return;
        handler(request, response);
      };
      const server = createServer(
        {
          requireHostHeader: false,
          maxHeaderSize: HEADERS_LIMIT_BYTES,
          headersTimeout: HEADERS_TIMEOUT_MS,
          requestTimeout: REQUEST_TIMEOUT_MS,
          keepAliveTimeout: 0, // one timer for both: Node sets a new one twice a request otherwise
          connectionsCheckingInterval: TIMEOUT_CHECK_MS,
        },
        answer,
      );
      server.maxConnections = MAX_CONNECTIONS;
      server.timeout = IDLE_TIMEOUT_MS;
      guardAgainstSlowReaders(server);
      // An expectation that nobody knows is passed over; tunnels are not for us.
      return server
        .on("checkExpectation", answer)
        .on("checkContinue", answer)
        .on("connect", (_request, socket) => refuseConnection(socket, 400, headers.plain));
    },
    frameworkErrors(error, request, reply) {
      // A request that was not understood does not know of proxies. The last one is ours.
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
  app.decorate("calls", []);
  attachResponseCache(app, cache);
  // Only JSON is read. A form posted by another site as text/plain must not pass for it.
  app.removeContentTypeParser("text/plain");
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
    throw new UserError(404, "There is nothing at this address.");
  });
  refuseUnknownCalls(app);
  return app;
}
