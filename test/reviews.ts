import { decorateWith } from "../src/app/services.server.ts";
import type { FastifyInstance } from "fastify";
import type { Database } from "../src/db/database.server.ts";
import { countInMemory, createRateLimits } from "../src/server/rate-limit.server.ts";
import { createRetries } from "../src/server/retries.db.server.ts";
import { forAdministrators } from "../src/server/session.server.ts";
import { createVisitors } from "../src/server/visitor.server.ts";
import type { VehicleStore } from "../src/features/catalogue/vehicles.db.server.ts";
import type { Ev } from "../src/domain/vehicle.ts";
import { openTestCatalogue } from "./catalogue.ts";

import { createReviewStore } from "../src/features/reviews/reviews.db.server.ts";
import {
  reviewDeletionRoutes,
  reviewModerationRoutes,
} from "../src/features/admin/moderation/review-moderation.routes.server.ts";
import { reviewRoutes } from "../src/features/reviews/reviews.routes.server.ts";
import type { ReviewsAnswer } from "../src/features/reviews/reviews.schema.ts";

type InjectedAnswer = Awaited<ReturnType<FastifyInstance["inject"]>>;

interface TestReviews {
  app: FastifyInstance;
  store: VehicleStore;
  /** a model with two trims */
  tesla: Ev;
  kia: Ev;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<InjectedAnswer>;
  /** calls an existing review */
  callReview(
    method: "PUT" | "DELETE",
    id: number,
    headers: Record<string, string>,
    body?: unknown,
  ): Promise<InjectedAnswer>;
  read(path: string): Promise<ReviewsAnswer>;
  /** advances the clock of the limits by milliseconds */
  wait(time: number): void;
}

/** A valid review. */
export const GOOD = { userName: "Ada", rating: 4, comment: "Quiet and quick." };

/** The calls of reviews on a database with five models; closed after the test. */
export async function openTestReviews(
  database: Database,
  { rateLimits = false } = {},
): Promise<TestReviews> {
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
  app.register(reviewDeletionRoutes);
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
    tesla: named("Model 3"),
    kia: named("EV9"),
    post: (path, body, headers = {}) =>
      app.inject({
        method: "POST",
        url: path,
        headers,
        ...(body !== undefined && { payload: body as object }),
      }),
    callReview: (method, id, headers, body) =>
      app.inject({
        method,
        url: `/api/reviews/${id}`,
        headers,
        ...(body !== undefined && { payload: body as object }),
      }),
    read: async (path) => (await app.inject(path)).json<ReviewsAnswer>(),
    wait: (milliseconds) => void (time += milliseconds),
  };
}
