import { openDatabase } from "../src/db/database.server.ts";
import { EvInput } from "../src/domain/ev-input.ts";
import { createVehicleStore } from "../src/features/catalogue/vehicles.db.server.ts";
import { BODY_TYPES, DRIVE_TYPES } from "../src/domain/field-options.ts";
import { test as base } from "./fixtures.ts";
import { type Site, startSite } from "./site.ts";

/** Tests on a server with 10,000 trims, which no other file shares. */
export const largeSite = () =>
  base.extend<object, { site: Site }>({
    site: [
      async ({ serverEnv }, provide) => {
        const site = await startSite(serverEnv, fillLargeCatalogue);
        await provide(site);
        await site.stop();
      },
      { scope: "worker", timeout: 120_000 },
    ],
  });

export const LARGE_MODELS = 2500;
const LARGE_TRIMS = 10_000;
const TRIMS_PER_MODEL = LARGE_TRIMS / LARGE_MODELS;
const BRANDS = 50;

/** A catalogue far larger than any shop's, with ranges spread evenly from 150 to 550 miles. */
function largeCatalogue(): EvInput[] {
  return Array.from({ length: LARGE_TRIMS }, (_, at) => {
    const model = Math.floor(at / TRIMS_PER_MODEL);
    const range = 150 + (at * 400) / (LARGE_TRIMS - 1);
    return EvInput.parse({
      make: `Brand ${(model % BRANDS) + 1}`,
      model: `Model ${model + 1}`,
      trim: `Trim ${(at % TRIMS_PER_MODEL) + 1}`,
      year: 2026,
      price: 30_000 + (at % 1000) * 100,
      range: Math.round(range * 100) / 100,
      acceleration: 3 + (at % 60) / 10,
      seatingCapacity: 2 + (at % 6),
      bodyType: BODY_TYPES[model % BODY_TYPES.length],
      driveType: DRIVE_TYPES[at % DRIVE_TYPES.length],
    });
  });
}

/** Fills a data folder that no server has opened yet with 10,000 trims, through the app's own store. */
async function fillLargeCatalogue(dataDir: string): Promise<void> {
  const database = await openDatabase(
    { dataDir, databaseUrl: null, starterCatalogue: false },
    () => undefined,
  );
  await createVehicleStore(database).insertRows(largeCatalogue());
  await database.close();
}
