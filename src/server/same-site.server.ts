import type { FastifyInstance, FastifyRequest } from "fastify";
import { UserError } from "./errors.server.ts";

const READING: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Whether a page of this site, or no page at all, sent the request. Browsers send `Sec-Fetch-Site`,
 * over plain HTTP only `Origin`; other programs send neither.
 */
function isFromHere(request: FastifyRequest, publicUrl: string | null): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site !== undefined) return site === "same-origin" || site === "none";
  if (origin === undefined) return true;
  if (origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}

/** 403, before the body is read. @param env.publicUrl the origin, where a proxy hides it */
export function refuseCrossSiteWrites(
  app: FastifyInstance,
  env: { publicUrl: string | null },
): void {
  app.addHook("onRequest", async (request) => {
    if (READING.has(request.method) || isFromHere(request, env.publicUrl)) return;
    throw new UserError(403, "This request came from another site and was refused.");
  });
}
