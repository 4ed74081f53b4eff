import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UserError } from "../errors.server.ts";

export const NOTHING_HERE = "Nothing was found at this address.";

function patternOf(url: string): RegExp {
  const parts = url.split("/").map((part) => {
    if (part.startsWith(":")) return "[^/]+";
    return part === "*" ? ".*" : RegExp.escape(part);
  });
  return new RegExp(`^${parts.join("/")}$`);
}

const READING = ["GET", "HEAD"];
/** What answers whatever has no route of its own. */
const CATCH_ALL: ReadonlySet<string> = new Set(["/*", "/api/*"]);

/**
 * 404, or 405 with Allow, for what no route answers. Call it before the routes are registered.
 * @param isPage whether the path is that of a page, which only `/*` answers
 */
export function refuseUnknownCalls(app: FastifyInstance, isPage: (path: string) => boolean): void {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    if (CATCH_ALL.has(url)) return;
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
      throw new UserError(404, isCall ? "There is no such call." : NOTHING_HERE);
    }
    const allowed = methods.join(", ");
    reply.header("allow", allowed);
    const what = isCall ? "call" : "address";
    throw new UserError(405, `This ${what} does not know ${request.method}. It knows ${allowed}.`);
  };
  // These are hooks, so that a refusal does not wait for the body.
  app.all("/api/*", { onRequest: refuse }, refuse);
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) await refuse(request, reply);
  });
}
