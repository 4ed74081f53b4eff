/** Plans what becomes of the rows of a file (importing.md#existing-rows, importing.md#repeated-rows), and writes it. */
import { isDeepStrictEqual } from "node:util";
import type { Kysely, Transaction } from "kysely";
import { type NewActivity, recordActivity, type Writer } from "../activity/activity.db.server.ts";
import type { Database } from "../../db/database.server.ts";
import { changeCatalogue, reserveIds } from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { withoutKey, type WriteOnce } from "../../server/retries.db.server.ts";
import { inBatches, yieldOften } from "../../server/yield-often.server.ts";
import { UserError } from "../../base/errors.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import { type FieldName, isFieldName } from "../../domain/fields.ts";
import { COLUMN_NAMES } from "../../domain/field-shapes.ts";
import { formatCount } from "../../domain/format.ts";
import { rowIdentity, rowName } from "../../domain/names.ts";
import { present } from "../../domain/trims.ts";
import type { EvRow, StoredRow } from "../../domain/vehicle.ts";
import { changeRows } from "../catalogue/write-rows.db.server.ts";
import type { RowSummary } from "../catalogue/figure-history.db.server.ts";
import {
  type IndexedModel,
  indexRows,
  insertRowsWithIds,
} from "../catalogue/insert-rows.db.server.ts";
import { joinedRows, toStoredRow } from "../catalogue/row-columns.db.server.ts";
import type {
  ExistingMode,
  ImportCounts,
  RepeatedMode,
  RepeatedPair,
  RowChanges,
  StoredValue,
} from "./import.schema.ts";
import type { ImportRow } from "./parse/lines-and-rows.server.ts";

interface PlannedAddition extends ImportRow {
  model: IndexedModel;
}

/** A row that exists, and what would change. */
interface PlannedUpdate extends ImportRow {
  stored: RowSummary & Pick<StoredRow, "version">;
  changes: RowChanges;
}

interface ExistingChoice {
  mode: ExistingMode;
  /** fields whose value an empty cell clears in updates */
  cleared: ReadonlySet<FieldName>;
}

export type ImportPlan = Awaited<ReturnType<typeof planImport>>;

interface ImportChoices {
  /** skips existing rows by default */
  existing?: ExistingChoice | undefined;
  /** which of several contradictory rows of one EV to write; the first by default */
  repeated?: RepeatedMode | undefined;
  /** Whether the file is an export of the catalogue, which comes back whole. */
  isExport?: boolean;
}

/** How long an import and the values it has changed are stored (importing.md#undo). */
export const UNDO_DAYS = 30;

const MAX_ADDED_ROWS = 20_000;

/** @throws UserError 413 when too many rows are new */
export async function planImport(
  db: Kysely<Tables>,
  rows: readonly ImportRow[],
  { existing, repeated: repeatedMode = "first", isExport = false }: ImportChoices = {},
) {
  const inputs = rows.map(({ input }) => input);
  const { storedRow, reserveRow } = await indexRows(db, inputs);
  const repeated = await findRepeatedRows(rows, repeatedMode);
  const added: PlannedAddition[] = [];
  const others: ImportRow[] = [];
  for await (const row of yieldOften(rows)) {
    const model = repeated.leftOut.has(row.row) ? null : reserveRow(row.input);
    if (model) added.push({ ...row, model });
    else others.push(row);
  }
  if (added.length > MAX_ADDED_ROWS && !isExport) {
    const [count, most] = [added.length, MAX_ADDED_ROWS].map(formatCount);
    const message = `The file has ${count} new rows, and at most ${most} can be added at once. Please split it.`;
    throw new UserError(413, message);
  }
  const stored = others.filter(({ row }) => !repeated.leftOut.has(row));
  const idOf = ({ input }: ImportRow) => storedRow(input)?.id ?? 0;
  const updated = existing ? await compareExisting(db, stored, idOf, existing) : [];
  const updatedRows = new Set(updated.map(({ row }) => row));
  // Repeated rows are reported as repeated, not as skipped.
  const skipped = others.filter(({ row }) => !updatedRows.has(row) && !repeated.members.has(row));
  return { rowCount: rows.length, added, updated, skipped, repeated };
}

/** @param invalid number of rows in the file that could not be read */
export function countOutcomes(plan: ImportPlan, invalid: number): ImportCounts {
  const [added, updated, skipped] = [plan.added.length, plan.updated.length, plan.skipped.length];
  return { added, updated, skipped, repeated: plan.rowCount - added - updated - skipped, invalid };
}

const ROWS_PER_QUERY = 500;
/** Trim and year identify the row and keep their spelling, so they are not compared. */
const COMPARED = COLUMN_NAMES.filter(([field]) => field !== "trim" && field !== "year");

/** Rows that the file would change. An empty cell keeps the value, unless its field is cleared. */
async function compareExisting(
  db: Kysely<Tables>,
  rows: readonly ImportRow[],
  idOf: (row: ImportRow) => number,
  choice: ExistingChoice,
): Promise<PlannedUpdate[]> {
  const updated: PlannedUpdate[] = [];
  for await (const some of inBatches(rows, ROWS_PER_QUERY)) {
    const found = await joinedRows(db).where("ev_rows.id", "in", some.map(idOf)).execute();
    const stored = new Map(found.map((row) => [row.id, toStoredRow(row)] as const));
    for (const row of some) {
      const before = stored.get(idOf(row));
      const changes = before ? changesOf(before, row, choice) : {};
      if (!before || Object.keys(changes).length === 0) continue;
      // Not the whole stored row, because all updates of a file are in memory at once.
      const { id, modelId, version, year, make, model, trim, price, range } = before;
      const summary = { id, modelId, version, year, make, model, trim, price, range };
      updated.push({ ...row, stored: summary, changes });
    }
  }
  return updated;
}

