import type { Transaction } from "kysely";
import { takeIds } from "../server/database-changes.server.ts";
import type { EvRowsTable, Tables } from "../server/database-tables.server.ts";
import { UserError } from "../server/errors.server.ts";
import type { EvInput } from "./ev-input.ts";
import { columnsOf, identityKey } from "./vehicle-rows.server.ts";

/** 20 columns a row stay below the 32,766 values that SQLite binds in one statement. */
const ROWS_PER_STATEMENT = 1_000;

function modelKey(make: string, model: string): string {
  return JSON.stringify([identityKey(make), identityKey(model)]);
}

function rowKey(modelId: number, trimKey: string, year: number): string {
  return JSON.stringify([modelId, trimKey, year]);
}

function* chunks<T>(all: readonly T[]): Generator<T[]> {
  for (let from = 0; from < all.length; from += ROWS_PER_STATEMENT) {
    yield all.slice(from, from + ROWS_PER_STATEMENT);
  }
}

async function knownModels(transaction: Transaction<Tables>): Promise<Map<string, number>> {
  const models = await transaction
    .selectFrom("models")
    .select(["id", "make_key", "model_key"])
    .execute();
  return new Map(models.map((row) => [modelKey(row.make_key, row.model_key), row.id]));
}

/** Ids of the models of the inputs by their key; those that are missing are made. */
async function modelsOf(
  transaction: Transaction<Tables>,
  inputs: readonly EvInput[],
  known: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, number>> {
  const missing = new Map<string, EvInput>();
  for (const input of inputs) {
    const key = modelKey(input.make, input.model);
    if (!known.has(key) && !missing.has(key)) missing.set(key, input);
  }
  const first = await takeIds(transaction, "catalogue", missing.size);
  const made = Array.from(missing, ([key, { make, model }], index) => ({
    key,
    row: {
      id: first + index,
      make,
      model,
      make_key: identityKey(make),
      model_key: identityKey(model),
    },
  }));
  for (const chunk of chunks(made)) {
    const rows = chunk.map(({ row }) => row);
    await transaction.insertInto("models").values(rows).execute();
  }
  return new Map([...known, ...made.map(({ key, row }) => [key, row.id] as const)]);
}

/** Keys of the rows that the models have already. */
async function takenRows(
  transaction: Transaction<Tables>,
  modelIds: readonly number[],
): Promise<Set<string>> {
  const taken = new Set<string>();
  for (const chunk of chunks(modelIds)) {
    const rows = await transaction
      .selectFrom("ev_rows")
      .select(["model_id", "trim_key", "year"])
      .where("model_id", "in", chunk)
      .execute();
    for (const row of rows) taken.add(rowKey(row.model_id, row.trim_key, row.year));
  }
  return taken;
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
): Promise<number[]> {
  const known = await knownModels(transaction);
  const models = await modelsOf(transaction, inputs, known);
  const taken = await takenRows(transaction, [
    ...new Set(inputs.flatMap(({ make, model }) => known.get(modelKey(make, model)) ?? [])),
  ]);
  const first = await takeIds(transaction, "catalogue", inputs.length);
  const rows = inputs.map((input, index): EvRowsTable => {
    const modelId = models.get(modelKey(input.make, input.model));
    if (modelId === undefined) throw new Error("modelsOf gives every input its model");
    const columns = columnsOf(input);
    const key = rowKey(modelId, columns.trim_key, columns.year);
    if (taken.has(key)) {
      const { year, make, model, trim } = input;
      throw new UserError(409, `${year} ${make} ${model} ${trim} already exists`);
    }
    taken.add(key);
    return { id: first + index, model_id: modelId, version: 1, ...columns };
  });
  for (const chunk of chunks(rows)) await transaction.insertInto("ev_rows").values(chunk).execute();
  return rows.map(({ id }) => id);
}
