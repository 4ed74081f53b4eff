import { openDatabase } from "../src/db/database.server.ts";
import { EvInput } from "../src/domain/ev-input.ts";
import { createVehicleStore } from "../src/features/catalogue/vehicles.db.server.ts";
import { BODY_TYPES, DRIVE_TYPES } from "../src/domain/field-options.ts";

const TRIMS_PER_MODEL = 4;
const BRANDS = 40;

/** Fictional vehicles with four trims per model; the same for the same size. */
function madeUpCatalogue(trims: number): EvInput[] {
  return Array.from({ length: trims }, (_, at) => {
    const model = Math.floor(at / TRIMS_PER_MODEL);
    return EvInput.parse({
      make: `Brand ${(model % BRANDS) + 1}`,
      model: `Model ${model + 1}`,
      trim: `Trim ${(at % TRIMS_PER_MODEL) + 1}`,
      year: 2026,
      price: 30_000 + (at % 1000) * 100,
      range: 150 + ((at * 7) % 400),
      charging: 18 + (at % 30),
      acceleration: 2.6 + (at % 60) / 10,
      topSpeed: 100 + (at % 80),
      batteryCapacity: 50 + (at % 90),
      maxChargingSpeed: 100 + (at % 250),
      cargoSpace: 10 + (at % 60),
      seatingCapacity: 2 + (at % 6),
      bodyType: BODY_TYPES[model % BODY_TYPES.length],
      driveType: DRIVE_TYPES[at % DRIVE_TYPES.length],
    });
  });
}

/** Fills a data folder that no server has opened yet, through the app's own store. */
export async function fillCatalogue(dataDir: string, trims: number): Promise<void> {
  const database = await openDatabase(
    { dataDir, databaseUrl: null, starterCatalogue: false },
    () => undefined,
  );
  await createVehicleStore(database).insertRows(madeUpCatalogue(trims));
  await database.close();
}
