import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { declareCall } from "../../server/call.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { sendEncoded } from "../../server/response-cache.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { clientAddress, type RateLimits } from "../../server/rate-limit.server.ts";
import { OTHER_CONTENT, type Retries, RetryHeaders } from "../../server/retries.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import type { Visitors } from "../../server/visitor.server.ts";
import { UNCHANGED } from "../../server/answers.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import {
  FIRST_REVIEWS,
  FLAGS_PER_ADDRESS,
  MODERATED_REVIEWS,
  REVIEW_BODY_LIMIT_BYTES,
  REVIEW_WINDOW_MS,
  REVIEWS_PER_ADDRESS,
  REVIEWS_PER_ANSWER,
  REVIEWS_PER_VISITOR,
} from "./limits.ts";
import type { ReviewModeration } from "./moderation.db.server.ts";
import {
  FlagAnswer,
  ModerationQuery,
  ModerationAnswer,
  Review,
  ReviewInput,
  ReviewsAnswer,
  ReviewsQuery,
} from "./reviews.schema.ts";
import { type ReviewStore, TRIM_NOT_FOUND, type KeptReview } from "./reviews.db.server.ts";
import { figuresOf, type ReviewSort } from "./reviews.ts";
import { VEHICLE_NOT_FOUND } from "../../vehicle/vehicle-rows.db.server.ts";

export interface ReviewDeps {
  catalogue: Pick<Catalogue, "current" | "keeps">;
  reviews: ReviewStore;
  visitors: Visitors;
  rateLimits: RateLimits;
  retries: Retries;
}

const NOT_FOUND = "No such vehicle or trim";
const NO_REVIEW = "No such review";
const SLOWED = "Too many at once; see Retry-After";

/** Reading, writing and flagging reviews (§7, readings 2, 3). */
export function reviewRoutes(app: FastifyInstance, deps: ReviewDeps): void {
  const { catalogue, reviews, visitors, retries } = deps;
  const burst = reviewBurst(deps);

  /** @param id the model's own (readings 2) @throws UserError 404 */
  async function addressed({ id, trimId }: { id: number; trimId?: number }, version?: string) {
    const snapshot = await catalogue.current(version);
    const ev = snapshot.findModel(id);
    if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
    if (trimId !== undefined && !ev.trims[trimId]) throw new UserError(404, TRIM_NOT_FOUND);
    return { snapshot, ev, trimId: trimId ?? null };
  }

  function declareReviews(
    path: "/api/evs/:id" | "/api/evs/:id/trims/:trimId",
    name: "Reviews" | "TrimReviews",
    of: string,
  ) {
    declareCall(app, `GET ${path}/reviews`, {
      id: `list${name}`,
      summary: `Reviews of ${of}`,
      query: ReviewsQuery,
      answers: {
        200: { description: "The reviews", schema: ReviewsAnswer },
        304: UNCHANGED,
        404: NOT_FOUND,
      },
      async handle(asked, request, reply) {
        const { sort = "newest", limit = REVIEWS_PER_ANSWER, offset = 0, _ } = asked.query;
        const { snapshot, ev, trimId } = await addressed(asked, _);
        // Every review makes a new catalogue version, so an answer is valid for its snapshot.
        const key = `reviews ${snapshot.cacheKey} ${ev.id} ${trimId} ${sort} ${limit} ${offset}`;
        const encoded = await app.responseCache.get(key, async () =>
          encodeJson(await readReviews(reviews, ev, { trimId, sort, limit, offset })),
        );
        const { cacheControl } = catalogue.keeps(snapshot, _);
        return sendEncoded(request, reply, encoded, { cacheControl });
      },
    });

    const call = `add${name.slice(0, -1)}`;
    declareCall(app, `POST ${path}/reviews`, {
      id: call,
      summary: `Adds a review of ${of}`,
      visitor: true,
      headers: RetryHeaders,
      body: ReviewInput,
      bodyLimit: REVIEW_BODY_LIMIT_BYTES,
      answers: {
        201: { description: "The new review", schema: Review },
        400: "A field is missing or not valid",
        404: NOT_FOUND,
        422: OTHER_CONTENT,
        429: SLOWED,
      },
      async handle(asked, request, reply) {
        const { trimId: _index, ...words } = asked.body;
        const { rowId = null, userName, rating, comment } = words;
        let giveBack: (() => Promise<void>) | undefined; // what a retry has taken does not count
        let added: Review | undefined;
        const kept = await retries.once<KeptReview, Awaited<ReturnType<typeof addressed>>>(
          request,
          // The trim's index may change meanwhile; beside its row it says nothing.
          { call, content: [request.params, rowId === null ? asked.body : words] },
          async (once, { ev, trimId }) => {
            const about = { modelId: ev.id, rowId, trimId: trimId ?? asked.body.trimId ?? null };
            added = await reviews.add({ ...about, userName, rating, comment }, once);
            giveBack = undefined;
            return added;
          },
          async () => {
            const model = await addressed(asked);
            giveBack = await burst.take(request, reply);
            return model;
          },
        );
        await giveBack?.();
        // A limit does not refuse what was written before.
        reply.removeHeader("retry-after");
        return added ?? reviews.find(kept);
      },
    });
  }

  declareReviews("/api/evs/:id", "Reviews", "a model, its own and those of its trims");
  declareReviews("/api/evs/:id/trims/:trimId", "TrimReviews", "one trim");

  declareCall(app, "POST /api/reviews/:id/flag", {
    id: "flagReview",
    summary: "Asks an administrator to look at a review; once per visitor",
    visitor: true,
    answers: {
      200: { description: "This visitor had flagged it before", schema: FlagAnswer },
      201: { description: "Flagged", schema: FlagAnswer },
      404: NO_REVIEW,
      429: SLOWED,
    },
    async handle({ id }, request, reply) {
      // In parallel: a slow database is waited for twice at most.
      const allowed = Promise.all([burst.takeFlag(request, reply), reviews.requireReview(id)]);
      const visitor = await visitors.ensureVisitor(request, reply, allowed);
      const isNew = await reviews.flag(id, visitor);
      reply.code(isNew ? 201 : 200);
      return { flagged: true as const };
    },
  });
}

