import type { Kysely, Transaction } from "kysely";
import { isDeepStrictEqual } from "node:util";

import {
  type NewActivity,
  recordActivity,
  requireWriter,
} from "../../../server/activity.db.server.ts";
import {
  inReadTransaction,
  changeCatalogue,
  type MarkChanged,
} from "../../../db/database-changes.server.ts";
import type { Tables } from "../../../db/database-tables.server.ts";
import type { Database } from "../../../db/database.server.ts";
import { UserError } from "../../../server/errors.server.ts";
import { writeAnyway, type WriteOnce } from "../../../server/retries.db.server.ts";
import { type EvInput, withoutNothing } from "../../../domain/ev-input.ts";
import { fieldsOf } from "../../../domain/vehicle.ts";
import { foldName, identityKey, rowName } from "../../../domain/names.ts";
import { recordFigures, recordRemovedRows } from "../../catalogue/row-changes.db.server.ts";
import { keepRemovedClaims } from "../../catalogue/row-claims.db.server.ts";
import { insertAll } from "../../catalogue/vehicle-insert.db.server.ts";
import {
  rowColumns,
  shownRow,
  shownRows,
  VEHICLE_NOT_FOUND,
} from "../../catalogue/vehicle-rows.db.server.ts";
import type { DeletionCost, EvRow } from "../../../domain/vehicle.ts";

export interface RowWriter {
  user: NewActivity["user"];
  /** changes the row only if it has one of these versions (calls.md#if-match); absent for any version */
  ifVersions?: readonly number[] | undefined;
}

export type RowOutcome =
  | { kind: "done"; row: EvRow }
  /** `changedBy`: the name of whoever changed it; null when the activity does not say */
  | { kind: "changed-meanwhile"; current: EvRow; changedBy: string | null };

interface RowChange {
  row: EvRow;
  activity: Pick<NewActivity, "action" | "before" | "after">;
}

/** Each change is atomic, is recorded in the activity and creates a new catalogue version. */
export interface RowStore {
  /** @throws UserError 409 `{year} {make} {model} {trim} already exists` */
  createRow(
    input: EvInput,
    writer: Pick<RowWriter, "user">,
    once?: WriteOnce<EvRow>,
  ): Promise<EvRow>;
  /**
   * Values that the row already has change nothing, not even its version.
   * @throws UserError 404; 409 for a name that another row has; 400 for changing the make or model of a row
   * that is not the header
   */
  updateRow(id: number, change: Partial<EvInput>, writer: RowWriter): Promise<RowOutcome>;
  /** Deleting the last row deletes its model. @returns the row before @throws UserError 404 */
  deleteRow(id: number, writer: RowWriter): Promise<RowOutcome>;
  /** @throws UserError 404 */
  costOfDeleting(id: number): Promise<DeletionCost>;
}

export function createRowStore(
  database: Pick<Database, "read" | "write" | "snapshots" | "changes">,
): RowStore {
  /** Runs changes one at a time. */
  async function changeAlone(
    change: (transaction: Transaction<Tables>, markChanged: MarkChanged) => Promise<WrittenRow>,
  ): Promise<RowOutcome> {
    const { outcome } = await changeCatalogue(database, change, ({ isNew }) => isNew);
    return outcome;
  }

  return {
    createRow: (input, { user }, once = writeAnyway) =>
      changeCatalogue(database, (transaction, markChanged) =>
        once(transaction, async () => {
          const [id = 0] = await insertAll(transaction, [input], markChanged);
          const { row, modelId } = await findRowInModel(transaction, id);
          const added = { action: "row-added", after: fieldsOf(row) } as const;
          await recordActivity(transaction, { ...about(row, user), modelId, ...added });
          return row;
        }),
      ),

    updateRow: (id, change, writer) =>
      changeAlone((transaction, markChanged) =>
        updateRowWithin(transaction, { id, change, writer }, markChanged),
      ),

    deleteRow: (id, writer) =>
      changeAlone((transaction, markChanged) =>
        changeRow(transaction, { id, writer }, markChanged, async ({ row, rows, modelId }) => {
          await keepRemovedClaims(transaction, [id]);
          const { length: left } = rows;
          // Foreign keys cascade to reviews, flags and votes.
          if (left > 1) await transaction.deleteFrom("ev_rows").where("id", "=", id).execute();
          else await transaction.deleteFrom("models").where("id", "=", modelId).execute();
          await recordRemovedRows(transaction, [{ ...row, modelId }]);
          return { row, activity: { action: "row-deleted", before: fieldsOf(row) } };
        }),
      ),

    costOfDeleting: (id) =>
      inReadTransaction(database, async (transaction) => {
        const { rows, modelId } = await findRowInModel(transaction, id);
        const isLastRow = rows.length === 1;
        const reviews = await transaction
          .selectFrom("reviews")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .where(isLastRow ? "model_id" : "row_id", "=", isLastRow ? modelId : id)
          .executeTakeFirstOrThrow();
        const votes = await transaction
          .selectFrom("vote_stats")
          .select((eb) => eb("upvotes", "+", eb.ref("downvotes")).as("count"))
          .where("model_id", "=", modelId)
          .executeTakeFirst();
        return { reviews: reviews.count, votes: (isLastRow && votes?.count) || 0, isLastRow };
      }),
  };
}

