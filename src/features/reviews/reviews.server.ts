import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { idOf, numberInAddress } from "../../server/address-id.server.ts";
import { encodeJson } from "../../server/compression.server.ts";
import { sendEncoded } from "../../server/send-encoded.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { clientAddress, type RateLimits } from "../../server/rate-limit.server.ts";
import type { Visitors } from "../../server/visitor.server.ts";
import { readQuery, refuseFields, refuseParameters } from "../../server/query.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { Snapshot } from "../catalogue/catalogue-snapshot.server.ts";
import type { Catalogue } from "../catalogue/catalogue.server.ts";
import {
  FIRST_REVIEWS,
  FLAGS_PER_ADDRESS,
  REVIEW_BODY_LIMIT_BYTES,
  REVIEW_WINDOW_MS,
  REVIEWS_PER_ADDRESS,
  REVIEWS_PER_ANSWER,
  REVIEWS_PER_VISITOR,
} from "./limits.ts";
import { ReviewInput, ReviewsQuery } from "./review-input.server.ts";
import { type ReviewStore, TRIM_NOT_FOUND } from "./review.store.server.ts";
import { figuresOf, type ReviewsAnswer, type ReviewSort } from "./reviews.ts";
import { VEHICLE_NOT_FOUND } from "../../vehicle/vehicle-not-found.server.ts";

export interface ReviewDeps {
  catalogue: Pick<Catalogue, "current">;
  reviews: ReviewStore;
  visitors: Visitors;
  rateLimits: RateLimits;
}

/** Reading, writing and flagging reviews (§7, readings 2, 3). */
export function reviewRoutes(app: FastifyInstance, deps: ReviewDeps): void {
  const { catalogue, reviews, visitors } = deps;
  const burst = reviewBurst(deps);

  async function read(request: FastifyRequest, reply: FastifyReply) {
    const asked = readQuery(ReviewsQuery, request.query);
    const { sort = "newest", limit = REVIEWS_PER_ANSWER, offset = 0 } = asked;
    const snapshot = await catalogue.current();
    const { ev, trimId } = addressed(request, snapshot);
    // A review is a new version, so an answer is right for as long as its snapshot is.
    const key = `reviews ${ev.id} ${trimId} ${sort} ${limit} ${offset}`;
    const answer = await snapshot.answers.get(key, async () =>
      encodeJson(await readReviews(reviews, ev, { trimId, sort, limit, offset })),
    );
    return sendEncoded(request, reply, answer, { cacheControl: "no-cache" });
  }

  async function post(request: FastifyRequest, reply: FastifyReply) {
    const input = ReviewInput.parse(request.body);
    const { ev, trimId } = addressed(request, await catalogue.current());
    await burst.take(request, reply);
    const review = await reviews.add({
      modelId: ev.id,
      rowId: input.rowId ?? null,
      trimId: trimId ?? input.trimId ?? null,
      userName: input.userName,
      rating: input.rating,
      comment: input.comment,
    });
    return reply.code(201).header("cache-control", "no-store").send(review);
  }

  const writing = { bodyLimit: REVIEW_BODY_LIMIT_BYTES, preHandler: refuseParameters };
  app.get("/api/evs/:id/reviews", read);
  app.get("/api/evs/:id/trims/:trimId/reviews", read);
  app.post("/api/evs/:id/reviews", writing, post);
  app.post("/api/evs/:id/trims/:trimId/reviews", writing, post);

  app.post<{ Params: { id: string } }>(
    "/api/reviews/:id/flag",
    { bodyLimit: 1024, preHandler: refuseFields },
    async (request, reply) => {
      const id = idOf(request);
      // Together, as a slow database is waited for twice at most.
      await Promise.all([reviews.requireReview(id), burst.takeFlag(request, reply)]);
      const isNew = await reviews.flag(id, await visitors.ensureVisitor(request, reply));
      reply.header("cache-control", "no-store");
      return reply.code(isNew ? 201 : 200).send({ flagged: true });
    },
  );
}

/**
 * The model that an address names, by its own id (readings 2), and the index of the trim if any.
 * @throws UserError 404
 */
function addressed(
  request: FastifyRequest,
  { findModel }: Pick<Snapshot, "findModel">,
): { ev: Ev; trimId: number | null } {
  const { trimId } = request.params as { trimId?: string };
  const ev = findModel(idOf(request));
  if (!ev) throw new UserError(404, VEHICLE_NOT_FOUND);
  if (trimId === undefined) return { ev, trimId: null };
  const trim = ev.trims[numberInAddress(trimId) ?? -1];
  if (!trim) throw new UserError(404, TRIM_NOT_FOUND);
  return { ev, trimId: trim.index };
}

/** Slows a burst from one visitor or one address, with a sentence (beyond the specification). */
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
    async take(request: FastifyRequest, reply: FastifyReply): Promise<void> {
      const visitor = visitors.visitorOf(request);
      // Together: a slow database is waited for once by both, and once more by the review.
      await Promise.all([
        byAddress.take(clientAddress(request), reply),
        visitor !== null && byVisitor.take(visitor, reply),
      ]);
    },
    takeFlag: (request: FastifyRequest, reply: FastifyReply) =>
      flags.take(clientAddress(request), reply),
  };
}

/** A part of the reviews of a model or of one of its trims, each with the present index of its trim. */
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

/** What the detail page shows of its reviews before anybody chooses otherwise. */
export function readFirstReviews(store: Pick<ReviewStore, "read">, ev: Ev): Promise<ReviewsAnswer> {
  return readReviews(store, ev, { trimId: null, sort: "newest", limit: FIRST_REVIEWS, offset: 0 });
}
