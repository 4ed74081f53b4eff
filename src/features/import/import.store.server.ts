import type { Kysely, Transaction } from "kysely";
import { type NewActivity, recordActivity } from "../../server/activity.server.ts";
import type { Database } from "../../server/database.server.ts";
import {
  changeCatalogue,
  type MarkChanged,
  readVersion,
  takeIds,
} from "../../server/database-changes.server.ts";
import { asLongWork } from "../../server/database-wait.server.ts";
import type { Tables } from "../../server/database-tables.server.ts";
import { writeAnyway, type WriteOnce } from "../../server/retries.server.ts";
import { yieldOften } from "../../server/yield-often.server.ts";
import {
  indexRows,
  insertReserved,
  type ReservedRow,
} from "../../vehicle/vehicle-insert.server.ts";
import { recordFigures } from "../../vehicle/row-changes.server.ts";
import type { EvRow, StoredRow } from "../../vehicle/vehicle.ts";
import {
  compareExisting,
  type Existing,
  type ExistingMode,
  type PlannedUpdate,
  rowWith,
  valuesOf,
  writeValues,
} from "./existing-rows.server.ts";
import type { ImportRow } from "./import-file.server.ts";
import type { ImportCounts } from "./import-schemas.server.ts";
import { UNDO_DAYS } from "./limits.ts";

const LINES_PER_STATEMENT = 100;

export interface ImportPlan {
  version: number;
  existing: ExistingMode | undefined;
  added: (ImportRow & ReservedRow)[];
  updated: PlannedUpdate[];
  /** rows that exist already and stay as they are, or stand twice in the file */
  skipped: ImportRow[];
}

/** What is kept of an import for a retry (beyond 6). */
export interface KeptImport {
  counts: ImportCounts;
  importId: number | null;
}

interface ImportWriter extends Pick<NewActivity, "user" | "subject"> {
  invalid: number;
  /** rows of each kind that are wanted as they are in the catalogue now */
  most: number;
  once?: WriteOnce<KeptImport>;
}

/** @param existing what becomes of rows that exist; undefined: they are skipped */
export async function planImport(
  db: Kysely<Tables>,
  rows: readonly ImportRow[],
  existing?: ExistingMode,
): Promise<ImportPlan> {
  // Read before the rows: what is written meanwhile makes another version.
  const version = await readVersion(db);
  const { modelOf, reserveRow } = await indexRows(db, inputsOf(rows));
  const added: ImportPlan["added"] = [];
  const known: Existing[] = [];
  const skipped: ImportRow[] = [];
  for await (const row of yieldOften(rows)) {
    const model = reserveRow(row.input);
    const modelId = existing && modelOf(row.input).id;
    if (model) added.push({ ...row, model });
    else if (modelId == null) skipped.push(row);
    else known.push({ row, modelId });
  }
  if (!existing) return { version, existing, added, updated: [], skipped };
  const compared = await compareExisting(db, known, existing);
  const all = [...skipped, ...compared.skipped].sort(inOrder);
  return { version, existing, added, updated: compared.updated, skipped: all };
}

function inOrder(a: ImportRow, b: ImportRow): number {
  return a.row - b.row;
}

function* inputsOf(rows: readonly ImportRow[]) {
  for (const { input } of rows) yield input;
}

/**
 * A plan's rows planned again, which somebody else may have written meanwhile. What was skipped stays
 * so, though it may be gone: only the pictures of the others are in our store.
 */
async function planAgain(db: Kysely<Tables>, plan: ImportPlan): Promise<ImportPlan> {
  const rows = [...plan.added, ...plan.updated.map(({ from }) => from)].sort(inOrder);
  const again = await planImport(db, rows, plan.existing);
  return { ...again, skipped: [...plan.skipped, ...again.skipped].sort(inOrder) };
}