/** The result of changing a row within its transaction. */
interface WrittenRow {
  outcome: RowOutcome;
  isNew: boolean;
}

/** Runs `work` on the row unless its version has changed. */
async function changeRow(
  transaction: Transaction<Tables>,
  { id, writer: { user, ifVersions } }: { id: number; writer: RowWriter },
  markChanged: MarkChanged,
  work: (rowOfModel: RowOfModel) => Promise<RowChange | null>,
): Promise<WrittenRow> {
  await requireWriter(transaction, user);
  const rowOfModel = await findRowInModel(transaction, id);
  const { row, modelId } = rowOfModel;
  markChanged(modelId);
  if (ifVersions && !ifVersions.includes(row.version)) {
    const seen = { id, version: Math.max(0, ...ifVersions) };
    const changedBy = (await findAuthors(transaction, [seen], user)).get(id) ?? null;
    return { outcome: { kind: "changed-meanwhile", current: row, changedBy }, isNew: false };
  }
  const change = await work(rowOfModel);
  if (!change) return { outcome: { kind: "done", row }, isNew: false };
  await recordActivity(transaction, { ...about(row, user), modelId, ...change.activity });
  return { outcome: { kind: "done", row: change.row }, isNew: true };
}

/** `updateRow` of the store, for a transaction that also writes other things. @throws the same UserErrors */
export function updateRowWithin(
  transaction: Transaction<Tables>,
  { id, change, writer }: { id: number; change: Partial<EvInput>; writer: RowWriter },
  markChanged: MarkChanged,
): Promise<WrittenRow> {
  return changeRow(transaction, { id, writer }, markChanged, async (rowOfModel) => {
    const before = fieldsOf(rowOfModel.row);
    const after = findChangedFields(rowOfModel, change);
    if (isDeepStrictEqual(after, before)) return null;
    await writeRow(transaction, rowOfModel, after);
    const { row, modelId } = await findRowInModel(transaction, id);
    await recordFigures(transaction, [
      { before: { ...rowOfModel.row, modelId }, after: { ...row, modelId } },
    ]);
    return { row, activity: { action: "row-changed", before, after } };
  });
}

/** The latest entries of the activity that are searched for the author of a change. */
const SEARCHED_ENTRIES = 5_000;

/**
 * Finds who has changed these rows since the given versions: the latest author other than the user, or the
 * user when there is no other.
 * @returns usernames by row id, without rows whose change the activity does not mention
 */
export async function findAuthors(
  db: Kysely<Tables>,
  seen: readonly Pick<EvRow, "id" | "version">[],
  user: NewActivity["user"],
): Promise<ReadonlyMap<number, string>> {
  if (seen.length === 0) return new Map();
  const ids = seen.map(({ id }) => id);
  const rows = await db
    .selectFrom("ev_rows")
    .select(["id", "model_id", "version"])
    .where("id", "in", ids)
    .execute();
  const modelIds = [...new Set(rows.map((row) => row.model_id))];
  const { last } = await db
    .selectFrom("activity")
    .select(({ fn }) => fn.max<number | null>("id").as("last"))
    .executeTakeFirstOrThrow();
  const entries = await db
    .selectFrom("activity")
    .select(["action", "username", "row_id", "model_id", "after_values"])
    .where("id", ">", (last ?? 0) - SEARCHED_ENTRIES)
    .where((eb) =>
      eb.or([
        eb("action", "=", "rows-imported"),
        eb.and([
          eb("action", "in", ["row-changed", "models-merged"]),
          eb("model_id", "in", modelIds),
        ]),
      ]),
    )
    .orderBy("id", "desc")
    .execute();
  const changes = entries.map(({ after_values: text, ...entry }) => ({
    ...entry,
    after: JSON.parse(text ?? "{}") as { importId?: number; make?: string; model?: string },
  }));
  const importIds = changes.flatMap(({ after }) => after.importId ?? []);
  const updates =
    importIds.length > 0
      ? await db
          .selectFrom("import_updates")
          .select(["import_id", "row_id as id"])
          .where("import_id", "in", importIds)
          .where("row_id", "in", ids)
          .execute()
      : [];
  const updatesOf = Map.groupBy(updates, (update) => update.import_id);
  const rowsOf = Map.groupBy(rows, (row) => row.model_id);
  const namesOf = new Map<number, (string | null)[]>(ids.map((id) => [id, []]));
  for (const { action, username, after, ...entry } of changes) {
    // A merge or a new name of the model changes all its rows.
    const isOfModel = action === "models-merged" || "make" in after || "model" in after;
    const changed = isOfModel
      ? rowsOf.get(entry.model_id ?? 0)
      : (updatesOf.get(after.importId ?? 0) ?? [{ id: entry.row_id ?? 0 }]);
    for (const { id } of changed ?? []) namesOf.get(id)?.push(username);
  }
  const seenVersions = new Map(seen.map(({ id, version }) => [id, version]));
  const authors = rows.flatMap(({ id, version }) => {
    const names = (namesOf.get(id) ?? []).slice(0, version - (seenVersions.get(id) ?? 0));
    const name = names.find((each) => each !== null && each !== user?.username) ?? names[0];
    return name == null ? [] : [[id, name] as const];
  });
  return new Map(authors);
}

