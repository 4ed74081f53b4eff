import type { FastifyReply, FastifyRequest } from "fastify";
import { clientAddress, type RateLimits } from "../../server/rate-limit.server.ts";
import type { Visitors } from "../../server/visitor.server.ts";
import {
  FLAGS_PER_ADDRESS,
  REVIEW_WINDOW_MS,
  REVIEWS_PER_ADDRESS,
  REVIEWS_PER_VISITOR,
} from "./limits.ts";

export type ReviewLimits = ReturnType<typeof createReviewLimits>;

/** Rate limits by visitor and by address (reviews.md#review-limits). */
export function createReviewLimits(visitors: Visitors, rateLimits: RateLimits) {
  const rule = (name: string, limit: number) =>
    rateLimits({
      name,
      limit,
      windowMs: REVIEW_WINDOW_MS,
      sentence: (wait) => `Too many reviews in a short time. Please try again in ${wait}.`,
    });
  const byVisitor = rule("reviews by visitor", REVIEWS_PER_VISITOR);
  const byAddress = rule("reviews by address", REVIEWS_PER_ADDRESS);
  const flags = rateLimits({
    name: "flags by address",
    limit: FLAGS_PER_ADDRESS,
    windowMs: REVIEW_WINDOW_MS,
    sentence: (wait) => `Too many flags in a short time. Please try again in ${wait}.`,
  });
  return {
    /** @returns a function that undoes the counting */
    async takeReview(request: FastifyRequest, reply: FastifyReply): Promise<() => Promise<void>> {
      const visitor = visitors.visitorOf(request);
      const address = clientAddress(request);
      // Check both limits in parallel, so that a slow database costs only one wait.
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