/**
 * Writes the new and the changed rows of a plan, all or none: one transaction, whatever ends it.
 * @param signal aborted when nobody waits for the answer any more, so nothing is to be written
 * @returns `importId` null when nothing was written
 * @throws the signal's reason
 */
export async function writePlanned(
  database: Pick<Database, "kysely" | "changes">,
  plan: ImportPlan,
  { user, subject, invalid, most, once = writeAnyway }: ImportWriter,
  signal: Pick<AbortSignal, "throwIfAborted">,
) {
  const write = async (transaction: Transaction<Tables>, markChanged: MarkChanged) => {
    // The write itself has made the next version; any other one means that the plan is old.
    const isCurrent = (await readVersion(transaction)) === plan.version + 1;
    const { added, updated, skipped } = isCurrent ? plan : await planAgain(transaction, plan);
    const counts = {
      added: added.length,
      updated: updated.length,
      skipped: skipped.length,
      invalid,
    };
    const firstId = await insertReserved(transaction, added, markChanged, signal);
    const isWritten = added.length + updated.length > 0;
    let importId: number | null = null;
    if (isWritten) {
      const written = { subject, firstRowId: firstId, added: added.length };
      importId = await recordImport(transaction, written);
      await writeUpdates(transaction, importId, updated, markChanged, signal);
      const after = { ...counts, importId };
      await recordActivity(transaction, { user, action: "rows-imported", subject, after });
    }
    const rows = added
      .slice(0, most)
      .map(({ input, model: { make, model, header } }, at): EvRow => {
        const isModelHeader = header === input;
        return { id: firstId + at, ...input, make, model, isModelHeader, version: 1 };
      });
    // The catalogue is read again before this call returns, and needs their memory.
    added.length = 0;
    signal.throwIfAborted();
    return { added: rows, updated, skipped, counts, importId };
  };
  const writeOnce = (transaction: Transaction<Tables>, markChanged: MarkChanged) =>
    once(
      transaction,
      () => write(transaction, markChanged),
      ({ counts, importId }) => ({ counts, importId }),
    );
  return asLongWork(() =>
    changeCatalogue(database, writeOnce, ({ importId }) => importId !== null),
  );
}

async function writeUpdates(
  transaction: Transaction<Tables>,
  importId: number,
  updated: readonly PlannedUpdate[],
  markChanged: MarkChanged,
  signal: Pick<AbortSignal, "throwIfAborted">,
): Promise<void> {
  const figures: { before: StoredRow; after: StoredRow }[] = [];
  const lines: Tables["import_updates"][] = [];
  for await (const { stored, changes } of yieldOften(updated)) {
    signal.throwIfAborted();
    const values = valuesOf(changes, "after");
    await writeValues(transaction, stored, values);
    markChanged(stored.modelId);
    figures.push({ before: stored, after: rowWith(stored, values) });
    const version = stored.version + 1;
    const text = JSON.stringify(changes);
    lines.push({ import_id: importId, row_id: stored.id, version, changes: text });
  }
  await recordFigures(transaction, figures);
  for (let from = 0; from < lines.length; from += LINES_PER_STATEMENT) {
    const part = lines.slice(from, from + LINES_PER_STATEMENT);
    await transaction.insertInto("import_updates").values(part).execute();
  }
}

/** Takes note of an import that can be undone, and forgets those of which the time is over. */
async function recordImport(
  transaction: Transaction<Tables>,
  { subject, firstRowId, added }: { subject: string; firstRowId: number; added: number },
): Promise<number> {
  await transaction.deleteFrom("imports").where("at", "<", undoableSince()).execute();
  const id = await takeIds(transaction, "imports", 1);
  await transaction
    .insertInto("imports")
    .values({ id, at: new Date().toISOString(), subject, first_row_id: firstRowId, added })
    .execute();
  return id;
}

export function undoableSince(): string {
  return new Date(Date.now() - UNDO_DAYS * 24 * 60 * 60 * 1000).toISOString();
}
