import type { FastifyReply, FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { VISITORS } from "../../server/plugins/api-description.server.ts";
import { clientAddress, type RateLimits } from "../../server/rate-limit.server.ts";
import { parseBodyWith } from "../../server/read-body.server.ts";
import { OTHER_CONTENT, type Retries, RetryHeaders } from "../../server/retries.server.ts";
import type { Visitors } from "../../server/visitor.server.ts";
import {
  CORRECTION_NOT_FOUND,
  CorrectionsFull,
  type CorrectionStore,
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

interface CorrectionDeps {
  corrections: CorrectionStore;
  visitors: Visitors;
  rateLimits: RateLimits;
  retries: Retries;
}

/** Calls to send a correction and to check on it (evidence.md#corrections). */
export const correctionRoutes: FastifyPluginAsyncZodOpenApi<CorrectionDeps> = async (app, deps) => {
  const { corrections, visitors, rateLimits, retries } = deps;
  const takeCorrection = createCorrectionLimit(visitors, rateLimits);

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
        body: parseBodyWith(CorrectionInput, readCorrection),
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
      let giveBack: (() => Promise<void>) | undefined; // a retry does not count towards the limits
      try {
        const { id } = await retries.once<{ id: number }, void>(
          request,
          { call: "sendCorrection", content: body },
          async (once) => {
            const added = await corrections.add(body, once);
            giveBack = undefined;
            return added;
          },
          async () => {
            await corrections.requireNews(body);
            giveBack = await takeCorrection(request, reply);
          },
        );
        // A correction that was already stored is answered even when a limit is reached.
        reply.removeHeader("retry-after").code(201);
        return { id, token: corrections.tokenOf(id) };
      } catch (error) {
        if (error instanceof CorrectionsFull) {
          reply.header("retry-after", String(FULL_RETRY_SECONDS));
        }
        throw error;
      } finally {
        await giveBack?.();
      }
    },
  );

  app.get(
    "/api/corrections/:token",
    {
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

function createCorrectionLimit(visitors: Visitors, rateLimits: RateLimits) {
  const rule = (name: string, limit: number) =>
    rateLimits({
      name,
      limit,
      windowMs: CORRECTION_WINDOW_MS,
      sentence: (wait) => `Too many corrections in a short time. Please try again in ${wait}.`,
    });
  const byVisitor = rule("corrections by visitor", CORRECTIONS_PER_VISITOR);
  const byAddress = rule("corrections by address", CORRECTIONS_PER_ADDRESS);

  /** Makes the sender a visitor. @returns a function that undoes the counting @throws UserError 429 */
  return async (request: FastifyRequest, reply: FastifyReply): Promise<() => Promise<void>> => {
    const address = clientAddress(request);
    const former = visitors.visitorOf(request);
    const ofAddress = byAddress.take(address, reply);
    try {
      // Check both limits in parallel, so that a slow database costs only one wait.
      await Promise.all([ofAddress, former !== null && byVisitor.take(former, reply)]);
      const visitor = await visitors.ensureVisitor(request, reply);
      if (former === null) await byVisitor.take(visitor, reply);
      return async () => {
        await Promise.all([byAddress.giveBack(address), byVisitor.giveBack(visitor)]);
      };
    } catch (error) {
      // A refused visitor does not use up the limit of others at the same address.
      await ofAddress.then(
        () => byAddress.giveBack(address),
        () => undefined,
      );
      throw error;
    }
  };
}
