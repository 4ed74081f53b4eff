import { type Writer, recordActivity } from "../../activity/activity.db.server.ts";
import { changeCatalogue, inReadTransaction } from "../../../db/database-changes.server.ts";
import type { Database } from "../../../db/database.server.ts";
import { withoutKey, type WriteOnce } from "../../../server/retries.db.server.ts";
import type { EvInput } from "../../../domain/ev-input.ts";
import { rowName } from "../../../domain/names.ts";
import { type DeletionCost, type EvRow, fieldsOf } from "../../../domain/vehicle.ts";
import {
  changeRows,
  deleteRows,
  readRows,
  type RowChange,
  type RowsOutcome,
  type RowVersion,
  toEvRows,
} from "../../catalogue/write-rows.db.server.ts";
import { insertAll } from "../../catalogue/insert-rows.db.server.ts";

const hasChanged = (outcome: RowsOutcome) => outcome.kind === "done" && outcome.changed > 0;

/** Each change is atomic, is recorded in the activity and creates a new catalogue version. */
export function createRowStore(database: Pick<Database, "write" | "snapshots" | "changes">) {
  return {
    /** @throws UserError 409 `{year} {make} {model} {trim} already exists` */
    createRow: (
      input: EvInput,
      user: Writer,
      once: WriteOnce<EvRow> = withoutKey,
    ): Promise<EvRow> =>
      changeCatalogue(database, (transaction) =>
        once(transaction, async () => {
          const [id = 0] = await insertAll(transaction, [input]);
          const rows = await readRows(transaction, [{ id }]);
          const [row] = toEvRows(rows, [{ id }]);
          const modelId = rows.stored.get(id)?.modelId;
          if (!row || modelId === undefined) throw new Error("The new row has vanished.");
          await recordActivity(transaction, {
            user,
            action: "row-added",
            subject: rowName(row),
            rowId: id,
            modelId,
            after: fieldsOf(row),
          });
          return row;
        }),
      ),

    changeRows: (edits: readonly RowChange[], user: Writer, isUndo = false): Promise<RowsOutcome> =>
      changeCatalogue(database, (tx) => changeRows(tx, edits, { user, isUndo }), hasChanged),

    deleteRows: (wanted: readonly RowVersion[], user: Writer): Promise<RowsOutcome> =>
      changeCatalogue(database, (tx) => deleteRows(tx, wanted, user), hasChanged),

    /** @throws UserError 404 */
    costOfDeleting: (id: number): Promise<DeletionCost> =>
      inReadTransaction(database, async (transaction) => {
        const { stored, siblings } = await readRows(transaction, [{ id }]);
        const modelId = stored.get(id)?.modelId ?? 0;
        const isLastRow = siblings.size === 1;
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
