import { setImmediate } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { Tables } from "../server/database-tables.server.ts";
import { joinedRows, storedRow } from "./vehicle-rows.server.ts";
import type { ModelRating, StoredRow } from "./vehicle.ts";

/** Models that are read before other requests are served. */
const MODELS_AT_ONCE = 100;

/** Given whole models: their rows in any order, and ratings by id of those that have reviews. */
export type TakeModels = (
  rows: readonly StoredRow[],
  ratings: ReadonlyMap<number, ModelRating>,
) => void;

/** The rows of these models, by model id, then row id. */
export async function readRows(
  db: Kysely<Tables>,
  modelIds: readonly number[],
): Promise<StoredRow[]> {
  const rows = await joinedRows(db)
    .where("ev_rows.model_id", "in", modelIds)
    .orderBy("ev_rows.model_id")
    .orderBy("ev_rows.id")
    .execute();
  return rows.map(storedRow);
}

/** The review figures of these models; those without reviews are missing. */
export async function readRatings(
  db: Kysely<Tables>,
  modelIds: readonly number[],
): Promise<Map<number, ModelRating>> {
  const figures = await db
    .selectFrom("reviews")
    .select((eb) => [
      "model_id",
      eb.fn.sum<number>("rating").as("stars"),
      eb.fn.countAll<number>().as("count"),
    ])
    .where("model_id", "in", modelIds)
    .groupBy("model_id")
    .execute();
  return new Map(
    figures.map((row) => [
      row.model_id,
      { averageRating: row.stars / row.count, reviewCount: row.count },
    ]),
  );
}

/** The ids of all models, in order, some at a time. */
async function* allIds(db: Kysely<Tables>): AsyncGenerator<number[]> {
  let after = 0;
  for (;;) {
    const part = await db
      .selectFrom("models")
      .select("id")
      .where("id", ">", after)
      .orderBy("id")
      .limit(MODELS_AT_ONCE)
      .execute();
    const last = part.at(-1);
    if (!last) return;
    yield part.map(({ id }) => id);
    after = last.id;
  }
}

function* inParts(ids: ReadonlySet<number>): Generator<number[]> {
  const sorted = [...ids].sort((a, b) => a - b);
  for (let from = 0; from < sorted.length; from += MODELS_AT_ONCE) {
    yield sorted.slice(from, from + MODELS_AT_ONCE);
  }
}

/**
 * Reads models by id. Embedded SQLite never yields by itself, so this does between two parts.
 * @param ids those to read, without those that are gone; null: all
 */
export async function readModels(
  db: Kysely<Tables>,
  ids: ReadonlySet<number> | null,
  take: TakeModels,
): Promise<void> {
  for await (const part of ids ? inParts(ids) : allIds(db)) {
    take(await readRows(db, part), await readRatings(db, part));
    await setImmediate();
  }
}
