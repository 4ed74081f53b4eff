import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { UserError } from "../../base/errors.server.ts";
import { errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { VISITORS } from "../../server/plugins/api-description.server.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.db.server.ts";
import { requireClaimValue } from "../claims/claim-values.server.ts";
import {
  CORRECTION_NOT_FOUND,
  createCorrectionDecisions,
  type ReceivedCorrection,
} from "./corrections.db.server.ts";
import {
  CorrectionInput,
  CorrectionState,
  SentCorrection,
  Acceptance,
  Correction,
  CorrectionsAnswer,
  CorrectionsQuery,
  DeclinedAnswer,
  DeclineInput,
  DeclineManyInput,
  MOST_CORRECTIONS_PER_DECISION,
} from "./corrections.schema.ts";
import { IdInPath } from "../../server/path-parameters.server.ts";
import { VERSION_CONFLICT, sendOutcome } from "../catalogue/if-match.server.ts";

/** Maximum number of corrections per visitor, and per address, within the period. */
const CORRECTIONS_PER_VISITOR = 10;
export const CORRECTIONS_PER_ADDRESS = 10;
const CORRECTION_WINDOW_MS = 60 * 60_000;

/** Calls to send a correction and to check on it (evidence.md#corrections). */
export const correctionRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { corrections, visitors, rateLimits, retries } = app;
  const limit = rateLimits.limit({
    name: "corrections",
    windowMs: CORRECTION_WINDOW_MS,
    message: (wait) => `Too many corrections in a short time. Please try again in ${wait}.`,
  });

  app.route({
    method: "POST",
    url: "/api/corrections",
    schema: {
      operationId: "sendCorrection",
      summary: "Report a wrong figure or a missing car",
      security: VISITORS,
      headers: RetryHeaders,
      body: CorrectionInput,
      response: {
        201: jsonAnswer("Received; the token gives access to its state", SentCorrection),
        404: errorAnswer("No row has this id"),
        409: errorAnswer("The row already has this value"),
        422: errorAnswer(OTHER_CONTENT),
      },
    },
    handler: async (request, reply) => {
      const { body } = request;
      if ("field" in body) requireClaimValue(body.field, body.value);
      const attempt = { call: "sendCorrection", content: body };
      const added = await retries.once<ReceivedCorrection>(request, attempt, async (once) => {
        await visitors.ensureVisitor(request, reply, (visitor) =>
          limit.take([
            { key: visitor, limit: CORRECTIONS_PER_VISITOR },
            ...rateLimits.networkShares(request, CORRECTIONS_PER_ADDRESS),
          ]),
        );
        return corrections.add(body, once);
      });
      return { id: added.id, token: corrections.tokenOf(added) };
    },
  });

  app.route({
    method: "GET",
    url: "/api/corrections/:token",
    config: { isOwnRead: true },
    schema: {
      operationId: "getCorrectionState",
      summary: "Get the state of a correction, by its token",
      params: z.object({ token: z.string() }),
      response: {
        200: jsonAnswer("Its state", CorrectionState),
      },
    },
    handler: async (request, reply) => {
      reply
        .header("cache-control", "private, no-store")
        .header("referrer-policy", "no-referrer")
        .header("x-robots-tag", "noindex");
      const state = await corrections.findIfKnown(request.params.token);
      if (!state) throw new UserError(404, CORRECTION_NOT_FOUND);
      return state;
    },
  });
};

const DECIDED = errorAnswer("It was already decided, or the row no longer exists");

/** Calls to read and decide corrections (evidence.md#queue-of-corrections); all require a session. */
export const correctionQueueRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { corrections, sessions } = app;
  const decisions = createCorrectionDecisions(app.database);

  app.route({
    method: "GET",
    url: "/api/corrections",
    schema: {
      operationId: "listCorrections",
      summary: "List corrections with the rows as they are now, newest first",
      querystring: CorrectionsQuery,
      response: { 200: jsonAnswer("A page of corrections", CorrectionsAnswer) },
    },
    handler: async (request) => corrections.list(request.query),
  });

  app.route({
    method: "POST",
    url: "/api/corrections/:id/accept",
    schema: {
      params: IdInPath,
      operationId: "acceptCorrection",
      summary:
        "Accept a correction: save the value with its source, or name the row that was added for a missing car",
      body: Acceptance,
      response: {
        200: jsonAnswer("The correction as it is now", Correction),
        409: DECIDED,
        412: VERSION_CONFLICT,
      },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const user = sessions.userOf(request);
      const outcome = await decisions.accept(id, request.body, user);
      return outcome.kind === "done" ? outcome.correction : sendOutcome(reply, outcome, user);
    },
  });

  app.route({
    method: "POST",
    url: "/api/corrections/:id/decline",
    schema: {
      params: IdInPath,
      operationId: "declineCorrection",
      summary: "Decline a correction; the sender sees the reason",
      body: DeclineInput,
      response: {
        200: jsonAnswer("The correction as it is now", Correction),
        409: DECIDED,
      },
    },
    handler: async (request) => {
      const { params, body } = request;
      const user = sessions.userOf(request);
      const [declined] = await decisions.decline([params.id], body.reason, user);
      return declined;
    },
  });

  app.route({
    method: "POST",
    url: "/api/corrections/decline",
    schema: {
      operationId: "declineCorrections",
      summary: `Decline up to ${MOST_CORRECTIONS_PER_DECISION} corrections for one reason, all or none`,
      body: DeclineManyInput,
      response: {
        200: jsonAnswer("Declined", DeclinedAnswer),
        404: errorAnswer(CORRECTION_NOT_FOUND),
        409: errorAnswer("One of them, which is named, was already decided"),
      },
    },
    handler: async (request) => {
      const { ids, reason } = request.body;
      await decisions.decline(ids, reason, sessions.userOf(request));
      return { declined: ids.length };
    },
  });
};