function about(row: EvRow, user: NewActivity["user"]) {
  return { user, subject: rowName(row), rowId: row.id };
}

interface RowOfModel {
  modelId: number;
  row: EvRow;
  rows: readonly EvRow[]; // all rows of the model
}

/** @param id the id of a row, not of a model @throws UserError 404 */
async function findRowInModel(db: Kysely<Tables>, id: number): Promise<RowOfModel> {
  const joined = await shownRows(db)
    .where("ev_rows.model_id", "=", (eb) =>
      eb.selectFrom("ev_rows as asked").select("asked.model_id").where("asked.id", "=", id),
    )
    .execute();
  const rows = joined.map(shownRow);
  const row = rows.find((each) => each.id === id);
  const [first] = joined;
  if (!row || !first) throw new UserError(404, VEHICLE_NOT_FOUND);
  return { modelId: first.model_id, row, rows };
}

/**
 * Keeps the header row's spelling of make and model, so a change of letter case alone is ignored.
 * @throws UserError 400 when the make or model of a row that is not the header would change
 */
function findChangedFields({ row }: RowOfModel, change: Partial<EvInput>): EvInput {
  const before = fieldsOf(row);
  const after = { ...before, ...withoutNothing(change, before) };
  if (row.isModelHeader) return after;
  const wrong = (["make", "model"] as const).filter(
    (field) => identityKey(after[field]) !== identityKey(before[field]),
  );
  if (wrong.length > 0) {
    const message = `Only the first row of ${row.make} ${row.model} can change its make and model`;
    throw new UserError(400, message, { fields: wrong });
  }
  return { ...after, make: before.make, model: before.model };
}

/** @throws UserError 409 when another row or model already has this name */
async function writeRow(
  transaction: Transaction<Tables>,
  rowOfModel: RowOfModel,
  after: EvInput,
): Promise<void> {
  const { row, rows } = rowOfModel;
  const { trim_key: trimKey, trim, ...columns } = rowColumns(after);
  const isTaken = rows.some(
    (other) =>
      other.id !== row.id && other.year === after.year && identityKey(other.trim) === trimKey,
  );
  const isSameTrim = after.year === row.year && foldName(row.trim) === trim;
  if (isTaken && !isSameTrim) throw new UserError(409, `${rowName(after)} already exists`);
  if (after.make !== row.make || after.model !== row.model) {
    await renameModel(transaction, rowOfModel, after);
  }
  await transaction
    .updateTable("ev_rows")
    .set((eb) => ({
      ...columns,
      ...(!isTaken && { trim, trim_key: trimKey }),
      version: eb("version", "+", 1),
    }))
    .where("id", "=", row.id)
    .execute();
}

/** Two models from an earlier release that now count as one name keep their names and stay editable. */
async function renameModel(
  transaction: Transaction<Tables>,
  { modelId, row }: RowOfModel,
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
  if (other) {
    if (foldName(row.make) === make && foldName(row.model) === model) return;
    throw new UserError(409, `${make} ${model} already exists`);
  }
  await transaction.updateTable("models").set(names).where("id", "=", modelId).execute();
  // Every row shows the model's names, so all of them have changed.
  await transaction
    .updateTable("ev_rows")
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("model_id", "=", modelId)
    .where("id", "<>", row.id)
    .execute();
}
