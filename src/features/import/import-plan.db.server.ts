/** Plans what becomes of the rows of a file (importing.md#existing-rows, importing.md#repeated-rows). */
import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import { readVersion } from "../../db/database-changes.server.ts";
import type { Tables } from "../../db/database-tables.server.ts";
import { inBatches, yieldOften } from "../../server/yield-often.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import type { FieldName } from "../../domain/fields.ts";
import { COLUMN_NAMES } from "../../domain/field-shapes.ts";
import { identityKey, rowIdentity, rowName } from "../../domain/names.ts";
import { present } from "../../domain/trims.ts";
import type { StoredRow } from "../../domain/vehicle.ts";
import type { RowSummary } from "../catalogue/row-changes.db.server.ts";
import { type IndexedModel, indexRows } from "../catalogue/vehicle-insert.db.server.ts";
import { joinedRows, storedRows } from "../catalogue/vehicle-rows.db.server.ts";
import type {
  ExistingMode,
  ImportCounts,
  RepeatedMode,
  RepeatedPair,
  RowChanges,
  StoredValue,
} from "./import.schema.ts";
import type { ImportRow } from "./parse/import-file.server.ts";

interface PlannedAddition extends ImportRow {
  model: IndexedModel;
}

/** A row that exists, and what would change. */
export interface PlannedUpdate extends ImportRow {
  stored: RowSummary & Pick<StoredRow, "version">;
  changes: RowChanges;
}

export interface ExistingChoice {
  mode: ExistingMode;
  /** fields whose value an empty cell clears in updates */
  cleared: ReadonlySet<FieldName>;
}

export type ImportPlan = Awaited<ReturnType<typeof planImport>>;

const byRow = (a: ImportRow, b: ImportRow) => a.row - b.row;

/** @param existing skips rows by default @param mode which of several contradictory rows of one EV to write */
export async function planImport(
  db: Kysely<Tables>,
  rows: readonly ImportRow[],
  existing?: ExistingChoice,
  mode: RepeatedMode = "first",
) {
  // Read the version before the rows, so that a write in between is noticed.
  const version = await readVersion(db);
  const { modelOf, reserveRow } = await indexRows(
    db,
    Iterator.from(rows).map(({ input }) => input),
  );
  const repeated = await findRepeatedRows(rows, mode);
  const added: PlannedAddition[] = [];
  const others: ImportRow[] = [];
  for await (const row of yieldOften(rows)) {
    const model = repeated.leftOut.has(row.row) ? null : reserveRow(row.input);
    if (model) added.push({ ...row, model });
    else others.push(row);
  }
  const stored = others.filter(({ row }) => !repeated.leftOut.has(row));
  const modelIdOf = ({ input }: ImportRow) => modelOf(input).id;
  const updated = existing ? await compareExisting(db, stored, modelIdOf, existing) : [];
  const updatedRows = new Set(updated.map(({ row }) => row));
  // Unless the file has their EV more than once.
  const skipped = others.filter(({ row }) => !updatedRows.has(row) && !repeated.members.has(row));
  return { version, existing, rowCount: rows.length, added, updated, skipped, repeated };
}

/**
 * Others may have changed the catalogue in the meantime. Skipped rows stay skipped even if they are gone by
 * now, because their pictures are not in our store.
 */
export async function planAgain(db: Kysely<Tables>, plan: ImportPlan): Promise<ImportPlan> {
  const { existing, rowCount, repeated } = plan;
  const rows = [...plan.added, ...plan.updated].sort(byRow);
  const again = await planImport(db, rows, existing);
  const more = again.skipped.filter(({ row }) => !repeated.members.has(row));
  const skipped = [...plan.skipped, ...more].sort(byRow);
  return { ...again, rowCount, skipped, repeated };
}

/** Skips the update of a row that turns out unchanged once its picture has an address. */
export function skipUpdate(
  { updated, skipped, repeated }: ImportPlan,
  update: PlannedUpdate,
): void {
  updated.splice(updated.indexOf(update), 1);
  if (repeated.members.has(update.row)) return;
  skipped.push(update);
  skipped.sort(byRow);
}

/** @param invalid number of rows in the file that could not be read */
export function countRows(plan: ImportPlan, invalid: number): ImportCounts {
  const [added, updated, skipped] = [plan.added.length, plan.updated.length, plan.skipped.length];
  return { added, updated, skipped, repeated: plan.rowCount - added - updated - skipped, invalid };
}

