import type { FastifyRequest } from "fastify";
import type { FastifyPluginAsyncZodOpenApi } from "fastify-zod-openapi";
import { z } from "zod";
import { emptyAnswer, errorAnswer, jsonAnswer, withEtag } from "../../server/answers.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { IdInPath, idInPath, indexInPath } from "../../server/path-parameters.server.ts";
import { ADMINISTRATORS, VISITORS } from "../../server/plugins/api-description.server.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { OTHER_CONTENT, RetryHeaders } from "../../server/retries.db.server.ts";
import type { Ev } from "../../domain/vehicle.ts";
import type { Snapshot } from "../catalogue/catalogue-snapshot.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import { createReviewModeration, type KeptReview, TRIM_NOT_FOUND } from "./reviews.db.server.ts";
import {
  FlagAnswer,
  ModerationAnswer,
  ModerationQuery,
  MyReviewsAnswer,
  Review,
  ReviewEdit,
  ReviewInput,
  REVIEWS_PER_ANSWER,
  ReviewsAnswer,
  ReviewsQuery,
} from "./reviews.schema.ts";

/** Maximum number of reviews from one visitor within the period... */
export const REVIEWS_PER_VISITOR = 5;
/** ...and from one address, which several visitors may share. */
export const REVIEWS_PER_ADDRESS = 10;
export const REVIEW_WINDOW_MS = 10 * 60_000;

const FLAGS_PER_ADDRESS = 30;

/** @param params the model's id and the index of a trim @throws UserError 404 */
async function findReviewed(
  catalogue: Pick<Catalogue, "current">,
  { id, trimId }: { id: number; trimId?: number },
  version?: string,
): Promise<{ snapshot: Snapshot; ev: Ev; trimId: number | null }> {
  const snapshot = await catalogue.current(version);
  const ev = snapshot.requireModel(id);
  if (trimId !== undefined && !ev.trims[trimId]) throw new UserError(404, TRIM_NOT_FOUND);
  return { snapshot, ev, trimId: trimId ?? null };
}

/** What a review is about: a model, or one of its trims (reviews.md#what-a-review-is). */
const REVIEWED: readonly {
  path: string;
  params: z.ZodType<{ id: number; trimId?: number }>;
  name: string;
  what: string;
}[] = [
  { path: "/api/evs/:id", params: IdInPath, name: "Reviews", what: "a model" },
  {
    path: "/api/evs/:id/trims/:trimId",
    params: z.object({ id: idInPath, trimId: indexInPath }),
    name: "TrimReviews",
    what: "one trim",
  },
];

