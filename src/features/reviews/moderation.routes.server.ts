import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { emptyAnswer, errorAnswer, jsonAnswer } from "../../server/answers.server.ts";
import { IdInPath } from "../../server/path-parameters.server.ts";
import { ADMINISTRATORS } from "../../server/plugins/api-description.server.ts";
import { createReviewModeration } from "./moderation.db.server.ts";
import { ModerationAnswer, ModerationQuery } from "./reviews.schema.ts";

const NO_REVIEW = errorAnswer("No such review");

/** Administrators' calls to list reviews and to keep flagged ones (reviews.md#moderation). */
export const reviewModerationRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { sessions } = app;
  const moderation = createReviewModeration(app.database);

  app.get(
    "/api/reviews",
    {
      schema: {
        operationId: "listAllReviews",
        summary: "List all reviews, newest first, or those flagged by visitors",
        querystring: ModerationQuery,
        response: { 200: jsonAnswer("A page of reviews", ModerationAnswer) },
      },
    },
    async (request) => moderation.read(request.query),
  );

  app.post(
    "/api/reviews/:id/keep",
    {
      schema: {
        operationId: "keepReview",
        summary: "Clear all flags of a review",
        params: IdInPath,
        response: { 204: emptyAnswer("The flags are gone; the review stays"), 404: NO_REVIEW },
      },
    },
    async (request, reply) => {
      await moderation.keep(request.params.id, sessions.userOf(request));
      reply.code(204);
    },
  );
};

/** The call with which administrators delete reviews, and writers their own. */
export const reviewDeletionRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { reviews, visitors, sessions } = app;
  const moderation = createReviewModeration(app.database);

  app.delete(
    "/api/reviews/:id",
    {
      onRequest: async (request, reply) => {
        const isSignedIn = (await sessions.findUser(request)) !== null;
        const mayBeWriter = !isSignedIn && visitors.visitorOf(request) !== null;
        if (!mayBeWriter) await sessions.requireAdministrator(request, reply);
      },
      schema: {
        operationId: "deleteReview",
        summary: "Delete a review for good, as its writer or an administrator",
        tags: ["Reviews"],
        security: [...ADMINISTRATORS, { visitor: [] }],
        params: IdInPath,
        response: { 204: emptyAnswer("Deleted"), 404: NO_REVIEW },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      reply.code(204);
      const visitor = visitors.visitorOf(request);
      const isSignedIn = (await sessions.findUser(request)) !== null;
      if (!isSignedIn && visitor !== null && (await reviews.removeOwn(id, visitor))) return;
      await sessions.requireAdministrator(request, reply);
      await moderation.remove(id, sessions.userOf(request));
    },
  );
};