const MODELS_PER_QUERY = 250;
/** Trim and year identify the row and keep their spelling, so they are not compared. */
const COMPARED = COLUMN_NAMES.filter(([field]) => field !== "trim" && field !== "year");

const rowKey = ({ modelId, trim, year }: Pick<StoredRow, "modelId" | "trim" | "year">) =>
  `${modelId}\n${identityKey(trim)}\n${year}`;

/** Rows that the file would change. An empty cell keeps the value, unless its field is cleared. */
async function compareExisting(
  db: Kysely<Tables>,
  rows: readonly ImportRow[],
  modelIdOf: (row: ImportRow) => number | null,
  choice: ExistingChoice,
): Promise<PlannedUpdate[]> {
  const updated: PlannedUpdate[] = [];
  const byModel = Map.groupBy(rows, modelIdOf);
  const modelIds = [...byModel.keys()].filter((id) => id !== null);
  for await (const some of inBatches(modelIds, MODELS_PER_QUERY)) {
    const found = await joinedRows(db).where("model_id", "in", some).execute();
    const stored = new Map<string, StoredRow>();
    for await (const row of yieldOften(storedRows(found))) stored.set(rowKey(row), row);
    const ofModels = some.flatMap((modelId) =>
      (byModel.get(modelId) ?? []).map((row) => ({ row, modelId })),
    );
    for await (const { row, modelId } of yieldOften(ofModels)) {
      const before = stored.get(rowKey({ ...row.input, modelId }));
      if (!before) continue;
      const changes = changesOf(before, row, choice);
      if (Object.keys(changes).length === 0) continue;
      // Not the whole stored row, because all updates of a file are in memory at once.
      const { id, version, year, make, model, trim, price, range } = before;
      const summary = { id, modelId, version, year, make, model, trim, price, range };
      updated.push({ ...row, stored: summary, changes });
    }
  }
  return updated.sort(byRow);
}

function changesOf(
  stored: StoredRow,
  { input }: ImportRow,
  { mode, cleared }: ExistingChoice,
): RowChanges {
  const changes: RowChanges = {};
  for (const [field] of COMPARED) {
    const [before, after] = [stored[field], input[field]];
    if (isDeepStrictEqual(before, after)) continue;
    if (after === null && !(mode === "update" && cleared.has(field))) continue;
    if (mode === "fill" && !isMissing(before)) continue;
    changes[field] = [before, after];
  }
  return changes;
}

/** A figure of 0 counts as missing (vehicles.md#missing-values). */
function isMissing(value: StoredValue): boolean {
  return value === null || (typeof value === "number" && present(value) === null);
}

/** The values of the changed fields before or after. */
export function changedValuesOf(changes: RowChanges, side: "before" | "after"): Partial<EvInput> {
  const values: Record<string, StoredValue> = {};
  for (const [field, [before, after]] of Object.entries(changes)) {
    values[field] = side === "before" ? before : after;
  }
  return values; // of the fields of a row, which `changesOf` compared
}

/** Maximum number of listed pairs of contradictory rows; all of them are counted. */
const MAX_NAMED_REPEATS = 20_000;

const HASH_CHARACTERS = 12;

type Values = Record<string, RowChanges[string][number]>;

/** The values in which two rows may differ. A picture sent as data is represented by its hash. */
function comparedValues(input: EvInput): Values {
  const values: Values = {};
  for (const [field] of COMPARED) values[field] = input[field];
  const { image } = input;
  if (image?.startsWith("data:")) {
    const hash = createHash("sha256").update(image).digest("hex").slice(0, HASH_CHARACTERS);
    values["image"] = `${image.slice(0, image.indexOf(";"))} ${hash}`;
  }
  return values;
}

function differencesOf(first: Values, later: Values): RowChanges {
  const differs: RowChanges = {};
  for (const [field, value] of Object.entries(later)) {
    const before = first[field] ?? null;
    if (!isDeepStrictEqual(before, value)) differs[field] = [before, value];
  }
  return differs;
}

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
    const values = comparedValues(first.input);
    let isContradictory = false;
    for await (const { row, input } of yieldOften(later)) {
      const differs = differencesOf(values, comparedValues(input));
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
