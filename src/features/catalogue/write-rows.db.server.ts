/** The only writer of existing rows; insert-rows.db.server.ts adds new ones. */
import { isDeepStrictEqual } from "node:util";
import { sql } from "kysely";

import { type NewActivity, recordActivities, type Writer } from "../activity/activity.db.server.ts";
import { requireSession } from "../../server/sessions.db.server.ts";
import { markChanged } from "../../db/database-changes.server.ts";
import type { Db, EvRowsTable, Tables, Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { MAX_ID } from "../../server/path-parameters.server.ts";
import { inBatches, yieldOften } from "../../server/yield-often.server.ts";
import { type EvInput, clearPlaceholders } from "../../domain/ev-input.ts";
import { countOf } from "../../domain/format.ts";
import { foldName, identityKey, rowName } from "../../domain/names.ts";
import { type EvRow, type StoredRow, withHeaderFlag } from "../../domain/vehicle.ts";
import {
  keepRemovedClaims,
  recordFigures,
  recordRemovedRows,
  type RowSummary,
} from "./figure-history.db.server.ts";
import { joinedRows, rowColumns, toStoredRow, VEHICLE_NOT_FOUND } from "./row-columns.db.server.ts";

/** Names a row, if it has this version, or one of these (calls.md#if-match); by default any. */
export interface RowVersion {
  id: number;
  version?: number | readonly number[] | undefined;
  /** where the request names the row, for the answer 404 */
  path?: string;
}

/** Only the header row can change the names of its model. */
export interface RowChange extends RowVersion {
  set: Partial<EvInput>;
}

export type RowsOutcome =
  /** `rows` in the order of the request: as they are after a change, or were before a deletion */
  | { kind: "done"; rows: EvRow[]; changed: number }
  /** `changedBy` as in `findAuthors` */
  | { kind: "changed-meanwhile"; conflicts: EvRow[]; changedBy: ReadonlyMap<number, string> };

const LOCKS_BATCH_SIZE = 1_000;
const DELETED_PER_STATEMENT = 500;

interface ChangeContext {
  user: Writer;
  /** false when the caller records the change in the activity as a whole */
  isRecorded?: boolean;
  /** true for an undo, which the activity tells apart from other changes */
  isUndo?: boolean | undefined;
}

interface Change {
  before: StoredRow;
  after: StoredRow;
}

/**
 * Changes rows with unique ids, all or none, in a transaction of `changeCatalogue`. Equal values change nothing, not
 * even the version. @throws UserError 401; 404; 409 for a name that another row or model has; 400 for the make or
 * model of a row that is not the header
 */
export async function changeRows(
  tx: Transaction,
  edits: readonly RowChange[],
  { user, isRecorded = true, isUndo = false }: ChangeContext,
): Promise<RowsOutcome> {
  // Recording the activity checks it too, but 401 comes before 404 and 412.
  await requireSession(tx, user);
  const rows = await readRows(tx, edits);
  const conflict = await conflictOutcome(tx, rows, edits, user);
  if (conflict) return conflict;
  const changes: Change[] = [];
  for (const { id, set } of edits) {
    const before = rows.stored.get(id);
    if (!before) continue;
    const wanted = { ...before, ...clearPlaceholders(set, before) };
    const after = await decideNames(tx, rows, { before, after: wanted }, set);
    if (isDeepStrictEqual(after, before)) continue;
    changes.push({ before, after: { ...after, version: before.version + 1 } });
  }
  applyChanges(rows, changes);
  await writeChanges(tx, changes);
  for (const { after } of changes) markChanged(tx, after.modelId);
  await recordFigures(tx, changes);
  if (isRecorded) {
    const entries = changes.map(({ before, after }) => ({
      ...toEntry(isUndo ? "row-reverted" : "row-changed", before, after),
      subject: `${rowName(before)}${otherRowsText(rows, before, after)}`,
    }));
    await recordActivities(tx, user, entries);
  }
  return { kind: "done", rows: toEvRows(rows, edits), changed: changes.length };
}

/**
 * Deletes rows with unique ids, all or none, in a transaction of `changeCatalogue`, and models with their last rows.
 * @throws UserError 401, 404
 */
export async function deleteRows(
  tx: Transaction,
  wanted: readonly RowVersion[],
  user: Writer,
): Promise<RowsOutcome> {
  await requireSession(tx, user);
  const rows = await readRows(tx, wanted);
  const conflict = await conflictOutcome(tx, rows, wanted, user);
  if (conflict) return conflict;
  const stored = [...rows.stored.values()];
  const modelIds = new Set(stored.map(({ modelId }) => modelId));
  const idsWithRows = new Set(
    [...rows.siblings.values()].flatMap((row) => (rows.stored.has(row.id) ? [] : row.model_id)),
  );
  await removeRows(tx, stored, [...modelIds.difference(idsWithRows)]);
  for (const id of modelIds) markChanged(tx, id);
  const entries = stored.map((row) => toEntry("row-deleted", row));
  await recordActivities(tx, user, entries);
  return { kind: "done", rows: toEvRows(rows, wanted), changed: stored.length };
}

/** @param emptied ids of the models that lose their last rows */
export async function removeRows(
  tx: Transaction,
  rows: readonly RowSummary[],
  emptied: readonly number[],
): Promise<void> {
  await lockModels(tx, emptied);
  for await (const some of inBatches(rows, DELETED_PER_STATEMENT)) {
    const ids = some.map(({ id }) => id);
    await keepRemovedClaims(tx, ids);
    // Foreign keys cascade to reviews, flags and votes.
    await tx.deleteFrom("ev_rows").where("id", "in", ids).execute();
  }
  if (emptied.length > 0) {
    await tx.deleteFrom("models").where("id", "in", emptied).execute();
  }
  await recordRemovedRows(tx, rows);
}

/** Votes wait only while their models are being changed or deleted. Always locks in the same order. */
export async function lockModels(tx: Transaction, modelIds: readonly number[]): Promise<void> {
  const ordered = modelIds.toSorted((a, b) => a - b);
  for await (const some of inBatches(ordered, LOCKS_BATCH_SIZE)) {
    const models = tx.selectFrom("models").select("id").where("id", "in", some);
    await models.orderBy("id").forUpdate().execute();
  }
}

/** @returns the number of rows of the model, which all show its names */
export async function renameModel(
  tx: Transaction,
  modelId: number,
  names: Partial<Omit<Tables["models"], "id">>,
  exceptRowId?: number,
): Promise<number> {
  await tx.updateTable("models").set(names).where("id", "=", modelId).execute();
  return changeAllRows(tx, modelId, {}, exceptRowId);
}

/** @returns the number of rows of the model, whose versions rise */
export async function changeAllRows(
  tx: Transaction,
  modelId: number,
  set: { model_id?: number },
  exceptRowId = 0,
): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("ev_rows")
    .set((eb) => ({ ...set, version: eb("version", "+", 1) }))
    .where("model_id", "=", modelId)
    .where("id", "<>", exceptRowId)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

type Sibling = Pick<EvRowsTable, "id" | "model_id" | "year" | "trim">;

export interface RowsOfModels {
  stored: Map<number, StoredRow>;
  /** the identities of all rows of their models, by id */
  siblings: Map<number, Sibling>;
}

/** @param wanted ids of rows, not of models @throws UserError 404 */
export async function readRows(db: Db, wanted: readonly RowVersion[]): Promise<RowsOfModels> {
  const ids = wanted.map(({ id }) => id).filter((id) => Math.abs(id) <= MAX_ID);
  const rows = ids.length > 0 ? await joinedRows(db).where("ev_rows.id", "in", ids).execute() : [];
  const found = new Set(rows.map((row) => row.id));
  const missing = wanted.filter(({ id }) => !found.has(id));
  if (missing.length > 0) {
    const fields = missing.flatMap(({ path }) => path ?? []);
    throw new UserError(404, VEHICLE_NOT_FOUND, fields.length > 0 ? { fields } : {});
  }
  const modelIds = [...new Set(rows.map((row) => row.model_id))];
  const siblings =
    modelIds.length > 0
      ? await db
          .selectFrom("ev_rows")
          .select(["id", "model_id", "year", "trim"])
          .where("model_id", "in", modelIds)
          .execute()
      : [];
  return {
    stored: new Map(rows.map((row) => [row.id, toStoredRow(row)])),
    siblings: new Map(siblings.map((row) => [row.id, row])),
  };
}

/** The first row of each model in trim order: the newest year, then the lowest id (vehicles.md#trim-order). */
function findHeaderIds({ siblings }: RowsOfModels): ReadonlySet<number> {
  const headers = new Map<number, Sibling>();
  for (const row of siblings.values()) {
    const first = headers.get(row.model_id) ?? row;
    const isEarlier = row.year > first.year || (row.year === first.year && row.id < first.id);
    headers.set(row.model_id, isEarlier ? row : first);
  }
  return new Set(Array.from(headers.values(), ({ id }) => id));
}

export function toEvRows(rows: RowsOfModels, wanted: readonly Pick<RowVersion, "id">[]): EvRow[] {
  const headerIds = findHeaderIds(rows);
  return wanted.flatMap(({ id }) => {
    const row = rows.stored.get(id);
    return row ? withHeaderFlag(row, headerIds.has(id)) : [];
  });
}

async function conflictOutcome(
  db: Db,
  rows: RowsOfModels,
  wanted: readonly RowVersion[],
  user: Writer,
): Promise<Extract<RowsOutcome, { kind: "changed-meanwhile" }> | null> {
  const outdated = wanted.flatMap(({ id, version }) => {
    const row = rows.stored.get(id);
    if (version === undefined || !row) return [];
    const versions = typeof version === "number" ? [version] : version;
    return versions.includes(row.version) ? [] : { row, seen: Math.max(0, ...versions) };
  });
  if (outdated.length === 0) return null;
  const conflicts = toEvRows(
    rows,
    outdated.map(({ row }) => row),
  );
  const changedBy = await findAuthors(db, outdated, user);
  return { kind: "changed-meanwhile", conflicts, changedBy };
}

const SEARCHED_ENTRIES = 5_000;

/**
 * Finds the last author of changes since the seen versions, of others if there are any: one entry for each version.
 * @returns usernames by row id, without rows whose change the activity does not mention
 */
async function findAuthors(
  db: Db,
  outdated: readonly { row: StoredRow; seen: number }[],
  user: Writer,
): Promise<ReadonlyMap<number, string>> {
  const rows = outdated.map(({ row }) => row);
  const ids = rows.map(({ id }) => id);
  const modelIds = [...new Set(rows.map(({ modelId }) => modelId))];
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
          eb("action", "in", ["row-changed", "row-reverted", "models-merged"]),
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
  const rowsOf = Map.groupBy(rows, ({ modelId }) => modelId);
  const namesOf = new Map<number, (string | null)[]>(ids.map((id) => [id, []]));
  for (const { action, username, after, ...entry } of changes) {
    // A merge or a new name of the model changes all its rows.
    const isOfModel = action === "models-merged" || "make" in after || "model" in after;
    const changed = isOfModel
      ? rowsOf.get(entry.model_id ?? 0)
      : (updatesOf.get(after.importId ?? 0) ?? [{ id: entry.row_id ?? 0 }]);
    for (const { id } of changed ?? []) namesOf.get(id)?.push(username);
  }
  const authors = outdated.flatMap(({ row: { id, version }, seen }) => {
    const names = (namesOf.get(id) ?? []).slice(0, version - seen);
    const name = names.find((each) => each !== null && each !== user?.username) ?? names[0];
    return name == null ? [] : [[id, name] as const];
  });
  return new Map(authors);
}

function toEntry(action: NewActivity["action"], before: StoredRow, after?: StoredRow) {
  const { id: rowId, modelId } = before;
  const values = { before: valuesOf(before), ...(after && { after: valuesOf(after) }) };
  return { action, subject: rowName(before), rowId, modelId, ...values };
}

/** ` and 3 other rows`, if the whole model gets another name. */
function otherRowsText({ siblings }: RowsOfModels, before: StoredRow, after: StoredRow): string {
  if (before.make === after.make && before.model === after.model) return "";
  const rows = [...siblings.values()].filter((row) => row.model_id === before.modelId);
  return rows.length > 1 ? ` and ${countOf(rows.length - 1, "other row")}` : "";
}

function valuesOf({ id: _id, modelId: _model, version: _version, ...values }: StoredRow): EvInput {
  return values;
}

/**
 * Decides which names a row gets. Only the header row changes make and model. Forms send whole rows with normalized
 * names: an earlier release's name stays when another row or model has the normalized one. @throws UserError 400, 409
 */
async function decideNames(
  tx: Transaction,
  rows: RowsOfModels,
  { before, after }: Change,
  sent: Partial<EvInput>,
): Promise<StoredRow> {
  const { id, modelId, make, model, trim, year } = before;
  const isSameTrim = year === after.year && foldName(trim) === after.trim;
  if (sent.make !== undefined && isSameTrim && isTaken(rows, after)) after.trim = trim;
  if (after.make === make && after.model === model) return after;
  if (!findHeaderIds(rows).has(id)) {
    const wrong = (["make", "model"] as const).filter(
      (field) => identityKey(after[field]) !== identityKey(before[field]),
    );
    if (wrong.length === 0) return { ...after, make, model };
    const message = `Only the first row of ${make} ${model} can change its make and model`;
    throw new UserError(400, message, { fields: wrong });
  }
  const other = await tx
    .selectFrom("models")
    .select("id")
    .where("make_key", "=", identityKey(after.make))
    .where("model_key", "=", identityKey(after.model))
    .where("id", "<>", modelId)
    .executeTakeFirst();
  if (!other) return after;
  if (foldName(make) === after.make && foldName(model) === after.model) {
    return { ...after, make, model };
  }
  throw new UserError(409, `${after.make} ${after.model} already exists`);
}

function isTaken({ siblings }: RowsOfModels, { id, modelId, year, trim }: StoredRow): boolean {
  const key = identityKey(trim);
  for (const other of siblings.values()) {
    if (other.id === id || other.model_id !== modelId || other.year !== year) continue;
    if (identityKey(other.trim) === key) return true;
  }
  return false;
}

const hasMoved = ({ before, after }: Change) =>
  before.year !== after.year || before.trim !== after.trim;

/** Puts the changed rows in the place of the former ones. @throws UserError 409 for an identity that is taken */
function applyChanges(rows: RowsOfModels, changes: readonly Change[]): void {
  for (const { after } of changes) {
    const { id, modelId, year, trim } = after;
    rows.stored.set(id, after);
    rows.siblings.set(id, { id, model_id: modelId, year, trim });
  }
  const moved = changes.filter(hasMoved);
  if (moved.length === 0) return;
  const ids = new Map<string, number>();
  const movedRows = new Map(moved.map(({ after }) => [after.id, after]));
  for (const { id, model_id, year, trim } of rows.siblings.values()) {
    const key = `${model_id} ${year} ${identityKey(trim)}`;
    const row = movedRows.get(id) ?? movedRows.get(ids.get(key) ?? id);
    if (ids.has(key) && row) throw new UserError(409, `${rowName(row)} already exists`);
    ids.set(key, id);
  }
}

/** Rows with equal changes share one statement. */
async function writeChanges(tx: Transaction, changes: readonly Change[]): Promise<void> {
  for (const { before, after } of changes) {
    const { id, modelId, make, model } = after;
    if (before.make === make && before.model === model) continue;
    const keys = { make_key: identityKey(make), model_key: identityKey(model) };
    await renameModel(tx, modelId, { make, model, ...keys }, id);
  }
  const moved = changes.filter(hasMoved).map(({ after }) => after.id);
  if (moved.length > 1) {
    // One row may take another's name, so park them first under keys that no name, which is one line, can have.
    const parked = sql<string>`cast(id as text) || ${"\n"}`;
    await tx.updateTable("ev_rows").set({ trim_key: parked }).where("id", "in", moved).execute();
  }
  const writes = changes.map((change) => ({ id: change.after.id, set: changedColumns(change) }));
  const equal = Map.groupBy(writes, ({ set }) => JSON.stringify(set));
  for await (const [, group] of yieldOften(equal)) {
    const ids = group.map(({ id }) => id);
    await tx
      .updateTable("ev_rows")
      .set((eb) => ({ ...group[0]?.set, version: eb("version", "+", 1) }))
      .where("id", "in", ids)
      .execute();
  }
}

function changedColumns(change: Change): Partial<EvRowsTable> {
  const before: Readonly<Record<string, unknown>> = rowColumns(change.before);
  const changed = Object.entries(rowColumns(change.after)).filter(
    ([column, value]) => before[column] !== value,
  );
  // A moved row's key may be parked, so it must be written again.
  if (hasMoved(change)) changed.push(["trim_key", identityKey(change.after.trim)]);
  return Object.fromEntries(changed);
}
