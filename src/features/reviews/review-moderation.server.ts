import type { FastifyInstance } from "fastify";
import { declareCall } from "../../server/call.server.ts";
import type { Sessions } from "../../server/session.server.ts";
import { MODERATED_REVIEWS } from "./limits.ts";
import type { ReviewModeration } from "./review-moderation.store.server.ts";
import { ModerationQuery, ModerationSchema } from "./review-schemas.server.ts";

const NO_REVIEW = "No such review";

export interface ModerationDeps {
  moderation: ReviewModeration;
  sessions: Pick<Sessions, "requireUser" | "userOf">;
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
    answers: { 200: { description: "A part of the reviews", schema: ModerationSchema } },
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
