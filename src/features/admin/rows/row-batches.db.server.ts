import { type Kysely, sql, type Transaction } from "kysely";
import { isDeepStrictEqual } from "node:util";

import { type NewActivity, recordActivities } from "../../../server/activity.db.server.ts";
import { changeCatalogue } from "../../../db/database-changes.server.ts";
import type { EvRowsTable, Tables } from "../../../db/database-tables.server.ts";
import type { Database } from "../../../db/database.server.ts";
import { UserError } from "../../../server/errors.server.ts";
import { MAX_ID } from "../../../server/limits.server.ts";
import { yieldOften } from "../../../server/yield-often.server.ts";
import { type EvInput, type RowEdit, withoutNothing } from "../../../domain/ev-input.ts";
import { findAuthors } from "./rows.db.server.ts";
import { lockModels } from "../../catalogue/model-merges.db.server.ts";
import { identityKey, rowName } from "../../../domain/names.ts";
import { recordFigures, recordRemovedRows } from "../../catalogue/row-changes.db.server.ts";
import { keepRemovedClaims } from "../../catalogue/row-claims.db.server.ts";
import {
  rowColumns,
  joinedRows,
  shownRow,
  shownRows,
  storedRow,
  VEHICLE_NOT_FOUND,
} from "../../catalogue/vehicle-rows.db.server.ts";
import type { EvRow, StoredRow } from "../../../domain/vehicle.ts";

export type BatchOutcome =
  | { kind: "done"; rows: EvRow[] }
  /** `changedBy` as in `findAuthors` */
  | { kind: "changed-meanwhile"; conflicts: EvRow[]; changedBy: ReadonlyMap<number, string> };

/** Changes many rows, all or none, recorded as one change (calls.md#many-rows). Ids must be unique. */
export type RowBatches = ReturnType<typeof createRowBatches>;

export function createRowBatches(database: Pick<Database, "write" | "changes">) {
  return {
    /**
     * Values that a row already has change nothing, not even its version.
     * @returns the rows in the order of the edits
     * @throws UserError 404; 409 when two rows would have the same name
     */
    async updateRows(edits: readonly RowEdit[], user: NewActivity["user"]): Promise<BatchOutcome> {
      const { outcome } = await changeCatalogue(
        database,
        async (transaction, markChanged): Promise<{ outcome: BatchOutcome; isNew: boolean }> => {
          const rows = await readStoredRows(transaction, edits);
          const outdated = edits.flatMap(({ id, version }) =>
            version === undefined || version === rows.stored.get(id)?.version
              ? []
              : { id, version },
          );
          if (outdated.length > 0) {
            const ids = outdated.map(({ id }) => id);
            const conflicts = await readShownRows(transaction, ids);
            const changedBy = await findAuthors(transaction, outdated, user);
            return { outcome: { kind: "changed-meanwhile", conflicts, changedBy }, isNew: false };
          }
          const changes = edits.flatMap(({ id, set }): Change[] => {
            const before = rows.stored.get(id);
            if (!before) return [];
            const after = { ...before, ...withoutNothing(set, before) };
            if (isDeepStrictEqual(after, before)) return [];
            return [{ before, after: { ...after, version: before.version + 1 } }];
          });
          move(rows.places, changes);
          await writeRows(transaction, changes);
          for (const { after } of changes) markChanged(after.modelId);
          await recordFigures(transaction, changes);
          const entries = changes.map(({ before, after }) => ({
            ...about(before),
            action: "row-changed" as const,
            before: inputOfRow(before),
            after: inputOfRow(after),
          }));
          await recordActivities(transaction, user, entries);
          const ids = edits.map(({ id }) => id);
          const done = await readShownRows(transaction, ids);
          return { outcome: { kind: "done", rows: done }, isNew: changes.length > 0 };
        },
        ({ isNew }) => isNew,
      );
      return outcome;
    },

    /** Deleting the last row of a model deletes the model. @throws UserError 404 */
    deleteRows: (ids: readonly number[], user: NewActivity["user"]): Promise<void> =>
      changeCatalogue(database, async (transaction, markChanged) => {
        const { stored, places } = await readStoredRows(
          transaction,
          ids.map((id) => ({ id })),
        );
        const keptModelIds = new Set<number>();
        for (const { id, model_id } of places.values())
          if (!stored.has(id)) keptModelIds.add(model_id);
        const rows = [...stored.values()];
        const modelIds = new Set(rows.map(({ modelId }) => modelId));
        const gone = [...modelIds].filter((id) => !keptModelIds.has(id));
        await lockModels(transaction, gone);
        await keepRemovedClaims(transaction, ids);
        // Foreign keys cascade to rows, reviews, flags and votes.
        if (gone.length > 0)
          await transaction.deleteFrom("models").where("id", "in", gone).execute();
        await transaction.deleteFrom("ev_rows").where("id", "in", ids).execute();
        for (const id of modelIds) markChanged(id);
        await recordRemovedRows(transaction, rows);
        const entries = rows.map((row) => ({
          ...about(row),
          action: "row-deleted" as const,
          before: inputOfRow(row),
        }));
        await recordActivities(transaction, user, entries);
      }),
  };
}

