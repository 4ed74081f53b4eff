import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type DatabaseWaits, withSharedLimit } from "../../db/database-wait.server.ts";
import { isReading } from "./validation.server.ts";

/**
 * Makes all waits of a write for the database share one limit. Call it before the routes are registered. Reads
 * are left out, because they fall back on what is in memory.
 */
export function shareDatabaseWaits(app: FastifyInstance): void {
  const waitsOf = new WeakMap<FastifyRequest, DatabaseWaits>();
  function enter(request: FastifyRequest, _reply: FastifyReply, done: () => void): void {
    const waits = waitsOf.get(request) ?? { totalMs: 0, countedUntil: 0 };
    waitsOf.set(request, waits);
    withSharedLimit(waits, done);
  }
  app.addHook("onRoute", (route) => {
    if (isReading(route)) return;
    route.onRequest = [enter, ...[route.onRequest ?? []].flat()];
    // Entered again, because the async context of the hooks after the body is that of its last bytes.
    route.preValidation = [enter, ...[route.preValidation ?? []].flat()];
  });
}
