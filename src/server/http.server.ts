import type { IncomingHttpHeaders } from "node:http";
import {
  fastify,
  type FastifyInstance,
  LogController,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";
import { getBasePath, withBase } from "../domain/base-path.ts";
import type { Env } from "../base/env.server.ts";
import { UserError } from "../base/errors.server.ts";
import { answerError, refuseBrokenRequest } from "./http-errors.server.ts";
import { refuseWhatNoSchemaNames, schemaController } from "./plugins/validation.server.ts";
import {
  countRequestError,
  logOptions,
  recordRequests,
  requestIds,
  warnOfUncountedProxy,
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

const BODY_LIMIT_BYTES = 8 * 1024 * 1024; // unless a call sets its own; fits a picture as a data URL
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
  if (env.trustProxy === 0) warnOfUncountedProxy(app);
  if (getBasePath() !== "") stayBelowBase(app, headers.of);
  // Comes first, because a cached response needs none of the other hooks.
  await app.register(responseCache, {
    variantOf(sent) {
      const variant = variantOf(sent["user-agent"]);
      return variant === null ? null : `${variant}\n${protocolOf(sent)}`;
    },
  });
  refuseWhatNoSchemaNames(app);
  readJsonStrictly(app);
  app.addHook("onRequest", async (request, reply) => {
    setHeaders(reply, headers.of(request));
    if (request.url.length > ADDRESS_MAX_CHARACTERS) {
      throw new UserError(414, "The address is too long.");
    }
  });
  dropContentLengthOn304(app);
  recordRequests(app);
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
      if (body.length === 0 && takesNoBody(request)) {
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

/** Clients such as axios send JSON's content type even for a call without a body. */
function takesNoBody({ routeOptions: { schema } }: FastifyRequest): boolean {
  return schema !== undefined && schema.body === undefined;
}

/** Below a path, nothing else is answered, and redirects stay below it (configuration.md#below-a-path). */
function stayBelowBase(
  app: FastifyInstance,
  headersOf: (request: FastifyRequest) => Headers,
): void {
  app.addHook("onRequest", async (request, reply) => {
    const rest = restBelowBase(request.originalUrl);
    if (rest?.startsWith("/")) return;
    setHeaders(reply, headersOf(request));
    if (rest === null) throw new UserError(404, NOTHING_HERE);
    reply.header("cache-control", PUBLIC).redirect(`/${rest}`, 301);
  });
  app.addHook("onSend", async (_request, reply) => {
    const location = reply.getHeader("location");
    if (location !== undefined) reply.header("location", withBase(String(location)));
  });
}

/** For a 304 to HEAD, Fastify sends `content-length: 0`, the length of a GET response (RFC 9110 §8.6). */
function dropContentLengthOn304(app: FastifyInstance): void {
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

const NOTHING_HERE = "Nothing was found at this address.";

function patternOf(url: string): RegExp {
  const parts = url.split("/").map((part) => {
    if (part.startsWith(":")) return "[^/]+";
    return part === "*" ? ".*" : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join("/")}$`);
}

const READING = ["GET", "HEAD"];
/** Routes for everything without a route of its own. */
const CATCH_ALL: ReadonlySet<string> = new Set(["/*", "/api/*", "/api/docs/*"]);

/** 404, or 405 with Allow, for what no route answers. Call it before the routes are registered. */
function refuseUnknownCalls(app: FastifyInstance, isPage: (path: string) => boolean): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    // Only says whether other sites may read an address.
    if (CATCH_ALL.has(url) || method === "OPTIONS") return;
    const entry = routes.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    routes.set(url, entry);
  });

  function methodsOf(path: string): string[] {
    // `/api/evs/count` is no vehicle.
    const exact = routes.get(path);
    const fitting = exact ? [exact] : [...routes.values()].filter((one) => one.pattern.test(path));
    const methods = fitting.flatMap((entry) => [...entry.methods]);
    return methods.length === 0 && isPage(path) ? READING : [...new Set(methods)].toSorted();
  }

  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const path = request.url.split("?", 1)[0] ?? "";
    const isCall = path.startsWith("/api/");
    const methods = methodsOf(path);
    // A known call can get here when its parameter is too long for the router.
    if (methods.length === 0 || methods.includes(request.method)) {
      throw new UserError(404, isCall ? "There is no API call at this address." : NOTHING_HERE);
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