type Compared = Pick<EvInput, (typeof COMPARED)[number][0]>;

function differencesOf(before: Compared, after: Compared): RowChanges {
  const differs: RowChanges = {};
  for (const [field] of COMPARED) {
    const values: RowChanges[string] = [before[field], after[field]];
    if (!isDeepStrictEqual(...values)) differs[field] = values;
  }
  return differs;
}

function changesOf(stored: StoredRow, { input }: ImportRow, { mode, cleared }: ExistingChoice) {
  const differs = Object.entries(differencesOf(stored, input));
  const changes = differs.filter(([field, [before, after]]) => {
    if (after === null && !(mode === "update" && isFieldName(field) && cleared.has(field)))
      return false;
    return mode !== "fill" || isMissing(before);
  });
  return Object.fromEntries(changes);
}

/** A figure of 0 counts as missing (vehicles.md#missing-values). */
function isMissing(value: StoredValue): boolean {
  return value === null || (typeof value === "number" && present(value) === null);
}

/** The values of the changed fields before or after. */
export function changedValuesOf(changes: RowChanges, side: "before" | "after"): Partial<EvInput> {
  const at = side === "before" ? 0 : 1;
  // These are fields of a row, which `changesOf` compared.
  return Object.fromEntries(Object.entries(changes).map(([field, values]) => [field, values[at]]));
}

/** Maximum number of listed pairs of contradictory rows; all of them are counted. */
const MAX_NAMED_REPEATS = 20_000;

/**
 * Compares rows of the same EV with its first one, and decides which are not written. Equal rows do not
 * contradict each other, so the first one is written.
 * @returns the numbers of the rows that are not written, and of all whose EV the file has more than once
 */
async function findRepeatedRows(rows: readonly ImportRow[], mode: RepeatedMode) {
  const ofEvs = new Map<string, ImportRow[]>();
  for await (const row of yieldOften(rows)) {
    const key = rowIdentity(row.input);
    const ofEv = ofEvs.get(key);
    if (ofEv) ofEv.push(row);
    else ofEvs.set(key, [row]);
  }
  const pairs: RepeatedPair[] = [];
  const leftOut = new Set<number>();
  const members = new Set<number>();
  for await (const [first, ...later] of yieldOften(ofEvs.values())) {
    if (!first || later.length === 0) continue;
    let isContradictory = false;
    for await (const { row, input } of yieldOften(later)) {
      const differs = differencesOf(first.input, input);
      isContradictory ||= Object.keys(differs).length > 0;
      pairs.push({ rows: [first.row, row], name: rowName(input), differs });
    }
    const chosen = { first, last: later.at(-1), none: undefined }[isContradictory ? mode : "first"];
    for (const each of [first, ...later]) {
      members.add(each.row);
      if (each !== chosen) leftOut.add(each.row);
    }
  }
  pairs.sort((a, b) => a.rows[1] - b.rows[1]);
  return { pairs: pairs.slice(0, MAX_NAMED_REPEATS), leftOut, members };
}

const UPDATE_BATCH_SIZE = 100;

/** What is stored of an import for a retry (calls.md#retries). */
export interface ImportReceipt {
  counts: ImportCounts;
  importId: number | null;
}

interface ImportWriter extends ImportChoices, Pick<NewActivity, "user" | "subject"> {
  /** number of rows in the file that could not be read */
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
 * Plans and writes new and changed rows in one transaction, all or none.
 * @param signal aborted when nobody waits for the answer any more; then nothing is written
 * @returns `importId` null when nothing was written
 * @throws UserError 413; the signal's reason
 */
export async function writeImport(
  database: Pick<Database, "write" | "changes">,
  rows: readonly ImportRow[],
  { user, subject, invalid, most, once = withoutKey, ...choices }: ImportWriter,
  signal: Pick<AbortSignal, "throwIfAborted">,
) {
  const write = async (transaction: Transaction<Tables>) => {
    const plan = await planImport(transaction, rows, choices);
    const { added, updated, skipped, repeated } = plan;
    const counts = countOutcomes(plan, invalid);
    const inputs = Iterator.from(added).map(({ input }) => input);
    const models = added.map(({ model }) => model);
    const firstId = await insertRowsWithIds(transaction, { inputs, models }, signal);
    const isWritten = added.length + updated.length > 0;
    let importId: number | null = null;
    if (isWritten) {
      const written = { subject, first_row_id: firstId, added: added.length };
      importId = await recordImport(transaction, "imports", written);
      for await (const some of inBatches(updated, UPDATE_BATCH_SIZE)) {
        signal.throwIfAborted();
        await writeUpdates(transaction, importId, some, user);
      }
      const after = { ...counts, importId };
      await recordActivity(transaction, { user, action: "rows-imported", subject, after });
    }
    signal.throwIfAborted();
    const listed = Iterator.from(added).take(most);
    const rowsAdded = listed.map(({ input, model: { make, model, header } }, at): EvRow => {
      return { id: firstId + at, ...input, make, model, isModelHeader: header === at, version: 1 };
    });
    return { added: rowsAdded, updated, skipped, repeated, counts, importId };
  };
  const receiptOf = ({ counts, importId }: ImportReceipt) => ({ counts, importId });
  return changeCatalogue(
    database,
    (tx) => once(tx, () => write(tx), receiptOf),
    ({ importId }) => importId !== null,
  );
}

async function writeUpdates(
  transaction: Transaction<Tables>,
  importId: number,
  updated: readonly PlannedUpdate[],
  user: Writer,
): Promise<void> {
  const edits = updated.map(({ stored: { id }, changes }) => ({
    id,
    set: changedValuesOf(changes, "after"),
  }));
  await changeRows(transaction, edits, { user, isRecorded: false });
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
