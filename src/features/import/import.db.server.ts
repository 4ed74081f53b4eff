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
import { yieldOften } from "../../server/yield-often.server.ts";
import {
  type IndexedModel,
  indexRows,
  insertRowsWithIds,
} from "../catalogue/vehicle-insert.db.server.ts";
import { changeRows } from "../catalogue/change-rows.db.server.ts";
import type { EvRow } from "../../domain/vehicle.ts";
import {
  compareExisting,
  type Existing,
  type ExistingChoice,
  type PlannedUpdate,
  changedValuesOf,
} from "./existing-rows.db.server.ts";
import type { ImportRow } from "./parse/import-file.server.ts";
import type { ImportCounts, RepeatedMode } from "./import.schema.ts";
import { UNDO_DAYS } from "./limits.ts";
import { findRepeatedRows, type RepeatedRows } from "./repeated-rows.server.ts";

const UPDATE_BATCH_SIZE = 100;
const COMPARISON_BATCH_SIZE = 2_000;

/** Outcomes of a row. */
const [ADDED, UPDATED, SKIPPED] = [0, 1, 2];

export interface ImportPlan {
  version: number;
  existing: ExistingChoice | undefined;
  rows: readonly ImportRow[];
  /** the outcome of each row */
  outcomes: Uint8Array;
  added: readonly ImportRow[];
  /** models of the rows to add */
  models: readonly IndexedModel[];
  updated: PlannedUpdate[];
  /** rows that already exist and stay as they are, unless the file has their EV more than once */
  skipped: readonly ImportRow[];
  repeated: RepeatedRows;
}

/** What is stored of an import for a retry (calls.md#retries). */
export interface KeptImport {
  counts: ImportCounts;
  importId: number | null;
}

interface ImportWriter extends Pick<NewActivity, "user" | "subject"> {
  invalid: number;
  /** maximum number of rows of each kind to return as they now are in the catalogue */
  most: number;
  once?: WriteOnce<KeptImport>;
}

/**
 * @param existing what to do with rows that already exist; by default they are skipped
 * @param mode which of several contradictory rows of one EV to write
 */
export function planImport(
  { read }: Pick<Database, "read">,
  rows: readonly ImportRow[],
  existing?: ExistingChoice,
  mode: RepeatedMode = "first",
): Promise<ImportPlan> {
  // Use a single connection with a single time-out, so that a slow database refuses an import within three
  // seconds.
  return read.connection().execute((db) => planImportRows(db, rows, existing, mode));
}

async function planImportRows(
  db: Kysely<Tables>,
  rows: readonly ImportRow[],
  existing: ExistingChoice | undefined,
  mode: RepeatedMode = "first",
): Promise<ImportPlan> {
  // Read the version before the rows, so that a write in between is noticed.
  const version = await readVersion(db);
  const { modelOf, reserveRow } = await indexRows(db, inputsOf(rows));
  const repeated = await findRepeatedRows(rows, mode);
  const outcomes = new Uint8Array(rows.length);
  const models: IndexedModel[] = [];
  const updated: PlannedUpdate[] = [];
  let unchecked: Existing[] = [];
  async function compareUnchecked() {
    const differing = existing ? await compareExisting(db, unchecked, existing) : [];
    for (const update of differing) {
      outcomes[update.at] = UPDATED;
      updated.push(update);
    }
    unchecked = [];
  }
  let at = -1;
  for await (const row of yieldOften(rows)) {
    at++;
    const model = repeated.leftOut.has(at) ? null : reserveRow(row.input);
    if (model) {
      models.push(model);
      continue;
    }
    outcomes[at] = SKIPPED;
    const modelId = existing && modelOf(row.input).id;
    if (modelId == null || repeated.leftOut.has(at)) continue;
    unchecked.push({ row, at, modelId });
    if (unchecked.length === COMPARISON_BATCH_SIZE) await compareUnchecked();
  }
  await compareUnchecked();
  return planOf({ version, existing, rows, outcomes, models, updated, repeated });
}

/** Skips the update of a row that turns out unchanged once its picture has an address. */
export function skipUpdate(plan: ImportPlan, update: PlannedUpdate): void {
  plan.outcomes[update.at] = SKIPPED;
  plan.updated.splice(plan.updated.indexOf(update), 1);
  Object.assign(plan, planOf(plan));
}

function planOf(plan: Omit<ImportPlan, "added" | "skipped">): ImportPlan {
  const { rows, outcomes, repeated } = plan;
  return {
    ...plan,
    added: rows.filter((_row, at) => outcomes[at] === ADDED),
    skipped: rows.filter((_row, at) => outcomes[at] === SKIPPED && !repeated.members.has(at)),
  };
}

function* inputsOf(rows: readonly ImportRow[]) {
  for (const { input } of rows) yield input;
}

/**
 * Plans the rows again, since others may have changed the catalogue in the meantime. Skipped rows stay
 * skipped even if they are gone by now, because their pictures are not in our store.
 */
async function planAgain(db: Kysely<Tables>, plan: ImportPlan): Promise<ImportPlan> {
  const { rows, existing, repeated } = plan;
  const outcomes = plan.outcomes.slice();
  const remainingRows = rows.filter((_row, at) => outcomes[at] !== SKIPPED);
  const again = await planImportRows(db, remainingRows, existing);
  let next = 0;
  for (const [at, outcome] of outcomes.entries()) {
    if (outcome !== SKIPPED) outcomes[at] = again.outcomes[next++] ?? SKIPPED;
  }
  return planOf({ ...again, rows, outcomes, repeated });
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
    const { added, models, updated, skipped } = now;
    const counts = countRows(now, invalid);
    const firstId = await insertRowsWithIds(
      transaction,
      { inputs: inputsOf(added), models },
      markChanged,
      signal,
    );
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
    return { added: addedRows(now, firstId, most), updated, skipped, counts, importId };
  };
  const writeOnce = (transaction: Transaction<Tables>, markChanged: MarkChanged) =>
    once(
      transaction,
      () => write(transaction, markChanged),
      ({ counts, importId }) => ({ counts, importId }),
    );
  return changeCatalogue(database, writeOnce, ({ importId }) => importId !== null);
}

/** @param invalid number of rows in the file that could not be read */
export function countRows(plan: ImportPlan, invalid: number): ImportCounts {
  const { rows, added, updated, skipped } = plan;
  return {
    added: added.length,
    updated: updated.length,
    skipped: skipped.length,
    repeated: rows.length - added.length - updated.length - skipped.length,
    invalid,
  };
}

/** The added rows as they now are in the catalogue. */
function* addedRows(
  { added, models }: ImportPlan,
  firstId: number,
  most: number,
): Generator<EvRow> {
  if (most === 0) return;
  let at = 0;
  for (const { input } of added) {
    const { make, model, header } = models[at] ?? { ...input, header: null };
    yield { id: firstId + at, ...input, make, model, isModelHeader: header === at, version: 1 };
    if (++at === most) return;
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
 * Records an import of rows or claims so that it can be undone, and deletes expired ones. Both share one
 * sequence of ids, because one call undoes either.
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
