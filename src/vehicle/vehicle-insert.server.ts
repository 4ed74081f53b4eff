import type { CompiledQuery, Transaction } from "kysely";
import { takeIds, type Touch } from "../server/database-changes.server.ts";
import type { EvRowsTable, Tables } from "../server/database-tables.server.ts";
import { UserError } from "../server/errors.server.ts";
import { eachInTurns, type TakeTurns } from "../server/turns.server.ts";
import type { EvInput } from "./ev-input.ts";
import { rowName } from "./names.ts";
import {
  claimRow,
  createRowsModels,
  noteModel,
  readStored,
  type RowsModel,
  type RowsModels,
} from "./rows-models.server.ts";
import { columnsOf, newRow } from "./vehicle-rows.server.ts";
import type { StoredRow } from "./vehicle.ts";

/** Short enough to stay compiled in the embedded database, and done within a millisecond. */
const ROWS_PER_STATEMENT = 40;

const NO_TURNS: TakeTurns = () => undefined;

/** A row to add. */
export interface NewRow {
  input: EvInput;
  of: RowsModel;
}

function elementAt<T>(all: readonly T[], index: number): T {
  if (index >= all.length) throw new RangeError(`There is no element ${index}`);
  return all[index] as T; // within its length
}

/** One after the other: `flatMap` takes three times as long. */
function valuesOf(rows: readonly object[]): unknown[] {
  const all: unknown[] = [];
  for (const row of rows) for (const value of Object.values(row)) all.push(value);
  return all;
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
        ? { ...whole, parameters: valuesOf(rows) }
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

/** Of a model that is being made. */
const WITHOUT_ID = -1;

/** Makes the models that rows miss, named as the first row of each. @returns those, by id */
async function makeModels(
  transaction: Transaction<Tables>,
  rows: readonly NewRow[],
  takeTurns: TakeTurns,
): Promise<readonly RowsModel[]> {
  const made: RowsModel[] = [];
  await eachInTurns(
    rows,
    ({ input: { make, model }, of }) => {
      if (of.id !== 0) return;
      noteModel(of, { id: WITHOUT_ID, make, model });
      made.push(of);
    },
    takeTurns,
  );
  const firstId = await takeIds(transaction, "catalogue", made.length);
  const rowAt = (index: number) => {
    const of = elementAt(made, index);
    of.id = firstId + index;
    const { id, make, model, makeKey, modelKey } = of;
    return { id, make, model, make_key: makeKey, model_key: modelKey };
  };
  await insertMany(transaction, "models", made.length, rowAt, takeTurns);
  return made;
}

/** What the rows of `insertNew` have become. */
export interface InsertedRows {
  /** id of the first; the others follow it in their order */
  firstId: number;
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
 * @param models theirs, as read in this transaction, or before it and still true; let go of likewise
 */
export async function insertNew(
  transaction: Transaction<Tables>,
  rows: NewRow[],
  models: RowsModels,
  touch: Touch,
  takeTurns: TakeTurns = NO_TURNS,
): Promise<InsertedRows> {
  const [first] = await makeModels(transaction, rows, takeTurns);
  models.clear();
  const firstModel = first?.id ?? Infinity;
  const changed = new Set<number>();
  const rowsOfMade: StoredRow[][] = [];
  const count = rows.length;
  const firstId = await takeIds(transaction, "catalogue", count);
  const left: (NewRow | undefined)[] = rows;
  const rowAt = (index: number): EvRowsTable => {
    const { input, of } = elementAt(rows, index);
    left[index] = undefined;
    const id = firstId + index;
    touch(of.id);
    if (of.id < firstModel) changed.add(of.id);
    else addTo(rowsOfMade, of.id - firstModel, newRow(id, of, input));
    return { id, model_id: of.id, version: 1, ...columnsOf(input) };
  };
  await insertMany(transaction, "ev_rows", count, rowAt, takeTurns);
  rows.length = 0;
  return { firstId, changed, made: rowsOfMade };
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
  const models = createRowsModels();
  const rows = inputs.map((input) => ({ input, of: models.of(input) }));
  await readStored(transaction, models, NO_TURNS);
  for (const { input, of } of rows) {
    if (!claimRow(of, input)) throw new UserError(409, `${rowName(input)} already exists`);
  }
  const { firstId } = await insertNew(transaction, rows, models, touch);
  return inputs.map((_input, index) => firstId + index);
}
