import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { UserError } from "./errors.server.ts";
import { ADMINISTRATORS, VISITORS } from "./plugins/api-description.server.ts";
import { FROM_ANOTHER_SITE, type Headers, setHeaders } from "./security-headers.server.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** a read that only pages of this site may send, although it needs no session */
    isOwnRead?: true;
  }
}

interface OpenReads {
  /** value of the header `Link` of calls and files */
  link: string;
  /** whether other sites may read the file at this address, which is no call */
  isOpenFile: (url: string) => boolean;
}

const METHODS = ["GET", "HEAD"];
const A_DAY_SECONDS = "86400";
/** `*` never allows cookies, so answers for visitors and administrators stay closed. */
const ANY_SITE: Headers = { "access-control-allow-origin": "*" };
const IMAGES = "/images/";

/**
 * Lets pages of other sites read public calls, files and images (calls.md#reading-from-other-sites). Call it
 * before the routes are registered.
 */
export function openReads(app: FastifyInstance, { link, isOpenFile }: OpenReads): void {
  const ofData = { ...ANY_SITE, "access-control-expose-headers": "*", link };
  // A page of another site shows an image without asking whether it may read it.
  const ofImages = { ...ANY_SITE, "cross-origin-resource-policy": "cross-origin" };
  app.addHook("onRoute", (route) => {
    if (route.method !== "GET") return;
    const isImage = route.url.startsWith(IMAGES);
    if (!isImage && !isOpenCall(route) && !isOpenFile(route.url)) return;
    const open = async (_request: FastifyRequest, reply: FastifyReply) =>
      setHeaders(reply, isImage ? ofImages : ofData);
    route.onRequest = [open, ...[route.onRequest ?? []].flat()];
    app.options(route.url, answerPreflight);
  });
}

function isOpenCall({ schema, config }: RouteOptions): boolean {
  if (schema?.operationId === undefined || config?.isOwnRead) return false;
  return schema.security !== ADMINISTRATORS && schema.security !== VISITORS;
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
