import { join } from "node:path";
import { inputFromCells } from "../../domain/ev-cells.ts";
import { EvInput } from "../../domain/ev-input.ts";
import { rowName } from "../../domain/names.ts";
import { FURTHER_NAMES } from "../../domain/fields/further.admin.ts";
import type { VehicleStore } from "./vehicles.db.server.ts";
import { insertStarterClaims } from "../claims/starter-claims.db.server.ts";
import { readStarterLines } from "./starter-files.server.ts";

const STARTER_CATALOGUE = join("db", "starter-catalogue.csv");
/** Values of an earlier release's file in the specified columns, where today's file differs. */
const FIRST_CATALOGUE = join("db", "starter-catalogue-first.csv");

/** Reads the vehicles for a new database. @throws Error that names an invalid row */
export async function readStarterCatalogue(): Promise<EvInput[]> {
  const records = await readStarterLines(STARTER_CATALOGUE);
  return records.map((fields, index) => {
    const { data, error } = EvInput.safeParse(inputFromCells(fields));
    if (error) {
      const messages = error.issues.map((issue) => issue.message).join("; ");
      throw new Error(`${STARTER_CATALOGUE}, row ${index + 1}: ${messages}.`);
    }
    return data;
  });
}

/** Returns each vehicle as it is in today's file and as it was in an earlier release's file. */
export async function readStarterHistory(): Promise<{ now: EvInput; first: EvInput }[]> {
  const [vehicles, records] = await Promise.all([
    readStarterCatalogue(),
    readStarterLines(FIRST_CATALOGUE),
  ]);
  const before = new Map<string, Record<string, string>>();
  for (const { make = "", model = "", trim = "", year, field = "", value = "" } of records) {
    const name = rowName({ make, model, trim, year: Number(year) });
    before.set(name, { ...before.get(name), [field]: value });
  }
  const unknown = Object.fromEntries(FURTHER_NAMES.map((name) => [name, null]));
  return vehicles.map((now) => {
    const changed = inputFromCells(before.get(rowName(now)) ?? {});
    return { now, first: EvInput.parse({ ...now, ...unknown, ...changed }) };
  });
}

/**
 * Fills a database that waits for its starter catalogue, with its claims (configuration.md#starter-catalogue).
 * @returns how many rows were added; 0 when another start has already done it
 */
export async function fillStarterCatalogue(store: VehicleStore): Promise<number> {
  return store.insertStarterRows(await readStarterCatalogue(), insertStarterClaims);
}
