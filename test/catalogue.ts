import { decorateWith } from "../src/app/services.server.ts";
import { publicAndRowListRoutes } from "../src/features/admin/rows/row-list.routes.server.ts";
import { onTestFinished } from "vitest";
import type { Database } from "../src/db/database.server.ts";
import { createHttp } from "../src/server/http.server.ts";
import { createSessions } from "../src/server/session.server.ts";
import { EvInput } from "../src/domain/ev-input.ts";
import type { ModelRating, StoredRow } from "../src/domain/vehicle.ts";
import {
  createVehicleStore,
  type VehicleStore,
} from "../src/features/catalogue/vehicles.db.server.ts";
import { createCatalogue } from "../src/features/catalogue/catalogue.server.ts";
import { catalogueRoutes } from "../src/features/catalogue/catalogue.routes.server.ts";

/** Rows for tests; only the fields that matter need to be given. */
export function inputs(...rows: readonly Partial<EvInput>[]): EvInput[] {
  return rows.map((row) =>
    EvInput.parse({
      make: "Tesla",
      model: "Model 3",
      trim: "Base",
      year: 2025,
      bodyType: "Sedan",
      ...row,
    }),
  );
}

const AWD = { driveType: "AWD", seatingCapacity: 5 } as const;
const STANDARD = { trim: "Standard", driveType: "RWD", chargePort: "NACS" } as const;
const PERFORMANCE = { trim: "Performance", ...AWD };
const AIR = { make: "Lucid", model: "Air", trim: "Grand Touring", ...AWD };
const LIGHTNING = { make: "Ford", model: "F-150 Lightning", bodyType: "Pickup Truck" } as const;
const EV9 = { make: "Kia", model: "EV9", trim: "Wind", bodyType: "SUV", ...AWD } as const;
const EQB = { make: "Mercedes-Benz", model: "EQB", trim: "250+", bodyType: "Crossover" } as const;

/** Five models with seven trims that differ in everything the filters and sorts use. */
export const FLEET: readonly EvInput[] = inputs(
  { ...STANDARD, price: 38990, range: 321, acceleration: 5.8, seatingCapacity: 5 },
  { ...PERFORMANCE, price: 54990, range: 298, zeroToSixty: 2.9, taxCreditEligible: true },
  { ...AIR, price: 114900, range: 512, zeroToSixty: 3 },
  { ...LIGHTNING, ...AWD, trim: "Flash", price: 65995, range: 320, taxCreditEligible: true },
  { ...LIGHTNING, ...AWD, trim: "Pro", range: 240, taxCreditEligible: false },
  { ...EV9, price: 63900, range: 280, seatingCapacity: 7 },
  { ...EQB, price: 0, range: 251, driveType: "FWD" },
);

/** Rethrows a failed read, for tests in which the database must not fail. */
export function unexpected(error: unknown): never {
  throw error;
}

/** A server with the catalogue of a database and who is signed in; closed after the test. */
export async function openTestApp(
  database: Database,
  rows: readonly EvInput[] = [],
  trustProxy = 0,
) {
  const store = createVehicleStore(database);
  if (rows.length > 0) await store.insertRows(rows);
  const catalogue = createCatalogue(store, database, unexpected);
  const app = await createHttp({ logLevel: "silent", trustProxy });
  decorateWith(app, { database, vehicles: store, catalogue, sessions: createSessions(database) });
  onTestFinished(() => app.close());
  return { app, store, catalogue };
}

/** The catalogue's calls on a database; closed after the test. */
export async function openTestCatalogue(database: Database, rows: readonly EvInput[] = FLEET) {
  const opened = await openTestApp(database, rows);
  opened.app.register(publicAndRowListRoutes);
  opened.app.register(catalogueRoutes);
  return opened;
}

export async function readCatalogue(store: Pick<VehicleStore, "readModelsSince">) {
  const rows: StoredRow[] = [];
  const ratings = new Map<number, ModelRating>();
  const { mark } = await store.readModelsSince(null, (some, theirs) => {
    rows.push(...some);
    for (const [id, rating] of theirs) ratings.set(id, rating);
  });
  return { version: mark.version, rows, ratings };
}
