import type { FastifyInstance } from "fastify";
import { boundWait } from "./database-wait.server.ts";
import { UserError } from "./errors.server.ts";

/** How long the database may take before it counts as not answering. */
const DATABASE_ANSWER_MS = 2_000;

/**
 * `GET /healthz`: the process is alive. `GET /readyz`: the database answers; 503 otherwise.
 * @param deps.ping a cheap query
 */
export function healthRoutes(app: FastifyInstance, deps: { ping: () => Promise<unknown> }): void {
  const answer = { status: "ok" } as const;
  let pending: Promise<unknown> | undefined;

  app.get("/healthz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    return answer;
  });

  app.get("/readyz", async (request, reply) => {
    try {
      // One query at a time: a database that hangs must not collect a queue of them.
      pending ??= deps.ping().finally(() => (pending = undefined));
      await boundWait(pending, DATABASE_ANSWER_MS);
    } catch (error) {
      request.log.warn({ err: error }, "the database does not answer");
      throw new UserError(503, "The database does not answer.");
    }
    reply.header("cache-control", "no-store");
    return answer;
  });
}
