import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parse } from "csv-parse/sync";
import { inputFromCells } from "../../vehicle/ev-cells.ts";
import { EvInput } from "../../vehicle/ev-input.ts";
import type { VehicleStore } from "../../vehicle/vehicle.store.server.ts";

const STARTER_CATALOGUE = join("db", "starter-catalogue.csv");

/** The file lies in the project's root, whether this runs from `src/` or from what was built. */
function starterCataloguePath(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, STARTER_CATALOGUE))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error(`${STARTER_CATALOGUE} is missing.`);
    folder = parent;
  }
  return join(folder, STARTER_CATALOGUE);
}

/**
 * Reads the vehicles that a new database is filled with.
 * @throws Error naming the row, when one is not valid
 */
export async function readStarterCatalogue(): Promise<EvInput[]> {
  const text = await readFile(starterCataloguePath(), "utf8");
  const records: Record<string, string>[] = parse(text, { columns: true });
  return records.map((named, index) => {
    const { source: _source, ...fields } = named;
    const { data, error } = EvInput.safeParse(inputFromCells(fields));
    if (error) {
      const messages = error.issues.map((issue) => issue.message).join("; ");
      throw new Error(`${STARTER_CATALOGUE}, row ${index + 1}: ${messages}.`);
    }
    return data;
  });
}

/**
 * Fills a database that waits for its starter catalogue (readings 1), once.
 * @returns how many rows were added; 0 when another start has done it
 */
export async function fillStarterCatalogue(store: VehicleStore): Promise<number> {
  return store.insertStarterRows(await readStarterCatalogue());
}
