import type { CompiledQuery, Kysely, Transaction } from "kysely";
import { takeIds, type Touch } from "../server/database-changes.server.ts";
import type { EvRowsTable, Tables } from "../server/database-tables.server.ts";
import { UserError } from "../server/errors.server.ts";
import type { TakeTurns } from "../server/turns.server.ts";
import type { EvInput } from "./ev-input.ts";
import { rowName } from "./ev-row.ts";
import { columnsOf, identityKey } from "./vehicle-rows.server.ts";
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

/** Text by which models are the same (readings 2). */
export function modelKey({ make, model }: { make: string; model: string }): string {
  return JSON.stringify([identityKey(make), identityKey(model)]);
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

/** Reads which of the inputs' models exist, and their rows. */
export async function readKnownRows(
  db: Kysely<Tables>,
  inputs: Iterable<EvInput>,
  takeTurns: TakeTurns = NO_TURNS,
): Promise<KnownRows> {
  const makes = new Set<string>();
  const wanted = new Set<string>();
  for (const input of inputs) {
    makes.add(identityKey(input.make));
    wanted.add(modelKey(input));
    const turn = takeTurns();
    if (turn) await turn;
  }
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
    const rows = await db
      .selectFrom("ev_rows")
      .select(["model_id", "trim_key", "year"])
      .where("model_id", "in", ids)
      .execute();
    for (const { model_id, trim_key, year } of rows) {
      const key = keys.get(model_id) ?? "";
      const model = models.get(key);
      if (model) model.newestYear = Math.max(model.newestYear, year);
      taken.add(keyOfRow(key, trim_key, year));
    }
    await takeTurns();
  }
  return { models, taken };
}

/** The models of these keys; those that are missing are made, named as the first input of each. */
async function makeModels(
  transaction: Transaction<Tables>,
  { inputs, keys }: NewRows,
  known: KnownRows,
  takeTurns: TakeTurns,
): Promise<{ models: ReadonlyMap<string, NamedModel>; made: readonly NamedModel[] }> {
  const missing = new Map<string, EvInput>();
  for (const [at, key] of keys.entries()) {
    const input = inputs[at];
    if (input && !known.models.has(key) && !missing.has(key)) missing.set(key, input);
    const turn = takeTurns();
    if (turn) await turn;
  }
  const models = new Map<string, NamedModel>(known.models);
  let next = await takeIds(transaction, "catalogue", missing.size);
  const made = Array.from(missing, ([key, { make, model }]) => {
    const named = { id: next++, make, model };
    models.set(key, named);
    return named;
  });
  const rowOf = ({ id, make, model }: NamedModel) => ({
    id,
    make,
    model,
    make_key: identityKey(make),
    model_key: identityKey(model),
  });
  const rowAt = (index: number) => rowOf(elementAt(made, index));
  await insertMany(transaction, "models", made.length, rowAt, takeTurns);
  return { models, made };
}

/** Rows to add, and {@link modelKey} of each. */
export interface NewRows {
  inputs: readonly EvInput[];
  keys: readonly string[];
}

/** What the inputs of `insertNew` have become. */
export interface InsertedRows {
  /** id of the first; the others follow it in the order of the inputs */
  firstId: number;
  /** their models by {@link modelKey} */
  models: ReadonlyMap<string, NamedModel>;
  /** those that were not there before, by id */
  made: readonly NamedModel[];
}

/**
 * Adds rows that are all new and all different, and the models they need.
 * @param known as read in this transaction, or before it and still true
 */
export async function insertNew(
  transaction: Transaction<Tables>,
  rows: NewRows,
  known: KnownRows,
  touch: Touch,
  takeTurns: TakeTurns = NO_TURNS,
): Promise<InsertedRows> {
  const { inputs, keys } = rows;
  const { models, made } = await makeModels(transaction, rows, known, takeTurns);
  const firstId = await takeIds(transaction, "catalogue", inputs.length);
  const rowAt = (index: number): EvRowsTable => {
    const model = models.get(elementAt(keys, index));
    if (!model) throw new Error("makeModels gives every input its model");
    touch(model.id);
    const columns = columnsOf(elementAt(inputs, index));
    return { id: firstId + index, model_id: model.id, version: 1, ...columns };
  };
  await insertMany(transaction, "ev_rows", inputs.length, rowAt, takeTurns);
  return { firstId, models, made };
}

/** The rows that `insertNew` has given models that were not there before, by model. */
export function* rowsOfMadeModels(
  { inputs, keys }: NewRows,
  { firstId, models, made }: InsertedRows,
): Generator<StoredRow[]> {
  const firstModel = made[0]?.id ?? 0;
  const isMade = (id: number) => id >= firstModel && id < firstModel + made.length;
  // Of each model its first row, and of each row the next of its model; -1 is none.
  const first = new Int32Array(made.length).fill(-1);
  const next = new Int32Array(inputs.length);
  for (let at = inputs.length - 1; at >= 0; at--) {
    const { id } = models.get(elementAt(keys, at)) ?? { id: -1 };
    if (!isMade(id)) continue;
    next[at] = first[id - firstModel] ?? -1;
    first[id - firstModel] = at;
  }
  for (const [index, { id: modelId, make, model }] of made.entries()) {
    const rows: StoredRow[] = [];
    for (let at = first[index] ?? -1; at >= 0; at = next[at] ?? -1) {
      rows.push({ id: firstId + at, modelId, ...elementAt(inputs, at), make, model, version: 1 });
    }
    yield rows;
  }
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
  const known = await readKnownRows(transaction, inputs);
  const taken = new Set(known.taken);
  for (const input of inputs) {
    const key = rowKey(input);
    if (taken.has(key)) throw new UserError(409, `${rowName(input)} already exists`);
    taken.add(key);
  }
  const keys = inputs.map(modelKey);
  const { firstId } = await insertNew(transaction, { inputs, keys }, known, touch);
  return inputs.map((_input, index) => firstId + index);
}
