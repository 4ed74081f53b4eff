import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { UserError } from "../base/errors.server.ts";
import { VISITORS } from "./plugins/api-description.server.ts";
import { before } from "./plugins/validation.server.ts";
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
  /** addresses of files besides the calls and the images */
  files: readonly string[];
  isImage: (url: string) => boolean;
}

const METHODS = ["GET", "HEAD"];
const A_DAY_SECONDS = "86400";
/** `*` never allows cookies, so answers for visitors and administrators stay closed. */
const ANY_SITE: Headers = { "access-control-allow-origin": "*" };

/**
 * Lets pages of other sites read the public calls, files and images of a scope
 * (open-data.md#reading-from-other-sites). Call it before they are registered.
 */
export function openReads(app: FastifyInstance, { link, files, isImage }: OpenReads): void {
  const dataHeaders = { ...ANY_SITE, "access-control-expose-headers": "*", link };
  // A page of another site shows an image without asking whether it may read it.
  const imageHeaders = { ...ANY_SITE, "cross-origin-resource-policy": "cross-origin" };
  app.addHook("onRoute", (route) => {
    const { method, url } = route;
    const isOpen = isImage(url) || files.includes(url) || isOpenCall(route);
    if (!isOpen || ![method].flat().includes("GET")) return;
    const headers = isImage(url) ? imageHeaders : dataHeaders;
    const open = async (_request: FastifyRequest, reply: FastifyReply) =>
      setHeaders(reply, headers);
    route.onRequest = before(route.onRequest, open);
    // A hook, so that the answer does not wait for a body.
    app.options(url, { onRequest: answerPreflight }, answerPreflight);
  });
}

function isOpenCall({ schema, config }: RouteOptions): boolean {
  if (schema?.operationId === undefined || config?.isOwnRead) return false;
  return schema.security !== VISITORS;
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
