import type { FastifyInstance } from "fastify";
import type { RowStore } from "../features/admin/rows/rows.db.server.ts";
import type { Catalogue } from "../features/catalogue/catalogue.server.ts";
import type { VehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import type { ClaimStore } from "../features/claims/claims.db.server.ts";
import type { CorrectionStore } from "../features/corrections/corrections.db.server.ts";
import type { MappingStore } from "../features/import/mapping/saved-mappings.db.server.ts";
import type { ImageStore } from "../features/pictures/image-store.db.server.ts";
import type { ImageIntake } from "../features/pictures/image-intake.server.ts";
import type { ReviewStore } from "../features/reviews/reviews.db.server.ts";
import type { Database } from "../db/database.server.ts";
import type { RateLimits } from "../server/rate-limit.server.ts";
import type { Retries } from "../server/retries.db.server.ts";
import type { Sessions } from "../server/session.server.ts";
import type { Visitors } from "../server/visitor.server.ts";

/** What several features use, as `app.rows` or `request.server.rows`. */
export interface Services {
  database: Database;
  vehicles: VehicleStore;
  catalogue: Catalogue;
  rows: RowStore;
  claims: ClaimStore;
  corrections: CorrectionStore;
  reviews: ReviewStore;
  imageStore: ImageStore;
  images: ImageIntake;
  importMappings: MappingStore;
  rateLimits: RateLimits;
  retries: Retries;
  sessions: Sessions;
  visitors: Visitors;
}

declare module "fastify" {
  interface FastifyInstance extends Services {}
}

/** @param services in the app all of them, in a test those that its routes use */
export function decorateWith(app: FastifyInstance, services: Partial<Services>): void {
  for (const [name, service] of Object.entries(services))
    app.decorate<unknown, string>(name, service);
}
