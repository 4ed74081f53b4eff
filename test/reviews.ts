import { decorateWith } from "../src/app/services.server.ts";
import type { Database } from "../src/db/database.server.ts";
import { countInMemory, createRateLimits } from "../src/server/rate-limit.server.ts";
import { createRetries } from "../src/server/retries.db.server.ts";
import { forAdministrators } from "../src/server/session.server.ts";
import { createVisitors } from "../src/server/visitor.server.ts";
import { openTestCatalogue } from "./catalogue.ts";

import { createReviewStore } from "../src/features/reviews/reviews.db.server.ts";
import {
  reviewModerationRoutes,
  reviewRoutes,
} from "../src/features/reviews/reviews.routes.server.ts";
import type { ReviewsAnswer } from "../src/features/reviews/reviews.schema.ts";
import { callApp } from "./call-app.ts";

export const GOOD = { userName: "Ada", rating: 4, comment: "Quiet and quick." };

/** The calls of reviews on a database with five models; closed after the test. */
export async function openTestReviews(database: Database, { rateLimits = false } = {}) {
  const { app, store, catalogue } = await openTestCatalogue(database);
  let time = 0;
  const limits = createRateLimits(
    { rateLimits: Number(rateLimits) },
    countInMemory(() => time),
  );
  decorateWith(app, {
    reviews: createReviewStore(database),
    visitors: await createVisitors(database, limits),
    rateLimits: limits,
    retries: createRetries(database),
  });
  app.register(reviewRoutes);
  forAdministrators(app, (closed) => void closed.register(reviewModerationRoutes));
  const { evs } = await catalogue.current();
  const named = (model: string) => {
    const ev = evs.find((each) => each.model === model);
    if (!ev) throw new Error(`There is no ${model}.`);
    return ev;
  };
  return {
    app,
    store,
    /** a model with two trims */
    tesla: named("Model 3"),
    kia: named("EV9"),
    post: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      callApp(app, "POST", path, headers, body),
    callReview: (
      method: "PUT" | "DELETE",
      id: number,
      headers: Record<string, string>,
      body?: unknown,
    ) => callApp(app, method, `/api/reviews/${id}`, headers, body),
    read: async (path: string) => (await app.inject(path)).json<ReviewsAnswer>(),
    /** advances the clock of the limits */
    wait: (milliseconds: number) => void (time += milliseconds),
  };
}