/** Reading, writing and flagging reviews (calls.md#review-calls), and a writer's own (reviews.md#own-reviews). */
export const reviewRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { catalogue, reviews, retries, visitors, rateLimits, sessions } = app;
  const moderation = createReviewModeration(app.database);
  const reviewLimit = rateLimits.limit({
    name: "reviews",
    windowMs: REVIEW_WINDOW_MS,
    message: (wait) => `Too many reviews in a short time. Please try again in ${wait}.`,
  });
  const flagLimit = rateLimits.limit({
    name: "flags",
    windowMs: REVIEW_WINDOW_MS,
    message: (wait) => `Too many flags in a short time. Please try again in ${wait}.`,
  });

  /** Counts a new or edited review towards the limits (reviews.md#review-limits). @throws UserError 429 */
  const takeReview = (request: FastifyRequest, visitor: string | null) =>
    reviewLimit.take([
      ...(visitor === null ? [] : [{ key: visitor, limit: REVIEWS_PER_VISITOR }]),
      ...rateLimits.networkShares(request, REVIEWS_PER_ADDRESS),
    ]);

  for (const { path, params, name, what } of REVIEWED) {
    const call = `add${name.slice(0, -1)}`;
    app.route({
      method: "GET",
      url: `${path}/reviews`,
      schema: {
        operationId: `list${name}`,
        summary: `List the reviews of ${what}`,
        params,
        querystring: ReviewsQuery,
        response: withEtag(jsonAnswer("The reviews", ReviewsAnswer)),
      },
      handler: async (request, reply) => {
        const { sort = "newest", limit = REVIEWS_PER_ANSWER, offset = 0, _ } = request.query;
        const { snapshot, ev, trimId } = await findReviewed(catalogue, request.params, _);
        // Every review creates a new catalogue version, so an answer stays valid for its snapshot.
        const key = `reviews ${snapshot.cacheKey} ${ev.id} ${trimId} ${sort} ${limit} ${offset}`;
        const encoded = await app.responseCache.get(key, async () =>
          encodeJson(await reviews.read(ev, { trimId, sort, limit, offset })),
        );
        const { cacheControl } = catalogue.cachePolicy(snapshot, _);
        return sendEncoded(request, reply, encoded, { cacheControl });
      },
    });

    app.route({
      method: "POST",
      url: `${path}/reviews`,
      schema: {
        operationId: call,
        summary: `Add a review of ${what}`,
        security: VISITORS,
        params,
        headers: RetryHeaders,
        body: ReviewInput,
        response: {
          201: jsonAnswer("The new review", Review),
          422: errorAnswer(OTHER_CONTENT),
        },
      },
      handler: async (request, reply) => {
        const { body } = request;
        const { trimId: _index, ...words } = body;
        const { rowId = null, userName, rating, comment } = words;
        let added: Review | undefined;
        // The trim's index may change in the meantime, so it is left out when there is a row.
        const content = [request.params, rowId === null ? body : words];
        const kept = await retries.once<KeptReview>(request, { call, content }, async (once) => {
          const { ev, trimId } = await findReviewed(catalogue, request.params);
          const about = { modelId: ev.id, rowId, trimId: trimId ?? body.trimId ?? null };
          const visitor = await visitors.ensureVisitor(request, reply, (sender) =>
            takeReview(request, sender),
          );
          added = await reviews.add({ ...about, userName, rating, comment, visitor }, once);
          return added;
        });
        // The review belongs to the visitor who wrote it back then.
        if (!added) reply.removeHeader("set-cookie");
        const { id, trimId } = kept;
        return added ?? { ...(await reviews.find(id)), ...(trimId !== undefined && { trimId }) };
      },
    });
  }

  app.route({
    method: "GET",
    url: "/api/reviews/mine",
    schema: {
      operationId: "listMyReviews",
      summary: "List the reviews that this visitor wrote",
      security: VISITORS,
      response: { 200: jsonAnswer("The ids", MyReviewsAnswer) },
    },
    handler: async (request) => {
      const visitor = visitors.visitorOf(request);
      return { ids: visitor === null ? [] : await reviews.writtenBy(visitor) };
    },
  });

  app.route({
    method: "PUT",
    url: "/api/reviews/:id",
    schema: {
      operationId: "editReview",
      summary: "Edit a review, as its writer",
      security: VISITORS,
      params: IdInPath,
      body: ReviewEdit,
      response: {
        200: jsonAnswer("The review as it stands now", Review),
        403: errorAnswer("Another visitor wrote it"),
      },
    },
    handler: async (request) => {
      const visitor = visitors.visitorOf(request);
      await takeReview(request, visitor);
      return reviews.edit(request.params.id, visitor, request.body);
    },
  });

  app.route({
    method: "POST",
    url: "/api/reviews/:id/flag",
    schema: {
      operationId: "flagReview",
      summary: "Flag a review for an administrator to look at, once per visitor",
      security: VISITORS,
      params: IdInPath,
      response: {
        200: jsonAnswer("This visitor has already flagged it", FlagAnswer),
        201: jsonAnswer("Flagged", FlagAnswer),
      },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const visitor = await visitors.ensureVisitor(request, reply, async () => {
        await flagLimit.take(rateLimits.networkShares(request, FLAGS_PER_ADDRESS));
        await reviews.find(id);
      });
      if (await reviews.flag(id, visitor)) reply.code(201);
      return { flagged: true as const };
    },
  });

  app.route({
    method: "DELETE",
    url: "/api/reviews/:id",
    onRequest: async (request, reply) => {
      const isSignedIn = (await sessions.findUser(request)) !== null;
      const mayBeWriter = !isSignedIn && visitors.visitorOf(request) !== null;
      if (!mayBeWriter) await sessions.requireAdministrator(request, reply);
    },
    schema: {
      operationId: "deleteReview",
      summary: "Delete a review for good, as its writer or an administrator",
      security: [...ADMINISTRATORS, { visitor: [] }],
      params: IdInPath,
      response: { 204: emptyAnswer("Deleted") },
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      const visitor = visitors.visitorOf(request);
      const isSignedIn = (await sessions.findUser(request)) !== null;
      if (!isSignedIn && visitor !== null && (await reviews.removeOwn(id, visitor))) return;
      await sessions.requireAdministrator(request, reply);
      await moderation.remove(id, sessions.userOf(request));
    },
  });
};

/** Administrators' calls to list reviews and to keep flagged ones (reviews.md#moderation). */
export const reviewModerationRoutes: FastifyPluginAsyncZodOpenApi = async (app) => {
  const { sessions } = app;
  const moderation = createReviewModeration(app.database);

  app.route({
    method: "GET",
    url: "/api/reviews",
    schema: {
      operationId: "listAllReviews",
      summary: "List all reviews, newest first, or those flagged by visitors",
      querystring: ModerationQuery,
      response: { 200: jsonAnswer("A page of reviews", ModerationAnswer) },
    },
    handler: async (request) => moderation.read(request.query),
  });

  app.route({
    method: "POST",
    url: "/api/reviews/:id/keep",
    schema: {
      operationId: "keepReview",
      summary: "Clear all flags of a review",
      params: IdInPath,
      response: { 204: emptyAnswer("The flags are gone; the review stays") },
    },
    handler: async (request) => moderation.keep(request.params.id, sessions.userOf(request)),
  });
};
