import type { CompiledQuery, Kysely, Transaction } from "kysely";
import { takeIds, type Touch } from "../server/database-changes.server.ts";
import type { EvRowsTable, Tables } from "../server/database-tables.server.ts";
import { UserError } from "../server/errors.server.ts";
import { eachInTurns, type TakeTurns } from "../server/turns.server.ts";
import type { EvInput } from "./ev-input.ts";
import { rowName } from "./ev-row.ts";
import { columnsOf, identityKey, newRow } from "./vehicle-rows.server.ts";
import type { StoredRow } from "./vehicle.ts";

/** Short enough to stay compiled in the embedded database, and done within a millisecond. */
const ROWS_PER_STATEMENT = 40;
const KEYS_PER_QUERY = 250;
const MODELS_PER_PAGE = 2_000;

const NO_TURNS: TakeTurns = () => undefined;

/** A model under the names that it was given first. */
interface NamedModel {
  id: number;
  make: string;
  model: string;
}

/** What the database has of the models that some rows belong to. */
export interface KnownRows {
  /** by {@link modelKey}; models that are missing do not exist */
  models: ReadonlyMap<string, NamedModel & { newestYear: number }>;
  /** {@link rowKey} of their rows */
  taken: ReadonlySet<string>;
}

/** Text by which models are the same (readings 2). Names are one line each. */
export function modelKey({ make, model }: { make: string; model: string }): string {
  return `${identityKey(make)}\n${identityKey(model)}`;
}

/** Text by which rows are the same: make, model, trim and year (readings 2). */
export function rowKey(input: EvInput): string {
  return keyOfRow(modelKey(input), identityKey(input.trim), input.year);
}

/** {@link rowKey} of a row of which the model's key and {@link identityKey} of the trim are known. */
export function keyOfRow(model: string, trimKey: string, year: number): string {
  return `${model} ${year} ${trimKey}`;
}

function elementAt<T>(all: readonly T[], index: number): T {
  if (index >= all.length) throw new RangeError(`There is no element ${index}`);
  return all[index] as T; // within its length
}

function* chunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
}

/**
 * Adds rows of equal columns, many at a time. The statement is made once: making it takes longer
 * than running it.
 */
async function insertMany<Table extends "models" | "ev_rows">(
  transaction: Transaction<Tables>,
  table: Table,
  count: number,
  rowAt: (index: number) => Tables[Table],
  takeTurns: TakeTurns,
): Promise<void> {
  let whole: CompiledQuery | undefined;
  for (let from = 0; from < count; from += ROWS_PER_STATEMENT) {
    const size = Math.min(ROWS_PER_STATEMENT, count - from);
    const rows = Array.from({ length: size }, (_, index) => rowAt(from + index));
    const query =
      whole && size === ROWS_PER_STATEMENT
        ? { ...whole, parameters: rows.flatMap((row) => Object.values(row)) }
        : // Of a table that is one of several Kysely knows only that its rows are some table's.
          transaction
            .insertInto(table)
            .values(rows as never)
            .compile();
    await transaction.executeQuery(query);
    whole ??= query;
    await takeTurns();
  }
}

/** Models of these makes, a page at a time. */
async function* modelsOfMakes(db: Kysely<Tables>, makeKeys: readonly string[]) {
  for (const keys of chunks(makeKeys, KEYS_PER_QUERY)) {
    let after = 0;
    for (;;) {
      const page = await db
        .selectFrom("models")
        .select(["id", "make", "model"])
        .where("make_key", "in", keys)
        .where("id", ">", after)
        .orderBy("id")
        .limit(MODELS_PER_PAGE)
        .execute();
      yield page;
      const last = page.at(-1);
      if (!last || page.length < MODELS_PER_PAGE) break;
      after = last.id;
    }
  }
}

/** Reads which of the rows' models exist, and what rows these have. */
export async function readKnownRows(
  db: Kysely<Tables>,
  rows: readonly NewRow[],
  takeTurns: TakeTurns = NO_TURNS,
): Promise<KnownRows> {
  const makes = new Set<string>();
  const wanted = new Set<string>();
  await eachInTurns(
    rows,
    ({ input, key }) => {
      makes.add(identityKey(input.make));
      wanted.add(key);
    },
    takeTurns,
  );
  const models = new Map<string, NamedModel & { newestYear: number }>();
  const keys = new Map<number, string>();
  for await (const page of modelsOfMakes(db, [...makes])) {
    for (const model of page) {
      const key = modelKey(model);
      if (!wanted.has(key)) continue;
      models.set(key, { ...model, newestYear: -Infinity });
      keys.set(model.id, key);
    }
    await takeTurns();
  }
  const taken = new Set<string>();
  for (const ids of chunks([...keys.keys()], KEYS_PER_QUERY)) {
    const stored = await db
      .selectFrom("ev_rows")
      .select(["model_id", "trim_key", "year"])
      .where("model_id", "in", ids)
      .execute();
    for (const { model_id, trim_key, year } of stored) {
      const key = keys.get(model_id) ?? "";
      const model = models.get(key);
      if (model) model.newestYear = Math.max(model.newestYear, year);
      taken.add(keyOfRow(key, trim_key, year));
    }
    await takeTurns();
  }
  return { models, taken };
}

