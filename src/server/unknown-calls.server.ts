import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { UserError } from "./errors.server.ts";

/** `/api/evs/:id` as a pattern for the whole path. */
function patternOf(url: string): RegExp {
  const parts = url
    .split("/")
    .map((part) =>
      part.startsWith(":")
        ? "[^/]+"
        : part === "*"
          ? ".*"
          : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"),
    );
  return new RegExp(`^${parts.join("/")}$`);
}

/**
 * Answers every `/api` address that no call has: 404, or 405 with Allow where the address exists
 * for other methods. Call it before the routes are registered.
 */
export function refuseUnknownCalls(app: FastifyInstance): void {
  const known = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    if (url === "/api/*") return;
    const entry = known.get(url) ?? { pattern: patternOf(url), methods: new Set() };
    for (const name of [method].flat()) entry.methods.add(name);
    known.set(url, entry);
  });

  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<never> => {
    const path = request.url.split("?", 1)[0] ?? "";
    const methods = [...known.values()]
      .filter(({ pattern }) => pattern.test(path))
      .flatMap((entry) => [...entry.methods]);
    // A known call's address can still fall through, when its parameter is far too long.
    if (methods.length === 0 || methods.includes(request.method)) {
      throw new UserError(404, "There is no such call.");
    }
    const allowed = [...new Set(methods)].toSorted().join(", ");
    reply.header("allow", allowed);
    throw new UserError(405, `This call does not know ${request.method}. It knows ${allowed}.`);
  };
  // As a hook, so that the refusal does not wait for a body.
  app.all("/api/*", { onRequest: refuse }, refuse);
}
