import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { VISITORS } from "../../server/plugins/api-description.server.ts";
import { parseBodyWith } from "../../server/read-body.server.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.db.server.ts";
import { requireClaimValue } from "../claims/claim-values.server.ts";
import {
  CORRECTION_NOT_FOUND,
  CorrectionsFull,
  type ReceivedCorrection,
} from "./corrections.db.server.ts";
import {
  CorrectionInput,
  CorrectionState,
  readCorrection,
  SentCorrection,
} from "./corrections.schema.ts";
import {
  CORRECTION_BODY_LIMIT_BYTES,
  CORRECTION_WINDOW_MS,
  CORRECTIONS_PER_ADDRESS,
  CORRECTIONS_PER_VISITOR,
  FULL_RETRY_SECONDS,
} from "./limits.ts";

const tags = ["Evidence"];

/** @throws ZodError; UserError 400 for a value that the field does not allow */
function readValidCorrection(body: unknown): CorrectionInput {
  const input = readCorrection(body);
  if ("field" in input) requireClaimValue(input.field, input.value);
  return input;
}

/** Calls to send a correction and to check on it (evidence.md#corrections). */
export const correctionRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { corrections, visitors, rateLimits, retries } = app;
  const limit = rateLimits.limit({
    name: "corrections",
    windowMs: CORRECTION_WINDOW_MS,
    sentence: (wait) => `Too many corrections in a short time. Please try again in ${wait}.`,
  });

  app.post(
    "/api/corrections",
    {
      bodyLimit: CORRECTION_BODY_LIMIT_BYTES,
      schema: {
        operationId: "sendCorrection",
        summary: "Report a wrong figure or a missing car",
        tags,
        security: VISITORS,
        headers: RetryHeaders,
        body: parseBodyWith(CorrectionInput, readValidCorrection),
        response: {
          201: jsonAnswer("Received; the token gives access to its state", SentCorrection),
          400: errorAnswer("A field is missing or invalid"),
          404: errorAnswer("No row has this id"),
          409: errorAnswer("The row already has this value"),
          422: errorAnswer(OTHER_CONTENT),
          429: errorAnswer("Too many requests; see Retry-After"),
          503: errorAnswer("Too many corrections are waiting; see Retry-After"),
        },
      },
    },
    async (request, reply) => {
      const { body } = request;
      const attempt = { call: "sendCorrection", content: body };
      try {
        const added = await retries.once<ReceivedCorrection>(request, attempt, async (once) => {
          await visitors.ensureVisitor(request, reply, (visitor) =>
            limit.take(reply, [
              { key: visitor, limit: CORRECTIONS_PER_VISITOR },
              ...rateLimits.networkShares(request, CORRECTIONS_PER_ADDRESS),
            ]),
          );
          return corrections.add(body, once);
        });
        reply.code(201);
        return { id: added.id, token: corrections.tokenOf(added) };
      } catch (error) {
        if (error instanceof CorrectionsFull) {
          reply.header("retry-after", String(FULL_RETRY_SECONDS));
        }
        throw error;
      }
    },
  );

  app.get(
    "/api/corrections/:token",
    {
      config: { isOwnRead: true },
      schema: {
        operationId: "getCorrectionState",
        summary: "Get the state of a correction, by its token",
        tags,
        params: z.object({ token: z.string() }),
        response: {
          200: jsonAnswer("Its state", CorrectionState),
          404: errorAnswer(CORRECTION_NOT_FOUND),
        },
      },
    },
    async (request, reply) => {
      reply
        .header("cache-control", "private, no-store")
        .header("referrer-policy", "no-referrer")
        .header("x-robots-tag", "noindex");
      return corrections.findState(request.params.token);
    },
  );
};
