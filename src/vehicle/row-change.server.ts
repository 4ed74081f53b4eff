/** The rules of readings 2 by which a row is told from others and its model is renamed. */
import type { Kysely, Transaction } from "kysely";
import type { Tables } from "../server/database-tables.server.ts";
import { UserError } from "../server/errors.server.ts";
import type { EvInput } from "./ev-input.ts";
import { flatRows } from "./stored-models.server.ts";
import {
  columnsOf,
  identityKey,
  type JoinedRow,
  joinedRows,
  storedRow,
} from "./vehicle-rows.server.ts";
import type { EvRow } from "./vehicle.ts";
import { VEHICLE_NOT_FOUND } from "./vehicle-not-found.server.ts";
import { fieldsOf, rowName } from "./ev-row.ts";

/** A row among the rows of its model. */
export interface FoundRow {
  modelId: number;
  row: EvRow;
  /** all of the model, in trim order */
  rows: readonly EvRow[];
}

/**
 * The row with this id, which is no model's.
 * @throws UserError 404
 */
export async function findAmongModel(db: Kysely<Tables>, id: number): Promise<FoundRow> {
  const joined: JoinedRow[] = await joinedRows(db)
    .where("ev_rows.model_id", "=", (eb) =>
      eb.selectFrom("ev_rows as asked").select("asked.model_id").where("asked.id", "=", id),
    )
    .execute();
  const rows = flatRows(joined.map(storedRow));
  const row = rows.find((each) => each.id === id);
  const [first] = joined;
  if (!row || !first) throw new UserError(404, VEHICLE_NOT_FOUND);
  return { modelId: first.model_id, row, rows };
}

/**
 * What a row becomes by a change. Make and model are spelled as the header row spells them: on
 * another row the same names in another letter case are no change.
 * @throws UserError 400 when another row than the header is to have another make or model
 */
export function changedFields({ row }: FoundRow, change: Partial<EvInput>): EvInput {
  const before = fieldsOf(row);
  const after = { ...before, ...change };
  if (row.isModelHeader) return after;
  const wrong = (["make", "model"] as const).filter(
    (field) => identityKey(after[field]) !== identityKey(before[field]),
  );
  if (wrong.length > 0) {
    const message = `Only the first row of ${row.make} ${row.model} can change its make and model`;
    throw new UserError(
      400,
      message,
      wrong.map((path) => ({ path, message })),
    );
  }
  return { ...after, make: before.make, model: before.model };
}

/**
 * Writes what a row becomes, and the new name of its model where that has changed.
 * @throws UserError 409 when another row or another model is called so
 */
export async function writeRow(
  transaction: Transaction<Tables>,
  found: FoundRow,
  after: EvInput,
): Promise<void> {
  const { row, rows } = found;
  const columns = columnsOf(after);
  const isTaken = rows.some(
    (other) =>
      other.id !== row.id &&
      other.year === columns.year &&
      identityKey(other.trim) === columns.trim_key,
  );
  if (isTaken) throw new UserError(409, `${rowName(after)} already exists`);
  if (after.make !== row.make || after.model !== row.model) {
    await renameModel(transaction, found, after);
  }
  await transaction
    .updateTable("ev_rows")
    .set((eb) => ({ ...columns, version: eb("version", "+", 1) }))
    .where("id", "=", row.id)
    .execute();
}

async function renameModel(
  transaction: Transaction<Tables>,
  { modelId, row }: FoundRow,
  { make, model }: EvInput,
): Promise<void> {
  const names = { make, model, make_key: identityKey(make), model_key: identityKey(model) };
  const other = await transaction
    .selectFrom("models")
    .select("id")
    .where("make_key", "=", names.make_key)
    .where("model_key", "=", names.model_key)
    .where("id", "<>", modelId)
    .executeTakeFirst();
  if (other) throw new UserError(409, `${make} ${model} already exists`);
  await transaction.updateTable("models").set(names).where("id", "=", modelId).execute();
  // Every row of the model shows its names, so every one has changed.
  await transaction
    .updateTable("ev_rows")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("model_id", "=", modelId)
    .where("id", "<>", row.id)
    .execute();
}