/** Models by {@link modelKey}. */
type FindModel = (key: string) => NamedModel | undefined;

/** Makes the models that rows miss, named as the first row of each. @returns how to find any, and those */
async function makeModels(
  transaction: Transaction<Tables>,
  rows: readonly NewRow[],
  known: KnownRows,
  takeTurns: TakeTurns,
): Promise<{ modelOf: FindModel; made: readonly NamedModel[] }> {
  const missing = new Map<string, NamedModel>();
  const made: NamedModel[] = [];
  await eachInTurns(
    rows,
    ({ input: { make, model }, key }) => {
      if (known.models.has(key) || missing.has(key)) return;
      const named = { id: 0, make, model };
      missing.set(key, named);
      made.push(named);
    },
    takeTurns,
  );
  const firstId = await takeIds(transaction, "catalogue", made.length);
  await eachInTurns(made, (named, index) => (named.id = firstId + index), takeTurns);
  const rowAt = (index: number) => {
    const { id, make, model } = elementAt(made, index);
    return { id, make, model, make_key: identityKey(make), model_key: identityKey(model) };
  };
  await insertMany(transaction, "models", made.length, rowAt, takeTurns);
  return { modelOf: (key) => missing.get(key) ?? known.models.get(key), made };
}

/** A row to add. */
export interface NewRow {
  input: EvInput;
  /** {@link modelKey} of it */
  key: string;
}

/** What the rows of `insertNew` have become. */
export interface InsertedRows {
  /** id of the first; the others follow it in their order */
  firstId: number;
  modelOf: FindModel;
  /** ids of those that were there before */
  changed: ReadonlySet<number>;
  /** the rows of each model that was not there before, by id */
  made: StoredRow[][];
}

/** Adds to one of several lists. A list of one takes no more room than that. */
function addTo<T>(lists: T[][], at: number, one: T): void {
  const list = lists[at];
  if (list) list.push(one);
  else lists[at] = [one];
}

/**
 * Adds rows that are all new and all different, and the models they need.
 * @param rows taken out of the list as they are written: many are not held twice
 * @param known as read in this transaction, or before it and still true
 */
export async function insertNew(
  transaction: Transaction<Tables>,
  rows: NewRow[],
  known: KnownRows,
  touch: Touch,
  takeTurns: TakeTurns = NO_TURNS,
): Promise<InsertedRows> {
  const { modelOf, made } = await makeModels(transaction, rows, known, takeTurns);
  const firstModel = made[0]?.id ?? Infinity;
  const changed = new Set<number>();
  const rowsOfMade: StoredRow[][] = [];
  const count = rows.length;
  const firstId = await takeIds(transaction, "catalogue", count);
  const left: (NewRow | undefined)[] = rows;
  const rowAt = (index: number): EvRowsTable => {
    const { input, key } = elementAt(rows, index);
    left[index] = undefined;
    const model = modelOf(key);
    if (!model) throw new Error("makeModels gives every row its model");
    const id = firstId + index;
    touch(model.id);
    if (model.id < firstModel) changed.add(model.id);
    else addTo(rowsOfMade, model.id - firstModel, newRow(id, model, input));
    return { id, model_id: model.id, version: 1, ...columnsOf(input) };
  };
  await insertMany(transaction, "ev_rows", count, rowAt, takeTurns);
  rows.length = 0;
  return { firstId, modelOf, changed, made: rowsOfMade };
}

/**
 * Adds rows and the models they need. Nothing is skipped: a row that exists, or stands twice among
 * the inputs, is a conflict.
 * @returns the ids of the new rows, in the order of the inputs
 * @throws UserError 409 `{year} {make} {model} {trim} already exists`
 */
export async function insertAll(
  transaction: Transaction<Tables>,
  inputs: readonly EvInput[],
  touch: Touch,
): Promise<number[]> {
  const rows = inputs.map((input) => ({ input, key: modelKey(input) }));
  const known = await readKnownRows(transaction, rows);
  const taken = new Set(known.taken);
  for (const { input, key: model } of rows) {
    const key = keyOfRow(model, identityKey(input.trim), input.year);
    if (taken.has(key)) throw new UserError(409, `${rowName(input)} already exists`);
    taken.add(key);
  }
  const { firstId } = await insertNew(transaction, rows, known, touch);
  return inputs.map((_input, index) => firstId + index);
}
