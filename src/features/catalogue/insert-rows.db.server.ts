import type { CompiledQuery } from "kysely";
import { markChanged, reserveIds } from "../../db/database-changes.server.ts";
import type { Db, EvRowsTable, Tables, Transaction } from "../../db/database-tables.server.ts";
import { UserError } from "../../base/errors.server.ts";
import { inBatches, yieldOften } from "../../server/yield-often.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import { identityKey, modelIdentity, rowName } from "../../domain/names.ts";
import { recordAddedRows, restoreRemovedClaims } from "./figure-history.db.server.ts";
import { rowColumns } from "./row-columns.db.server.ts";

/** Keeps the statement short enough to stay compiled in SQLite's driver. */
const ROWS_PER_STATEMENT = 20;
const MODELS_PER_QUERY = 250;

/** A model of some of the rows to add (vehicles.md#models-and-rows). */
export interface IndexedModel {
  /** its names in the form used for comparison */
  readonly key: string;
  id: number | null;
  /** as stored, otherwise as in the first of the new rows */
  make: string;
  model: string;
  newestYear: number;
  /** index of the reserved row that will come first in trim order; null when a stored row stays first */
  header: number | null;
}

/** Indexes the models of rows, with the identities of all their rows in the database. */
export async function indexRows(db: Db, rows: Iterable<Pick<EvInput, "make" | "model">>) {
  const models = new Map<string, IndexedModel>();
  /** the ids of the rows, null for reserved ones */
  const rowIds = new Map<string, number | null>();
  let reserved = 0;
  const rowKey = (model: IndexedModel, trimKey: string, year: number) =>
    `${model.key}\n${trimKey}\n${year}`;

  /** Returns the model that a row belongs to, whether or not it exists yet. */
  function modelOf({ make, model }: Pick<EvInput, "make" | "model">): IndexedModel {
    const key = modelIdentity({ make, model });
    const known = models.get(key);
    if (known) return known;
    const indexed = { key, id: null, make, model, newestYear: -Infinity, header: null };
    models.set(key, indexed);
    return indexed;
  }

  for await (const row of yieldOften(rows)) modelOf(row);
  for await (const some of inBatches([...models.values()], MODELS_PER_QUERY)) {
    const stored = await readStoredRows(db, some);
    for (const { id, make, model, rowId, trim_key: trimKey, year } of stored) {
      const indexed = Object.assign(modelOf({ make, model }), { id, make, model });
      if (trimKey === null || year === null) continue;
      rowIds.set(rowKey(indexed, trimKey, year), rowId);
      indexed.newestYear = Math.max(indexed.newestYear, year);
    }
  }

  return {
    /** @returns the ids of the row that is stored under these names, and of its model */
    storedRow({ trim, year, ...names }: Pick<EvInput, "make" | "model" | "trim" | "year">) {
      const model = modelOf(names);
      const id = rowIds.get(rowKey(model, identityKey(trim), year));
      return typeof id === "number" && model.id !== null ? { id, modelId: model.id } : undefined;
    },
    /** @returns the row's model, or null when such a row already exists */
    reserveRow(row: EvInput): IndexedModel | null {
      const model = modelOf(row);
      const key = rowKey(model, identityKey(row.trim), row.year);
      if (rowIds.has(key)) return null;
      rowIds.set(key, null);
      if (row.year > model.newestYear) {
        Object.assign(model, { newestYear: row.year, header: reserved });
      }
      reserved++;
      return model;
    },
  };
}

/** Reads the rows of those models that exist; a row's columns are null when a model has none. */
function readStoredRows(db: Db, models: readonly Pick<EvInput, "make" | "model">[]) {
  const byMake = Map.groupBy(models, ({ make }) => identityKey(make));
  return db
    .selectFrom("models")
    .leftJoin("ev_rows", "ev_rows.model_id", "models.id")
    .select(["models.id", "models.make", "models.model"])
    .select(["ev_rows.id as rowId", "ev_rows.trim_key", "ev_rows.year"])
    .where((eb) =>
      eb.or(
        [...byMake].map(([makeKey, ofMake]) => {
          const modelKeys = ofMake.map(({ model }) => identityKey(model));
          return eb.and([eb("make_key", "=", makeKey), eb("model_key", "in", modelKeys)]);
        }),
      ),
    )
    .execute();
}

/** Inserts rows of one shape: the statement of a full batch is compiled once, and later batches bind values. */
export async function insertMany<Table extends "models" | "ev_rows" | "claims">(
  tx: Transaction,
  table: Table,
  rows: AsyncIterable<Tables[Table]>,
): Promise<void> {
  // Kysely cannot relate rows to a table that is a type parameter.
  const insertOf = (batch: readonly Tables[Table][]) =>
    tx
      .insertInto(table)
      .values(batch as never)
      .compile();
  let whole: CompiledQuery | undefined;
  let batch: Tables[Table][] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_PER_STATEMENT) continue;
    whole ??= insertOf(batch);
    const parameters = batch.flatMap((each) => Object.values(each));
    await tx.executeQuery({ ...whole, parameters });
    batch = [];
  }
  if (batch.length > 0) await tx.executeQuery(insertOf(batch));
}

/** @param rows reserved in this transaction, or still new @returns the id of the first; the others follow */
export async function insertRowsWithIds(
  tx: Transaction,
  { inputs, models }: { inputs: Iterable<EvInput>; models: readonly IndexedModel[] },
  signal?: Pick<AbortSignal, "throwIfAborted">,
): Promise<number> {
  const newModels = [...new Set(models)].filter(({ id }) => id === null);
  const firstModelId = await reserveIds(tx, "catalogue", newModels.length);
  async function* modelRows() {
    for await (const [at, indexed] of yieldOften(newModels.entries())) {
      const { make, model } = indexed;
      const id = firstModelId + at;
      indexed.id = id;
      yield { id, make, model, make_key: identityKey(make), model_key: identityKey(model) };
    }
  }
  await insertMany(tx, "models", modelRows());

  const firstId = await reserveIds(tx, "catalogue", models.length);
  async function* evRows(): AsyncGenerator<EvRowsTable> {
    let at = 0;
    for await (const input of yieldOften(inputs)) {
      signal?.throwIfAborted();
      const modelId = models[at]?.id ?? null;
      if (modelId === null) throw new Error("A row's model has no id"); // all of them have an id by now
      markChanged(tx, modelId);
      yield { id: firstId + at++, model_id: modelId, version: 1, ...rowColumns(input) };
    }
  }
  await insertMany(tx, "ev_rows", evRows());
  await recordAddedRows(tx, firstId, models.length);
  await restoreRemovedClaims(tx, firstId, models.length);
  return firstId;
}

/**
 * @returns the ids of the new rows, in the order of the inputs
 * @throws UserError 409 `{year} {make} {model} {trim} already exists`
 */
export async function insertAll(tx: Transaction, inputs: readonly EvInput[]): Promise<number[]> {
  const { reserveRow } = await indexRows(tx, inputs);
  const models = inputs.map((input) => {
    const model = reserveRow(input);
    if (!model) throw new UserError(409, `${rowName(input)} already exists`);
    return model;
  });
  const firstId = await insertRowsWithIds(tx, { inputs, models });
  return inputs.map((_input, at) => firstId + at);
}
