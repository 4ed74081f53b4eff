import type { Kysely } from "kysely";
import type { Tables } from "../server/database-tables.server.ts";
import type { TakeTurns } from "../server/turns.server.ts";
import type { EvInput } from "./ev-input.ts";
import { identityKey } from "./vehicle-rows.server.ts";

const KEYS_PER_QUERY = 250;
const MODELS_PER_PAGE = 2_000;

/**
 * A model that some rows belong to (readings 2), and what is known of it. Each row holds on to its own:
 * a name is looked up once, however often the model is asked for.
 */
export interface RowsModel {
  readonly makeKey: string;
  readonly modelKey: string;
  /** 0: the database has none */
  id: number;
  /** the names that it was given first, once it has an id */
  make: string;
  model: string;
  /** of its rows in the database */
  newestYear: number;
  /** the row that it has, while it is the only one; most models of a large file have no other */
  only: Pick<EvInput, "trim" | "year"> | null;
  /** year and name of the rows that it has, once there are more, or others than ours */
  taken: Set<string> | null;
}

/** The models of some rows. */
export interface RowsModels {
  /** The model that a row belongs to. */
  of(this: void, row: Pick<EvInput, "make" | "model">): RowsModel;
  /** The same, when one of the rows belongs to it. */
  find(this: void, row: Pick<EvInput, "make" | "model">): RowsModel | undefined;
  makeKeys(): string[];
  /** Forgets what is known of the models, but for their names. */
  forget(takeTurns: TakeTurns): Promise<void>;
  /** Lets go of them. */
  clear(): void;
}

export function createRowsModels(): RowsModels {
  // By make, then model: a text of both would have to be made for each row.
  const makes = new Map<string, Map<string, RowsModel>>();
  return {
    of({ make, model }) {
      const makeKey = identityKey(make);
      const modelKey = identityKey(model);
      let models = makes.get(makeKey);
      if (!models) makes.set(makeKey, (models = new Map()));
      const known = models.get(modelKey);
      if (known) return known;
      const found = { makeKey, modelKey, id: 0, make, model, ...UNKNOWN };
      models.set(modelKey, found);
      return found;
    },
    find: ({ make, model }) => makes.get(identityKey(make))?.get(identityKey(model)),
    makeKeys: () => [...makes.keys()],
    async forget(takeTurns) {
      for (const models of makes.values()) {
        for (const model of models.values()) Object.assign(model, { id: 0 }, UNKNOWN);
        await takeTurns();
      }
    },
    clear: () => makes.clear(),
  };
}

const UNKNOWN: Pick<RowsModel, "newestYear" | "only" | "taken"> = {
  newestYear: -Infinity,
  only: null,
  taken: null,
};

const keyWithinModel = (trimKey: string, year: number) => `${year} ${trimKey}`;

function rowsTaken(model: RowsModel): Set<string> {
  model.taken ??= new Set();
  const { only, taken } = model;
  if (only) taken.add(keyWithinModel(identityKey(only.trim), only.year));
  model.only = null;
  return taken;
}

/**
 * Takes note of a row that the model is to have.
 * @returns false when it has one of this trim and year already
 */
export function claimRow(model: RowsModel, row: Pick<EvInput, "trim" | "year">): boolean {
  if (!model.only && !model.taken) {
    model.only = row;
    return true;
  }
  const taken = rowsTaken(model);
  const key = keyWithinModel(identityKey(row.trim), row.year);
  if (taken.has(key)) return false;
  taken.add(key);
  return true;
}

/** Takes note of what the database has. */
export function noteModel(
  model: RowsModel,
  stored: Pick<RowsModel, "id" | "make" | "model">,
): void {
  model.id = stored.id;
  model.make = stored.make;
  model.model = stored.model;
}

/** Takes note of a row that the database has. */
export function noteRow(model: RowsModel, trimKey: string, year: number): void {
  model.newestYear = Math.max(model.newestYear, year);
  rowsTaken(model).add(keyWithinModel(trimKey, year));
}

function* chunks<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size);
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

/** Reads which of the models exist, and what rows these have. */
export async function readStored(
  db: Kysely<Tables>,
  models: RowsModels,
  takeTurns: TakeTurns,
): Promise<void> {
  const byId = new Map<number, RowsModel>();
  for await (const page of modelsOfMakes(db, models.makeKeys())) {
    for (const stored of page) {
      const model = models.find(stored);
      if (!model) continue;
      noteModel(model, stored);
      byId.set(stored.id, model);
    }
    await takeTurns();
  }
  for (const ids of chunks([...byId.keys()], KEYS_PER_QUERY)) {
    const stored = await db
      .selectFrom("ev_rows")
      .select(["model_id", "trim_key", "year"])
      .where("model_id", "in", ids)
      .execute();
    for (const { model_id, trim_key, year } of stored) {
      const model = byId.get(model_id);
      if (model) noteRow(model, trim_key, year);
    }
    await takeTurns();
  }
}
