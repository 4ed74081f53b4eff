import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { errorAnswer, jsonAnswer } from "./answers.server.ts";
import { UserError } from "../base/errors.server.ts";
import { withTimeout } from "../base/timeout.server.ts";

const DATABASE_ANSWER_MS = 2_000;

const Health = z.strictObject({ status: z.literal("ok") }).meta({ id: "Health" });
const HEALTHY: z.output<typeof Health> = { status: "ok" };

/** `GET /healthz` answers while the process is alive, `GET /readyz` while the database answers; otherwise 503. */
export const healthRoutes: FastifyPluginAsyncZodOpenApi<{ ping: () => Promise<unknown> }> = async (
  app,
  deps,
) => {
  let pending: Promise<unknown> | undefined;

  app.route({
    method: "GET",
    url: "/healthz",
    schema: {
      operationId: "getHealth",
      summary: "Check that the process is alive",
      querystring: z.looseObject({}),
      response: { 200: jsonAnswer("Alive", Health) },
    },
    handler: async () => HEALTHY,
  });

  app.route({
    method: "GET",
    url: "/readyz",
    schema: {
      operationId: "getReadiness",
      summary: "Check that the database responds",
      querystring: z.looseObject({}),
      response: {
        200: jsonAnswer("It responds", Health),
        503: errorAnswer("It does not respond"),
      },
    },
    handler: async (request) => {
      try {
        // Runs one query at a time, so that queries do not queue up while the database hangs.
        pending ??= deps.ping().finally(() => (pending = undefined));
        await withTimeout(pending, DATABASE_ANSWER_MS);
      } catch (error) {
        request.log.warn({ err: error }, "the database does not answer");
        throw new UserError(503, "The database is not responding.");
      }
      return HEALTHY;
    },
  });
};
