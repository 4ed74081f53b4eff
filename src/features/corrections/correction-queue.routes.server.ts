import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { IdInPath } from "../../server/path-parameters.server.ts";
import { ADMINISTRATORS } from "../../server/plugins/api-description.server.ts";
import { parseBodyWith } from "../../server/read-body.server.ts";
import { OTHER_VERSION, sendOutcome } from "../admin/rows/if-match.server.ts";
import { createCorrectionDecisions } from "./correction-decisions.db.server.ts";
import { CORRECTION_NOT_FOUND } from "./corrections.db.server.ts";
import {
  Acceptance,
  Correction,
  CorrectionsAnswer,
  CorrectionsQuery,
  DeclinedAnswer,
  DeclineInput,
  DeclineManyInput,
  readAcceptance,
} from "./corrections.schema.ts";
import { CORRECTION_BODY_LIMIT_BYTES, MOST_CORRECTIONS_PER_DECISION } from "./limits.ts";

const DECIDED = errorAnswer("It was already decided, or the row no longer exists");

/** Calls to read and decide corrections (evidence.md#queue-of-corrections); all require a session. */
export const correctionQueueRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { corrections, sessions } = app;
  const decisions = createCorrectionDecisions(app.database);
  const onRequest = sessions.requireAdministrator;
  const shared = { security: ADMINISTRATORS };
  const decision = { ...shared, params: IdInPath };
  const bodyLimit = CORRECTION_BODY_LIMIT_BYTES;

  app.get(
    "/api/corrections",
    {
      onRequest,
      schema: {
        ...shared,
        operationId: "listCorrections",
        summary: "List corrections with the rows as they are now, newest first",
        querystring: CorrectionsQuery,
        response: { 200: jsonAnswer("A page of corrections", CorrectionsAnswer) },
      },
    },
    async (request) => corrections.list(request.query),
  );

  app.post(
    "/api/corrections/:id/accept",
    {
      onRequest,
      bodyLimit,
      schema: {
        ...decision,
        operationId: "acceptCorrection",
        summary:
          "Accept a correction: save the value with its source, or name the row that was added for a missing car",
        body: parseBodyWith(Acceptance, readAcceptance),
        response: {
          200: jsonAnswer("The correction as it is now", Correction),
          400: errorAnswer("A field is missing or invalid"),
          404: errorAnswer(CORRECTION_NOT_FOUND),
          409: DECIDED,
          412: OTHER_VERSION,
        },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const user = sessions.userOf(request);
      const outcome = await decisions.accept(id, request.body, user);
      return outcome.kind === "done" ? outcome.correction : sendOutcome(reply, outcome, user);
    },
  );

  app.post(
    "/api/corrections/:id/decline",
    {
      onRequest,
      bodyLimit,
      schema: {
        ...decision,
        operationId: "declineCorrection",
        summary: "Decline a correction; the sender sees the reason",
        body: DeclineInput,
        response: {
          200: jsonAnswer("The correction as it is now", Correction),
          400: errorAnswer("The reason is missing or invalid"),
          404: errorAnswer(CORRECTION_NOT_FOUND),
          409: DECIDED,
        },
      },
    },
    async (request) =>
      decisions.decline(request.params.id, request.body.reason, sessions.userOf(request)),
  );

  app.post(
    "/api/corrections/decline",
    {
      onRequest,
      bodyLimit,
      schema: {
        ...shared,
        operationId: "declineCorrections",
        summary: `Decline up to ${MOST_CORRECTIONS_PER_DECISION} corrections for one reason, all or none`,
        body: DeclineManyInput,
        response: {
          200: jsonAnswer("Declined", DeclinedAnswer),
          400: errorAnswer("The ids or the reason are missing or invalid"),
          404: errorAnswer(CORRECTION_NOT_FOUND),
          409: errorAnswer("One of them, which is named, was already decided"),
        },
      },
    },
    async (request) => {
      const { ids, reason } = request.body;
      await decisions.declineMany(ids, reason, sessions.userOf(request));
      return { declined: ids.length };
    },
  );
};
