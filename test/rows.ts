import { type Writer, readActivity } from "../src/features/activity/activity.db.server.ts";
import type { Database } from "../src/db/database.server.ts";
import { EvInput } from "../src/domain/ev-input.ts";
import { createRowStore } from "../src/features/admin/rows/rows.db.server.ts";
import type { RowsOutcome } from "../src/features/catalogue/write-rows.db.server.ts";
import { compareModels } from "../src/domain/names.ts";
import { groupModels } from "../src/features/catalogue/catalogue-snapshot.server.ts";
import { createVehicleStore } from "../src/features/catalogue/vehicles.db.server.ts";
import type { EvRow, StoredRow } from "../src/domain/vehicle.ts";
import { readCatalogue } from "./catalogue.ts";

const USER = { id: 7, username: "ada" };
interface WriteOptions {
  user: Writer;
  ifVersions?: readonly number[];
}

export const WRITER = { user: { ...USER, sessionId: null } };

/** A row with these fields and the minimum of everything else. */
export function input(over: Partial<EvInput> = {}): EvInput {
  const least = { make: "Kia", model: "EV6", trim: "Wind", year: 2025, bodyType: "Crossover" };
  return EvInput.parse({ ...least, ...over });
}

/**
 * The order of the administrator's list: make, model and trim order, with the header rows marked
 * (calls.md#administrator-list, vehicles.md#trim-order).
 */
export function flatRows(rows: readonly StoredRow[]): EvRow[] {
  return groupModels(rows, new Map())
    .sort((a, b) => compareModels(a.ev, b.ev))
    .flatMap((model) => model.rows);
}

/** The rows of a database, with its administrator as the writer. */
export async function openRows(database: Database) {
  await database.write
    .insertInto("users")
    .values({
      ...USER,
      username_key: "ada",
      password_hash: "none",
      created_at: "2026-01-02T03:04:05.678Z",
    })
    .execute();
  const store = createVehicleStore(database);
  const rows = createRowStore(database);
  return {
    rows: {
      ...rows,
      updateRow: async (id: number, set: Partial<EvInput>, { user, ifVersions }: WriteOptions) =>
        oneOf(await rows.changeRows([{ id, set, version: ifVersions }], user)),
      deleteRow: async (id: number, { user, ifVersions }: WriteOptions) =>
        oneOf(await rows.deleteRows([{ id, version: ifVersions }], user)),
    },
    version: () => store.version(),
    add: (over: Partial<EvInput> = {}) => rows.createRow(input(over), WRITER.user),
    all: async () => flatRows((await readCatalogue(store)).rows),
    modelId: async (rowId: number) => (await store.findRow(rowId))?.modelId,
    activity: () => readActivity(database, { limit: 50 }),
  };
}

/** The outcome for a single row. */
function oneOf(outcome: RowsOutcome) {
  if (outcome.kind === "done") {
    const [row] = outcome.rows;
    if (!row) throw new Error("There is no row.");
    return { kind: outcome.kind, row };
  }
  const { kind, conflicts, changedBy } = outcome;
  const [current] = conflicts;
  return { kind, current, changedBy: changedBy.get(current?.id ?? 0) ?? null };
}

/** @throws Error when nothing was changed */
export function rowOf(outcome: ReturnType<typeof oneOf>): EvRow {
  if (outcome.kind !== "done") throw new Error("It was changed meanwhile.");
  return outcome.row;
}
