import { hash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UserError } from "../base/errors.server.ts";
import { VISITORS } from "./plugins/api-description.server.ts";
import { before } from "./plugins/validation.server.ts";

/** A year in seconds, without `includeSubDomains` because other hosts are not ours. */
const ONLY_HTTPS = "max-age=31536000";

/** Allows only our own origin, except pictures from any https address (pictures.md#image-field). */
function contentSecurityPolicy(development: boolean): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    // Vite's client adds <style> elements and opens a WebSocket.
    development ? "style-src 'self' 'unsafe-inline'" : "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' https: data:",
    "font-src 'self'",
    development ? "connect-src 'self' ws:" : "connect-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** Allows inline scripts and styles by hash: unlike with a nonce, the document can be cached and shared. */
export function allowInline(inline: {
  scripts: readonly string[];
  styles: readonly string[];
}): (policy: string) => string {
  const [scripts, styles] = [inline.scripts, inline.styles].map((texts) =>
    texts.map((text) => ` 'sha256-${hash("sha256", text, "base64")}'`).join(""),
  );
  return (policy) =>
    policy
      .replace("script-src 'self'", `script-src 'self'${scripts}`)
      .replace("style-src 'self'", `style-src 'self'${styles}`);
}

export type Headers = Readonly<Record<string, string>>;

/** `plain` is for HTTP and unparsed requests; HTTPS adds HSTS. @param development lets Vite's client through */
export function securityHeaders(development: boolean) {
  const plain = {
    "content-security-policy": contentSecurityPolicy(development),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  };
  const secure = { ...plain, "strict-transport-security": ONLY_HTTPS };
  const of = ({ protocol }: { protocol: string }): Headers =>
    protocol === "https" ? secure : plain;
  return { plain, of };
}

export function setHeaders(reply: FastifyReply, headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) reply.header(name, value);
}

const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Whether this site, or no page, sent the request: browsers send `Sec-Fetch-Site`, over plain HTTP `Origin`. */
function isFromHere(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (origin === undefined) return true;
  if (origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

const FROM_ANOTHER_SITE = "This request came from another site and was refused.";

/** Responds 403 before the body is read. @param env.publicUrl the origin, if a proxy hides it */
export function refuseCrossSiteWrites(app: FastifyInstance, env: { publicUrl: string | null }) {
  app.addHook("onRequest", async (request) => {
    if (SAFE_METHODS.has(request.method) || isFromHere(request, env.publicUrl)) return;
    throw new UserError(403, FROM_ANOTHER_SITE);
  });
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** a read that only pages of this site may send, although it needs no session */
    isOwnRead?: true;
  }
}

interface OpenReads {
  /** value of the header `Link` of calls and files */
  link: string;
  /** addresses of files besides the calls and the images */
  files: readonly string[];
  isImage: (url: string) => boolean;
}

const METHODS = ["GET", "HEAD"];
const A_DAY_SECONDS = "86400";
/** `*` never allows cookies, so answers for visitors and administrators stay closed. */
const ANY_SITE: Headers = { "access-control-allow-origin": "*" };

/** Lets other sites read a scope's calls, files and images (open-data.md#reading-from-other-sites). Call it first. */
export function allowCrossOriginReads(
  app: FastifyInstance,
  { link, files, isImage }: OpenReads,
): void {
  const dataHeaders = { ...ANY_SITE, "access-control-expose-headers": "*", link };
  // A page of another site shows an image without asking whether it may read it.
  const imageHeaders = { ...ANY_SITE, "cross-origin-resource-policy": "cross-origin" };
  app.addHook("onRoute", (route) => {
    const { method, url, schema, config } = route;
    const isCall = schema?.operationId !== undefined && !config?.isOwnRead;
    const isOpenCall = isCall && schema.security !== VISITORS;
    const isOpen = isImage(url) || files.includes(url) || isOpenCall;
    if (!isOpen || ![method].flat().includes("GET")) return;
    const headers = isImage(url) ? imageHeaders : dataHeaders;
    const open = async (_request: FastifyRequest, reply: FastifyReply) =>
      setHeaders(reply, headers);
    route.onRequest = before(route.onRequest, open);
    // A hook, so that the answer does not wait for a body.
    app.options(url, { onRequest: answerPreflight }, answerPreflight);
  });
}

/** Tells a browser that pages of other sites may read here, and nothing else. */
async function answerPreflight(request: FastifyRequest, reply: FastifyReply) {
  const method = request.headers["access-control-request-method"];
  if (method !== undefined && !METHODS.includes(method)) {
    throw new UserError(403, FROM_ANOTHER_SITE);
  }
  setHeaders(reply, {
    ...ANY_SITE,
    "access-control-allow-methods": METHODS.join(", "),
    "access-control-allow-headers": "*",
    "access-control-max-age": A_DAY_SECONDS,
  });
  return reply.code(204).send();
}
