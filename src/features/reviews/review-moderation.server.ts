import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { idOf } from "../../server/address-id.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { query, readQuery, refuseFields, whole } from "../../server/query.server.ts";
import { MODERATED_REVIEWS, REVIEWS_PER_ANSWER } from "./limits.ts";
import type { ReviewModeration } from "./review-moderation.store.server.ts";

/** Query of the administrators' list of reviews (readings 3). */
export const ModerationQuery = query({
  flagged: z
    .preprocess(
      (given) => (given === "true" ? true : given === "false" ? false : given),
      z.boolean({ error: "flagged must be true or false" }),
    )
    .meta({ description: "true: only those that visitors asked to look at, most flags first" }),
  limit: whole("limit", 1, REVIEWS_PER_ANSWER).meta({
    description: `reviews to answer; ${MODERATED_REVIEWS} when absent`,
  }),
  offset: whole("offset", 0).meta({ description: "reviews to leave out first" }),
}).partial();

export interface ModerationDeps {
  moderation: ReviewModeration;
  sessions: Pick<Sessions, "requireUser" | "userOf">;
}

/** Listing, removing and keeping reviews (readings 3); all need a session. */
export function reviewModerationRoutes(
  app: FastifyInstance,
  { moderation, sessions }: ModerationDeps,
): void {
  const guarded = { onRequest: sessions.requireUser };
  const writing = { ...guarded, bodyLimit: 1024, preHandler: refuseFields };

  app.get("/api/reviews", guarded, async (request, reply) => {
    const {
      flagged = false,
      limit = MODERATED_REVIEWS,
      offset = 0,
    } = readQuery(ModerationQuery, request.query);
    reply.header("cache-control", "no-store");
    return moderation.read({ flagged, limit, offset });
  });

  app.delete("/api/reviews/:id", writing, async (request, reply) => {
    await moderation.remove(idOf(request), sessions.userOf(request));
    return reply.code(204).header("cache-control", "no-store").send();
  });

  app.post("/api/reviews/:id/keep", writing, async (request, reply) => {
    await moderation.keep(idOf(request), sessions.userOf(request));
    return reply.code(204).header("cache-control", "no-store").send();
  });
}
