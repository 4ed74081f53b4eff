import { isDeepStrictEqual } from "node:util";
import type { Transaction } from "kysely";
import { type NewActivity, recordActivity } from "../server/activity.server.ts";
import type { Database } from "../server/database.server.ts";
import { changeCatalogue } from "../server/database-changes.server.ts";
import type { Tables } from "../server/database-tables.server.ts";
import type { EvInput } from "./ev-input.ts";
import { changedFields, findAmongModel, type FoundRow, writeRow } from "./row-change.server.ts";
import { insertAll } from "./vehicle-insert.server.ts";
import type { EvRow } from "./vehicle.ts";
import { fieldsOf, rowName } from "./ev-row.ts";

/** Who changes a row, and on what condition. */
export interface RowWriter {
  user: NewActivity["user"];
  /** only if the row still has this version (readings 3); absent: whatever it is */
  ifVersion?: number | undefined;
}

/** `changed-meanwhile`: the row has another version than `ifVersion`, and nothing was written. */
export type RowOutcome =
  | { kind: "done"; row: EvRow }
  | { kind: "changed-meanwhile"; current: EvRow };

/** The row after a change, and what is kept of the change. */
interface RowChange {
  row: EvRow;
  activity: Pick<NewActivity, "action" | "before" | "after">;
}

/** What goes with a row that is deleted (readings 2). */
export interface DeletionCost {
  reviews: number;
  /** only those of a model that goes */
  votes: number;
  /** the row is its model's last: the model goes too */
  isLastRow: boolean;
}

/**
 * Where administrators change one row at a time. Each change is whole or not at all, is recorded
 * in the activity and makes a new version of the catalogue. Ids are those of rows, not of models.
 */
export interface RowStore {
  /** @throws UserError 409 `{year} {make} {model} {trim} already exists` */
  createRow(input: EvInput, writer: Pick<RowWriter, "user">): Promise<EvRow>;
  /** The row as it is. @throws UserError 404 */
  readRow(id: number): Promise<EvRow>;
  /**
   * Changes the fields given. Values that the row has already change nothing, not even a version.
   * @throws UserError 404; 409 when it would be another row or model; 400 for the make or model of
   *   a row that is not its model's header
   */
  updateRow(id: number, change: Partial<EvInput>, writer: RowWriter): Promise<RowOutcome>;
  /**
   * Deletes a row with its reviews, and with the last row its model, its votes and reviews.
   * @returns the row as it was
   * @throws UserError 404
   */
  deleteRow(id: number, writer: RowWriter): Promise<RowOutcome>;
  /** @throws UserError 404 */
  costOfDeleting(id: number): Promise<DeletionCost>;
}

export function createRowStore(database: Pick<Database, "kysely" | "changes">): RowStore {
  /** Runs `work` on the row unless it has changed meanwhile. Writers wait for each other. */
  async function changeRow(
    id: number,
    { user, ifVersion }: RowWriter,
    work: (transaction: Transaction<Tables>, found: FoundRow) => Promise<RowChange | null>,
  ): Promise<RowOutcome> {
    const { outcome } = await changeCatalogue(
      database,
      async (transaction, touch): Promise<{ outcome: RowOutcome; isNew: boolean }> => {
        const found = await findAmongModel(transaction, id);
        touch(found.modelId);
        const { row } = found;
        if (ifVersion !== undefined && ifVersion !== row.version) {
          return { outcome: { kind: "changed-meanwhile", current: row }, isNew: false };
        }
        const change = await work(transaction, found);
        if (!change) return { outcome: { kind: "done", row }, isNew: false };
        await recordActivity(transaction, { ...about(row, user), ...change.activity });
        return { outcome: { kind: "done", row: change.row }, isNew: true };
      },
      ({ isNew }) => isNew,
    );
    return outcome;
  }

  return {
    createRow: (input, { user }) =>
      changeCatalogue(database, async (transaction, touch) => {
        const [id = 0] = await insertAll(transaction, [input], touch);
        const { row } = await findAmongModel(transaction, id);
        const after = fieldsOf(row);
        await recordActivity(transaction, { ...about(row, user), action: "row-added", after });
        return row;
      }),

    readRow: async (id) => (await findAmongModel(database.kysely, id)).row,

    updateRow: (id, change, writer) =>
      changeRow(id, writer, async (transaction, found) => {
        const before = fieldsOf(found.row);
        const after = changedFields(found, change);
        if (isDeepStrictEqual(after, before)) return null;
        await writeRow(transaction, found, after);
        const { row } = await findAmongModel(transaction, id);
        return { row, activity: { action: "row-changed", before, after } };
      }),

    deleteRow: (id, writer) =>
      changeRow(id, writer, async (transaction, { row, rows, modelId }) => {
        // Foreign keys take reviews, flags and votes along.
        if (rows.length > 1) await transaction.deleteFrom("ev_rows").where("id", "=", id).execute();
        else await transaction.deleteFrom("models").where("id", "=", modelId).execute();
        return { row, activity: { action: "row-deleted", before: fieldsOf(row) } };
      }),

    costOfDeleting: (id) =>
      database.kysely
        .transaction()
        .setIsolationLevel("repeatable read")
        .setAccessMode("read only")
        .execute(async (transaction) => {
          const { rows, modelId } = await findAmongModel(transaction, id);
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

function about(row: EvRow, user: NewActivity["user"]) {
  return { user, subject: rowName(row), rowId: row.id };
}
