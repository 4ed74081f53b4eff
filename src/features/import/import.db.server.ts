import { setImmediate } from "node:timers/promises";
import type { Kysely, Transaction } from "kysely";
import { type NewActivity, recordActivity } from "../activity/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import {
  changeCatalogue,
  type MarkChanged,
  readVersion,
  reserveIds,
} from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { withoutKey, type WriteOnce } from "../../server/retries.db.server.ts";
import { insertRowsWithIds } from "../catalogue/vehicle-insert.db.server.ts";
import { joinedRows } from "../catalogue/vehicle-rows.db.server.ts";
import { changeRows } from "../catalogue/change-rows.db.server.ts";
import type { EvRow } from "../../domain/vehicle.ts";
import {
  changedValuesOf,
  countRows,
  type ImportPlan,
  planAgain,
  type PlannedUpdate,
} from "./import-plan.db.server.ts";
import type { ImportCounts } from "./import.schema.ts";
import { UNDO_DAYS } from "./limits.ts";

const UPDATE_BATCH_SIZE = 100;

/** What is stored of an import for a retry (calls.md#retries). */
export interface ImportReceipt {
  counts: ImportCounts;
  importId: number | null;
}

interface ImportWriter extends Pick<NewActivity, "user" | "subject"> {
  invalid: number;
  /** maximum number of rows of each kind to return as they now are in the catalogue */
  most: number;
  once?: WriteOnce<ImportReceipt>;
}

/** The models of the catalogue with their body types in each year. */
export function readKnownModels(db: Kysely<Tables>) {
  return joinedRows(db)
    .clearSelect()
    .select(["make", "model", "year", "body_type as bodyType"])
    .groupBy(["make", "model", "year", "body_type"])
    .orderBy((eb) => eb.fn.min("ev_rows.id"))
    .execute();
}

/**
 * Writes the new and changed rows of a plan in one transaction, all or none.
 * @param signal aborted when nobody waits for the answer any more; then nothing is written
 * @returns `importId` null when nothing was written
 * @throws the signal's reason
 */
export async function writeImportPlan(
  database: Pick<Database, "write" | "changes">,
  plan: ImportPlan,
  { user, subject, invalid, most, once = withoutKey }: ImportWriter,
  signal: Pick<AbortSignal, "throwIfAborted">,
) {
  const write = async (transaction: Transaction<Tables>, markChanged: MarkChanged) => {
    // This write itself has increased the version by one; any other difference means that the plan is
    // outdated.
    const isCurrent = (await readVersion(transaction)) === plan.version + 1;
    const now = isCurrent ? plan : await planAgain(transaction, plan);
    const { added, updated, skipped } = now;
    const counts = countRows(now, invalid);
    const inputs = Iterator.from(added).map(({ input }) => input);
    const models = added.map(({ model }) => model);
    const firstId = await insertRowsWithIds(transaction, { inputs, models }, markChanged, signal);
    const isWritten = added.length + updated.length > 0;
    let importId: number | null = null;
    if (isWritten) {
      const written = { subject, first_row_id: firstId, added: added.length };
      importId = await recordImport(transaction, "imports", written);
      for (let from = 0; from < updated.length; from += UPDATE_BATCH_SIZE) {
        signal.throwIfAborted();
        const some = updated.slice(from, from + UPDATE_BATCH_SIZE);
        await writeUpdates(transaction, importId, some, { user, markChanged });
        await setImmediate();
      }
      const after = { ...counts, importId };
      await recordActivity(transaction, { user, action: "rows-imported", subject, after });
    }
    signal.throwIfAborted();
    const { repeated } = now;
    const lists = { added: addedRows(added, firstId, most), updated, skipped, repeated };
    return { ...lists, counts, importId };
  };
  const writeOnce = (transaction: Transaction<Tables>, markChanged: MarkChanged) =>
    once(
      transaction,
      () => write(transaction, markChanged),
      ({ counts, importId }) => ({ counts, importId }),
    );
  return changeCatalogue(database, writeOnce, ({ importId }) => importId !== null);
}

function* addedRows(added: ImportPlan["added"], firstId: number, most: number): Generator<EvRow> {
  for (const [at, { input, model: indexed }] of Iterator.from(added)
    .take(most)
    .toArray()
    .entries()) {
    const { make, model, header } = indexed;
    yield { id: firstId + at, ...input, make, model, isModelHeader: header === at, version: 1 };
  }
}

async function writeUpdates(
  transaction: Transaction<Tables>,
  importId: number,
  updated: readonly PlannedUpdate[],
  writer: Pick<Parameters<typeof changeRows>[2], "user" | "markChanged">,
): Promise<void> {
  const edits = updated.map(({ stored: { id }, changes }) => ({
    id,
    set: changedValuesOf(changes, "after"),
  }));
  await changeRows(transaction, edits, { ...writer, isRecorded: false });
  const lines = updated.map(({ stored, changes }) => ({
    import_id: importId,
    row_id: stored.id,
    version: stored.version + 1,
    changes: JSON.stringify(changes),
  }));
  await transaction.insertInto("import_updates").values(lines).execute();
}

/**
 * Records an import so that it can be undone, and deletes expired ones. Rows and claims share a sequence of
 * ids, because one call undoes either.
 */
export async function recordImport<Table extends "imports" | "claim_imports">(
  transaction: Transaction<Tables>,
  table: Table,
  written: Omit<Tables[Table], "id" | "at">,
  at = new Date().toISOString(),
): Promise<number> {
  await transaction
    .deleteFrom(table as "imports")
    .where("at", "<", undoableSince())
    .execute();
  const id = await reserveIds(transaction, "imports", 1);
  // Kysely cannot relate values to a table that is a type parameter.
  await transaction
    .insertInto(table)
    .values({ ...written, id, at } as never)
    .execute();
  return id;
}

export function undoableSince(): string {
  return new Date(Date.now() - UNDO_DAYS * 24 * 60 * 60 * 1000).toISOString();
}
