import type { Database } from "../../db/database.server.ts";
import {
  inReadTransaction,
  changeCatalogue,
  readChangedModels,
  readVersion,
} from "../../db/database-changes.server.ts";
import type { Db } from "../../db/database-tables.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import { modelOfAlias } from "./model-merges.db.server.ts";
import { inBatches } from "../../server/yield-often.server.ts";
import { insertAll } from "./insert-rows.db.server.ts";
import { joinedRows, toStoredRow } from "./row-columns.db.server.ts";
import type { ModelRating, StoredRow, VoteStats } from "../../domain/vehicle.ts";

/** Yields to other requests after this many models. */
const MODELS_BATCH_SIZE = 100;

/** Receives whole models, with the ratings by model id. */
type OnBatch = (rows: readonly StoredRow[], ratings: ReadonlyMap<number, ModelRating>) => void;

/** The state of the database at the time of a read. */
export interface ReadMark {
  version: number;
  /** number of times the connection had broken before the read */
  breaks: number;
}

export type VehicleStore = ReturnType<typeof createVehicleStore>;

export function createVehicleStore(database: Database) {
  const { read, changes } = database;

  return {
    /**
     * Reads what has changed since another read (null for everything), in one snapshot, in batches by id.
     * @returns `touched`: the models that may have changed, deleted ones too, or null when `onBatch` got all
     */
    readModelsSince(since: ReadMark | null, onBatch: OnBatch) {
      const breaks = changes.breaks();
      return inReadTransaction(database, async (tx) => {
        const version = await readVersion(tx);
        const touched =
          since?.breaks === breaks ? await readChangedModels(tx, since.version, version) : null;
        await readModels(tx, touched, onBatch);
        const aliases = await tx.selectFrom("model_aliases").selectAll().execute();
        return { mark: { version, breaks }, touched, aliases };
      });
    },
    /** Returns an empty array when there is no such model. */
    readModel: (modelId: number) =>
      inReadTransaction(database, async (tx) => ({
        rows: await readRowsOfModels(tx, [modelId]),
        ratings: await readRatings(tx, [modelId]),
      })),
    version: () => readVersion(read),
    /** Adds rows and any missing models, all or nothing. @returns the number of rows @throws UserError 409 */
    insertRows: (inputs: readonly EvInput[]) =>
      changeCatalogue(database, async (tx) => (await insertAll(tx, inputs)).length),
    /** Finds a row by its own id, or the header row by its model's current or former id. */
    findRow: (id: number) => findRow(read, id),
    /** Reads the votes by model id, without models nobody has voted for; `revision` is their part of `Versions`. */
    votes: () => readVotes(read),
  };
}

async function readVotes(db: Db) {
  const stats = await db.selectFrom("vote_stats").selectAll().execute();
  const byModel = new Map<number, VoteStats>();
  let revision = 0;
  for (const { model_id, upvotes, downvotes, version } of stats) {
    revision += version;
    const total = upvotes + downvotes;
    if (total > 0) byModel.set(model_id, { upvotes, downvotes, total });
  }
  return { revision, byModel };
}

/** `dbValues` are the raw values by column. */
async function findRow(db: Db, id: number) {
  // Model and row ids never collide. In this order a model's header row comes first.
  const joined = await joinedRows(db)
    .where((eb) =>
      eb.or([
        eb("ev_rows.id", "=", id),
        eb("ev_rows.model_id", "=", id),
        eb("ev_rows.model_id", "=", modelOfAlias(db, id)),
      ]),
    )
    .orderBy("ev_rows.year", "desc")
    .orderBy("ev_rows.id")
    .limit(1)
    .executeTakeFirst();
  if (!joined) return undefined;
  // The key is only used for comparison and is not one of the row's values.
  const { trim_key: _key, ...dbValues } = joined;
  return { modelId: joined.model_id, row: toStoredRow(joined), dbValues };
}

async function readRowsOfModels(db: Db, modelIds: readonly number[]): Promise<StoredRow[]> {
  const rows = await joinedRows(db)
    .where("ev_rows.model_id", "in", modelIds)
    .orderBy("ev_rows.model_id")
    .orderBy("ev_rows.id")
    .execute();
  return rows.map(toStoredRow);
}

async function readRatings(db: Db, modelIds: readonly number[]): Promise<Map<number, ModelRating>> {
  const ratings = await db
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
    ratings.map((row) => [
      row.model_id,
      { averageRating: row.stars / row.count, reviewCount: row.count },
    ]),
  );
}

/** @param ids null for all models */
async function readModels(db: Db, ids: ReadonlySet<number> | null, onBatch: OnBatch) {
  const all = ids ? [] : await db.selectFrom("models").select("id").execute();
  const ordered = [...(ids ?? all.map(({ id }) => id))].sort((a, b) => a - b);
  for await (const some of inBatches(ordered, MODELS_BATCH_SIZE)) {
    onBatch(await readRowsOfModels(db, some), await readRatings(db, some));
  }
}
