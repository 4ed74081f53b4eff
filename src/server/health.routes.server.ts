import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { declareCall } from "./call.server.ts";
import { withTimeout } from "../db/database-wait.server.ts";
import { UserError } from "./errors.server.ts";

const DATABASE_ANSWER_MS = 2_000;

const Health = z.strictObject({ status: z.literal("ok") }).meta({ id: "Health" });
const HEALTHY: z.output<typeof Health> = { status: "ok" };

/** `GET /healthz`: the process is alive. `GET /readyz`: the database answers; 503 otherwise. */
export function healthRoutes(app: FastifyInstance, deps: { ping: () => Promise<unknown> }): void {
  let pending: Promise<unknown> | undefined;

  declareCall(app, "GET /healthz", {
    id: "getHealth",
    summary: "Whether the process is alive",
    query: z.looseObject({}),
    answers: { 200: { description: "Alive", schema: Health } },
    handle: async () => HEALTHY,
  });

  declareCall(app, "GET /readyz", {
    id: "getReadiness",
    summary: "Whether the database answers",
    query: z.looseObject({}),
    answers: { 200: { description: "It does", schema: Health }, 503: "It does not" },
    async handle(_asked, request) {
      try {
        // One query at a time: a database that hangs must not collect a queue of them.
        pending ??= deps.ping().finally(() => (pending = undefined));
        await withTimeout(pending, DATABASE_ANSWER_MS);
      } catch (error) {
        request.log.warn({ err: error }, "the database does not answer");
        throw new UserError(503, "The database does not answer.");
      }
      return HEALTHY;
    },
  });
}