/** Rate limits by visitor and by address (beyond the specification). */
function reviewBurst({ visitors, rateLimits }: ReviewDeps) {
  const rule = (name: string, limit: number) =>
    rateLimits({
      name,
      limit,
      windowMs: REVIEW_WINDOW_MS,
      sentence: (wait) =>
        `That is many reviews in a short time. Please send this one again in ${wait}.`,
    });
  const byVisitor = rule("reviews by visitor", REVIEWS_PER_VISITOR);
  const byAddress = rule("reviews by address", REVIEWS_PER_ADDRESS);
  const flags = rateLimits({
    name: "flags by address",
    limit: FLAGS_PER_ADDRESS,
    windowMs: REVIEW_WINDOW_MS,
    sentence: (wait) => `That is many flags in a short time. Please try again in ${wait}.`,
  });
  return {
    /** @returns gives back what was taken */
    async take(request: FastifyRequest, reply: FastifyReply): Promise<() => Promise<void>> {
      const visitor = visitors.visitorOf(request);
      const address = clientAddress(request);
      // In parallel, for the same reason as above.
      await Promise.all([
        byAddress.take(address, reply),
        visitor !== null && byVisitor.take(visitor, reply),
      ]);
      return async () => {
        await Promise.all([
          byAddress.giveBack(address),
          visitor !== null && byVisitor.giveBack(visitor),
        ]);
      };
    },
    takeFlag: (request: FastifyRequest, reply: FastifyReply) =>
      flags.take(clientAddress(request), reply),
  };
}

/** Each review with its trim's current index. */
async function readReviews(
  store: Pick<ReviewStore, "read">,
  ev: Ev,
  asked: { trimId: number | null; sort: ReviewSort; limit: number; offset: number },
): Promise<ReviewsAnswer> {
  const { trimId, ...part } = asked;
  const rowId = trimId === null ? null : (ev.trims[trimId]?.rowId ?? null);
  const { reviews, histogram } = await store.read({ modelId: ev.id, rowId, ...part });
  const indexes = new Map(ev.trims.map((trim) => [trim.rowId, trim.index]));
  return {
    reviews: reviews.map(({ rowId: row, ...review }) => {
      const index = row === null ? undefined : indexes.get(row);
      return index === undefined ? review : { ...review, trimId: index };
    }),
    ...figuresOf(histogram),
  };
}

export function readFirstReviews(store: Pick<ReviewStore, "read">, ev: Ev): Promise<ReviewsAnswer> {
  return readReviews(store, ev, { trimId: null, sort: "newest", limit: FIRST_REVIEWS, offset: 0 });
}

export interface ModerationDeps {
  moderation: ReviewModeration;
  sessions: Pick<Sessions, "requireAdministrator" | "userOf">;
}

/** Listing, removing and keeping reviews (readings 3); all need a session. */
export function reviewModerationRoutes(
  app: FastifyInstance,
  { moderation, sessions }: ModerationDeps,
): void {
  declareCall(app, "GET /api/reviews", {
    id: "listAllReviews",
    summary: "All reviews, newest first, or those that visitors flagged",
    signedIn: sessions,
    query: ModerationQuery,
    answers: { 200: { description: "A part of the reviews", schema: ModerationAnswer } },
    handle: ({ query: { flagged = false, limit = MODERATED_REVIEWS, offset = 0 } }) =>
      moderation.read({ flagged, limit, offset }),
  });

  declareCall(app, "DELETE /api/reviews/:id", {
    id: "deleteReview",
    summary: "Deletes a review for good",
    signedIn: sessions,
    answers: { 204: "Deleted", 404: NO_REVIEW },
    handle: ({ id }, request) => moderation.remove(id, sessions.userOf(request)),
  });

  declareCall(app, "POST /api/reviews/:id/keep", {
    id: "keepReview",
    summary: "Takes back all flags of a review",
    signedIn: sessions,
    answers: { 204: "Kept", 404: NO_REVIEW },
    handle: ({ id }, request) => moderation.keep(id, sessions.userOf(request)),
  });
}
