import type { Kysely } from "kysely";
import type { Database } from "../server/database.server.ts";
import { changeCatalogue, readVersion } from "../server/database-changes.server.ts";
import type { Tables } from "../server/database-tables.server.ts";
import { createTurns } from "../server/turns.server.ts";
import type { EvInput } from "./ev-input.ts";
import { insertAll } from "./vehicle-insert.server.ts";
import { type JoinedRow, joinedRows, storedRow } from "./vehicle-rows.server.ts";
import type { ModelRating, StoredRow } from "./vehicle.ts";

/** All votes of one model; `total` is their sum (readings 3). */
export interface VoteStats {
  upvotes: number;
  downvotes: number;
  total: number;
}

/** Rows with the ratings of their models, as of one version. */
interface CatalogueContent {
  version: number;
  /** by model id, then row id */
  rows: StoredRow[];
  /** by model id; models without reviews are missing */
  ratings: Map<number, ModelRating>;
}

/** Where vehicles are kept: rows and models of readings 2, and the figures of votes and reviews. */
export interface VehicleStore {
  /** The whole catalogue, all parts as of the same moment. */
  readCatalogue(): Promise<CatalogueContent>;
  /** One model's part of it; no rows when there is no such model. */
  readModel(modelId: number): Promise<CatalogueContent>;
  /** The catalogue's version; grows with every write of models and rows. */
  version(): Promise<number>;
  /**
   * Adds rows, and models as needed, all or none.
   * @returns how many were added
   * @throws UserError 409 `{year} {make} {model} {trim} already exists`
   */
  insertRows(inputs: readonly EvInput[]): Promise<number>;
  /**
   * `insertRows` for the database that still waits for its starter catalogue, and only once,
   * however many instances start together or are killed meanwhile.
   * @returns how many were added; 0 when another start has seen to it
   */
  insertStarterRows(inputs: readonly EvInput[]): Promise<number>;
  /**
   * A row by its own id, or the header row of the model with that id.
   * @returns `dbValues` holds the columns as the database has them, by their names
   */
  findRow(
    id: number,
  ): Promise<{ modelId: number; row: StoredRow; dbValues: Record<string, unknown> } | undefined>;
  /** Vote stats by model id; models without votes are missing. */
  votes(): Promise<Map<number, VoteStats>>;
  /** Calls the listener with each new version, also of other instances. Returns what stops it. */
  onChange(listener: (version: number) => void): () => void;
  /** Calls the listener when another instance has counted votes. Returns what stops it. */
  onForeignVotes(listener: () => void): () => void;
}

export function createVehicleStore(database: Database): VehicleStore {
  const { kysely, changes, voteNews } = database;

  /** One transaction that sees one moment, so that version and rows belong together. */
  function readTogether(modelId?: number): Promise<CatalogueContent> {
    return kysely
      .transaction()
      .setIsolationLevel("repeatable read")
      .setAccessMode("read only")
      .execute(async (transaction) => ({
        version: await readVersion(transaction),
        rows: await readRows(transaction, modelId),
        ratings: await readRatings(transaction, modelId),
      }));
  }

  return {
    readCatalogue: () => readTogether(),
    readModel: (modelId) => readTogether(modelId),
    version: () => readVersion(kysely),
    insertRows: (inputs) =>
      changeCatalogue(database, async (transaction) => {
        const ids = await insertAll(transaction, inputs);
        return ids.length;
      }),
    insertStarterRows: (inputs) =>
      changeCatalogue(database, async (transaction) => {
        const claimed = await transaction
          .updateTable("catalogue")
          .set({ starter_due: 0 })
          .where("starter_due", "=", 1)
          .executeTakeFirst();
        if (claimed.numUpdatedRows === 0n) return 0;
        const ids = await insertAll(transaction, inputs);
        return ids.length;
      }),
    findRow: (id) => findRow(kysely, id),
    votes: () => readVotes(kysely),
    onChange: (listener) => changes.onChange(listener),
    onForeignVotes: (listener) => voteNews.onForeign(listener),
  };
}

/** Rows that are read in one go; others are served before the next. */
const ROWS_AT_ONCE = 1_000;

/** By model id, then row id. */
async function readRows(db: Kysely<Tables>, modelId?: number): Promise<StoredRow[]> {
  const takeTurns = createTurns();
  const rows: StoredRow[] = [];
  let part: JoinedRow[];
  do {
    const last = rows.at(-1);
    let query = joinedRows(db).orderBy("ev_rows.model_id").orderBy("ev_rows.id");
    if (modelId !== undefined) query = query.where("ev_rows.model_id", "=", modelId);
    if (last) {
      query = query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple("ev_rows.model_id", "ev_rows.id"), ">", tuple(last.modelId, last.id)),
      );
    }
    part = await query.limit(ROWS_AT_ONCE).execute();
    for (const row of part) rows.push(storedRow(row));
    await takeTurns();
  } while (part.length === ROWS_AT_ONCE);
  return rows;
}

async function readRatings(
  db: Kysely<Tables>,
  modelId?: number,
): Promise<Map<number, ModelRating>> {
  let query = db
    .selectFrom("reviews")
    .select((eb) => [
      "model_id",
      eb.fn.sum<number>("rating").as("stars"),
      eb.fn.countAll<number>().as("count"),
    ])
    .groupBy("model_id");
  if (modelId !== undefined) query = query.where("model_id", "=", modelId);
  const figures = await query.execute();
  return new Map(
    figures.map((row) => [
      row.model_id,
      { averageRating: row.stars / row.count, reviewCount: row.count },
    ]),
  );
}

async function readVotes(db: Kysely<Tables>): Promise<Map<number, VoteStats>> {
  const figures = await db.selectFrom("vote_stats").selectAll().execute();
  return new Map(
    figures.map(({ model_id, upvotes, downvotes }) => [
      model_id,
      { upvotes, downvotes, total: upvotes + downvotes },
    ]),
  );
}

async function findRow(
  db: Kysely<Tables>,
  id: number,
): Promise<{ modelId: number; row: StoredRow; dbValues: Record<string, unknown> } | undefined> {
  // Model and row ids never collide, so at most one half of the condition holds. For a model the
  // order is that of its trims, whose first is the header row.
  const found: JoinedRow | undefined = await joinedRows(db)
    .where((eb) => eb.or([eb("ev_rows.id", "=", id), eb("ev_rows.model_id", "=", id)]))
    .orderBy("ev_rows.year", "desc")
    .orderBy("ev_rows.id")
    .limit(1)
    .executeTakeFirst();
  if (!found) return undefined;
  // The key serves comparison only; it is no value of the row.
  const { trim_key: _key, ...dbValues } = found;
  return { modelId: found.model_id, row: storedRow(found), dbValues };
}