/** A row of a model before and after a change. */
interface Change {
  before: StoredRow;
  after: StoredRow;
}

function about(row: StoredRow) {
  return { subject: rowName(row), rowId: row.id, modelId: row.modelId };
}

function inputOfRow({
  id: _id,
  modelId: _model,
  version: _version,
  ...values
}: StoredRow): EvInput {
  return values;
}

type Place = Pick<EvRowsTable, "id" | "model_id" | "year" | "trim_key">;

interface RowsOfModels {
  /** the requested rows by id */
  stored: Map<number, StoredRow>;
  /** the identities of all rows of their models, by id */
  places: Map<number, Place>;
}

/** @throws UserError 404 */
async function readStoredRows(
  db: Kysely<Tables>,
  edits: readonly Pick<RowEdit, "id">[],
): Promise<RowsOfModels> {
  const ids = edits.map(({ id }) => id).filter((id) => Math.abs(id) <= MAX_ID);
  const storedRows =
    ids.length > 0 ? await joinedRows(db).where("ev_rows.id", "in", ids).execute() : [];
  const stored = new Map(storedRows.map((row) => [row.id, storedRow(row)]));
  const missing = edits.flatMap(({ id }, at) => (stored.has(id) ? [] : `ids.${at}`));
  if (missing.length > 0) throw new UserError(404, VEHICLE_NOT_FOUND, { fields: missing });
  const modelIds = [...new Set(storedRows.map((row) => row.model_id))];
  const ofModels = await db
    .selectFrom("ev_rows")
    .select(["id", "model_id", "year", "trim_key"])
    .where("model_id", "in", modelIds)
    .execute();
  return { stored, places: new Map(ofModels.map((place) => [place.id, place])) };
}

/** @returns the rows in the order of the given ids */
async function readShownRows(db: Kysely<Tables>, ids: readonly number[]): Promise<EvRow[]> {
  if (ids.length === 0) return [];
  const ofModels = shownRows(db).where("ev_rows.model_id", "in", (eb) =>
    eb.selectFrom("ev_rows as asked").select("asked.model_id").where("asked.id", "in", ids),
  );
  const rows = await db
    .selectFrom(ofModels.as("shown"))
    .selectAll()
    .where("shown.id", "in", ids)
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    return row ? shownRow(row) : [];
  });
}

const hasMoved = ({ before, after }: Change) =>
  before.year !== after.year || before.trim !== after.trim;

/** Moves rows to their new trims and years. @throws UserError 409 */
function move(places: Map<number, Place>, changes: readonly Change[]): void {
  const moved = new Map(changes.filter(hasMoved).map(({ after }) => [after.id, after]));
  for (const { id, modelId, year, trim } of moved.values()) {
    places.set(id, { id, model_id: modelId, year, trim_key: identityKey(trim) });
  }
  const idByIdentity = new Map<string, number>();
  for (const { id, model_id, year, trim_key } of places.values()) {
    const key = `${model_id} ${year} ${trim_key}`;
    const row = moved.get(id) ?? moved.get(idByIdentity.get(key) ?? id);
    if (idByIdentity.has(key) && row) throw new UserError(409, `${rowName(row)} already exists`);
    idByIdentity.set(key, id);
  }
}

/** Rows with equal changes share one statement. */
async function writeRows(
  transaction: Transaction<Tables>,
  changes: readonly Change[],
): Promise<void> {
  const moved = changes.filter(hasMoved).map(({ after }) => after.id);
  if (moved.length > 0) {
    // One row may take another's name, so park them first under keys that no name can have: names have no
    // line feeds.
    const parked = sql<string>`cast(id as text) || ${"\n"}`;
    await transaction
      .updateTable("ev_rows")
      .set({ trim_key: parked })
      .where("id", "in", moved)
      .execute();
  }
  const equal = Map.groupBy(changes, (change) => JSON.stringify(changedColumns(change)));
  for await (const [columns, group] of yieldOften(equal)) {
    await transaction
      .updateTable("ev_rows")
      // `changedColumns` built the values of these columns.
      .set((eb) => ({
        ...(JSON.parse(columns) as Partial<EvRowsTable>),
        version: eb("version", "+", 1),
      }))
      .where(
        "id",
        "in",
        group.map(({ after }) => after.id),
      )
      .execute();
  }
}

function changedColumns(change: Change): Partial<EvRowsTable> {
  const before: Readonly<Record<string, unknown>> = rowColumns(change.before);
  const changed = Object.entries(rowColumns(change.after)).filter(
    ([column, value]) => before[column] !== value,
  );
  // A moved row's key is temporarily parked, so it must be written again.
  if (hasMoved(change)) changed.push(["trim_key", identityKey(change.after.trim)]);
  return Object.fromEntries(changed);
}
