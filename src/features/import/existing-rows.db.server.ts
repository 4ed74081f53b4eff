import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { Tables } from "../../db/database-tables.server.ts";
import { inBatches, yieldOften } from "../../server/yield-often.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import type { FieldName } from "../../domain/fields.ts";
import { COLUMN_NAMES } from "../../domain/field-shapes.ts";
import { identityKey } from "../../domain/names.ts";
import type { TellableRow } from "../catalogue/row-changes.db.server.ts";
import { present } from "../../domain/trims.ts";
import { joinedRows, storedRows } from "../catalogue/vehicle-rows.db.server.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import type { ImportRow } from "./parse/import-file.server.ts";
import type { ExistingMode, RowChanges, StoredValue } from "./import.schema.ts";

/** Does not contain the rows themselves, because all updates of a file are in memory at once. */
export interface PlannedUpdate {
  /** its row number in the file */
  row: number;
  /** its index in the file's rows */
  at: number;
  stored: TellableRow & Pick<StoredRow, "version">;
  changes: RowChanges;
}

export interface Existing {
  row: ImportRow;
  /** its index in the file's rows */
  at: number;
  modelId: number;
}

/** What to do with rows that already exist. */
export interface ExistingChoice {
  mode: ExistingMode;
  /** fields whose value an empty cell clears in updates */
  cleared: ReadonlySet<FieldName>;
}

const MODELS_PER_QUERY = 250;
/** Trim and year identify the row and keep their spelling, so they are not compared. */
export const COMPARED = COLUMN_NAMES.filter(([field]) => field !== "trim" && field !== "year");

const rowKey = ({ modelId, trim, year }: Pick<StoredRow, "modelId" | "trim" | "year">) =>
  `${modelId}\n${identityKey(trim)}\n${year}`;

/**
 * Finds the existing rows that the file would change. An empty cell keeps the value, unless its field is
 * cleared.
 */
export async function compareExisting(
  db: Kysely<Tables>,
  existing: readonly Existing[],
  { mode, cleared }: ExistingChoice,
): Promise<PlannedUpdate[]> {
  const updated: PlannedUpdate[] = [];
  const byModel = Map.groupBy(existing, ({ modelId }) => modelId);
  for await (const some of inBatches([...byModel.keys()], MODELS_PER_QUERY)) {
    const rows = await joinedRows(db).where("model_id", "in", some).execute();
    const stored = new Map<string, StoredRow>();
    for await (const row of yieldOften(storedRows(rows))) stored.set(rowKey(row), row);
    const ofModels = some.flatMap((id) => byModel.get(id) ?? []);
    for await (const { row, at, modelId } of yieldOften(ofModels)) {
      const before = stored.get(rowKey({ ...row.input, modelId }));
      if (!before) continue;
      const changes = changesOf(before, row, { mode, cleared });
      if (Object.keys(changes).length === 0) continue;
      const { id, version, year, make, model, trim, price, range } = before;
      const summary = { id, modelId, version, year, make, model, trim, price, range };
      updated.push({ row: row.row, at, stored: summary, changes });
    }
  }
  return updated.sort((a, b) => a.at - b.at);
}

function changesOf(
  stored: StoredRow,
  { input }: ImportRow,
  { mode, cleared }: ExistingChoice,
): RowChanges {
  const changes: RowChanges = {};
  for (const [field] of COMPARED) {
    const [before, after] = [stored[field], input[field]];
    if (isDeepStrictEqual(before, after)) continue;
    if (after === null && !(mode === "update" && cleared.has(field))) continue;
    if (mode === "fill" && !isMissing(before)) continue;
    changes[field] = [before, after];
  }
  return changes;
}

/** A figure of 0 counts as missing (vehicles.md#missing-values). */
function isMissing(value: StoredValue): boolean {
  return value === null || (typeof value === "number" && present(value) === null);
}

/** The values of the changed fields before or after. */
export function changedValuesOf(changes: RowChanges, side: "before" | "after"): Partial<EvInput> {
  const values: Record<string, StoredValue> = {};
  for (const [field, [before, after]] of Object.entries(changes)) {
    values[field] = side === "before" ? before : after;
  }
  return values; // of the fields of a row, which `changesOf` compared
}
