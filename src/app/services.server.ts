import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { createRowStore } from "../features/admin/rows/rows.db.server.ts";
import { createAuth } from "../features/auth/auth.server.ts";
import { createCatalogue } from "../features/catalogue/catalogue.server.ts";
import { fillStarterCatalogue } from "../features/catalogue/starter-facts.db.server.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import { createClaimStore } from "../features/claims/claims.db.server.ts";
import {
  createCorrectionStore,
  watchOldCorrections,
} from "../features/corrections/corrections.db.server.ts";
import { createImageIntake } from "../features/pictures/image-intake.server.ts";
import {
  adoptPictureFiles,
  createImageStore,
  watchUnusedPictures,
} from "../features/pictures/image-store.db.server.ts";
import { createReviewStore } from "../features/reviews/reviews.db.server.ts";
import { openDatabase } from "../db/database.server.ts";
import type { Env } from "../base/env.server.ts";
import { countTogether } from "../server/rate-limit.db.server.ts";
import { countInMemory, createRateLimits } from "../server/rate-limit.server.ts";
import { countDatabaseError } from "../server/request-records.server.ts";
import { createRetries } from "../server/retries.db.server.ts";
import { createVisitors } from "../server/visitor.server.ts";

/** Opens and fills the database and creates the services on it, which `close` closes. */
export async function openServices(env: Env, log: FastifyBaseLogger) {
  const onBroken = (error: Error, isStillBroken?: boolean): void => {
    countDatabaseError("connection");
    if (!isStillBroken) log.warn({ err: error }, "a connection to the database broke");
  };
  const database = await openDatabase(env, onBroken);
  const vehicles = createVehicleStore(database);
  if (database.created && env.starterCatalogue) {
    await fillStarterCatalogue(database);
  }
  const catalogue = createCatalogue(vehicles, database, (error) => {
    countDatabaseError("catalogue");
    log.warn({ err: error }, "the database is not responding; pages show older data");
  });
  await adoptPictureFiles(database);
  const imageStore = createImageStore(database);
  const stopPictureRemoval = watchUnusedPictures(database, (error) =>
    log.warn({ err: error }, "unused pictures could not be removed"),
  );
  const rateLimits = createRateLimits(
    env,
    database.isShared ? countTogether(database) : countInMemory(),
  );
  const auth = await createAuth(database, env, rateLimits);
  const corrections = await createCorrectionStore(database);
  const stopDeclining = await watchOldCorrections(database, corrections, (error) =>
    log.warn({ err: error }, "old corrections could not be declined or erased"),
  );
  return {
    auth,
    services: {
      database,
      vehicles,
      catalogue,
      rows: createRowStore(database),
      claims: createClaimStore(database),
      corrections,
      reviews: createReviewStore(database),
      imageStore,
      images: createImageIntake(imageStore),
      rateLimits,
      retries: createRetries(database),
      sessions: auth.sessions,
      visitors: await createVisitors(database, rateLimits),
    },
    async close(): Promise<void> {
      await Promise.all([stopPictureRemoval(), stopDeclining()]);
      await database.close();
    },
  };
}

/** What several features use, as `app.rows` or `request.server.rows`. */
type Services = Awaited<ReturnType<typeof openServices>>["services"];

declare module "fastify" {
  interface FastifyInstance extends Services {}
}

/** @param services in the app all of them, in a test those that its routes use */
export function decorateWith(app: FastifyInstance, services: Partial<Services>): void {
  for (const [name, service] of Object.entries(services))
    app.decorate<unknown, string>(name, service);
}
