import { setTimeout } from "node:timers/promises";
import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "./database-tables.server.ts";

/** PostgreSQL channel on which instances tell each other that there is something new to read. */
export const CHANGES_CHANNEL = "ev_catalogue";

/** What tells an instance whether it has everything: two figures, so votes make no page's data stale. */
export interface Versions {
  catalogue: number;
  /** how many votes are counted */
  votes: number;
}

/** The question for them; one row answers it. */
export function versionsQuery(kysely: Kysely<Tables>) {
  return kysely
    .selectFrom("catalogue")
    .select([
      "version as catalogue",
      sql<number>`(select coalesce(sum(upvotes + downvotes), 0) from vote_stats)`.as("votes"),
    ]);
}

/** Who wants to know of changes, whichever instance wrote them. */
export interface CatalogueChanges {
  /** Whether a write also has to tell other instances through the database. */
  notifies: boolean;
  /**
   * Calls the listener once for each newer version that becomes known.
   * @returns stops it
   */
  onChange(listener: (version: number) => void): () => void;
  /**
   * Calls the listener before anybody hears of a change of many models, so that it can make ready
   * what takes long. Whoever writes waits for it.
   * @returns stops it
   */
  onLargeChange(listener: () => Promise<unknown>): () => void;
  /** Lets those listeners do their work; waits for ten seconds at most, and never fails. */
  prepare(): Promise<void>;
  /**
   * Calls the listener when the database has other votes than before, where several instances
   * count them; those of this one are among them.
   * @returns stops it
   */
  onVotes(listener: () => void): () => void;
  /** Takes note of a version, from whatever source; an older or equal one is no news. */
  observe(version: number): void;
  /** Takes note of how many votes the database has; the first time is no news. */
  observeVotes(votes: number): void;
}

/** Readers then wait themselves. */
const PREPARE_MS = 10_000;

/** @param latest the version already known, which is no news */
export function createCatalogueChanges(latest: number): CatalogueChanges {
  const listeners = new Set<(version: number) => void>();
  const votesListeners = new Set<() => void>();
  const preparing = new Set<() => Promise<unknown>>();
  let latestVotes: number | undefined;

  return {
    notifies: false,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onVotes(listener) {
      votesListeners.add(listener);
      return () => void votesListeners.delete(listener);
    },
    observe(version) {
      if (version <= latest) return;
      latest = version;
      for (const listener of listeners) listener(version);
    },
    observeVotes(votes) {
      const isNews = latestVotes !== undefined && votes !== latestVotes;
      latestVotes = votes;
      if (isNews) for (const listener of votesListeners) listener();
    },
    onLargeChange(listener) {
      preparing.add(listener);
      return () => void preparing.delete(listener);
    },
    async prepare() {
      const enough = new AbortController();
      const all = Promise.allSettled([...preparing].map((listener) => listener()));
      const late = setTimeout(PREPARE_MS, undefined, { signal: enough.signal });
      await Promise.race([all, late]);
      enough.abort();
      await late.catch(() => undefined);
    },
  };
}

/**
 * Tells all instances on the database, this one too, to look what is new, once the transaction is
 * committed. The notification may get lost.
 */
export async function notifyInstances(
  transaction: Transaction<Tables>,
  { notifies }: Pick<CatalogueChanges, "notifies">,
): Promise<void> {
  if (notifies) await sql`select pg_notify(${CHANGES_CHANNEL}, '')`.execute(transaction);
}

/** The catalogue's version, as committed or as seen by a transaction. */
export async function readVersion(db: Kysely<Tables>): Promise<number> {
  const { version } = await db.selectFrom("catalogue").select("version").executeTakeFirstOrThrow();
  return version;
}

async function addToVersion(transaction: Transaction<Tables>, step: 1 | -1): Promise<void> {
  await transaction
    .updateTable("catalogue")
    .set((eb) => ({ version: eb("version", "+", step) }))
    .execute();
}

/** Takes note of a model of which a row, the name or a review has changed, or which is gone. */
export type Touch = (modelId: number) => void;

/** A version that has changed more models counts as one that may have changed any. */
const MOST_NAMED_MODELS = 10_000;
/** What readers would wait for is made ready before they hear of the change. */
const MANY_MODELS = 500;
/** Whoever has an older catalogue reads all of it. */
const KEPT_VERSIONS = 100;

/** Keeps which models a version has changed. What nobody took note of may be any. */
async function recordTouched(
  transaction: Transaction<Tables>,
  version: number,
  touched: ReadonlySet<number>,
): Promise<void> {
  const isNamed = touched.size > 0 && touched.size <= MOST_NAMED_MODELS;
  await transaction
    .insertInto("catalogue_changes")
    .values({ version, models: isNamed ? JSON.stringify([...touched]) : null })
    .execute();
  await transaction
    .deleteFrom("catalogue_changes")
    .where("version", "<=", version - KEPT_VERSIONS)
    .execute();
}

/**
 * The models that have changed from one version to a later one, deleted ones among them.
 * @returns null when that is not known: it may be any
 */
export async function readTouched(
  db: Kysely<Tables>,
  since: number,
  version: number,
): Promise<ReadonlySet<number> | null> {
  if (version < since) return null;
  const lines = await db
    .selectFrom("catalogue_changes")
    .select("models")
    .where("version", ">", since)
    .where("version", "<=", version)
    .execute();
  if (lines.length < version - since) return null;
  const touched = new Set<number>();
  for (const { models } of lines) {
    if (models === null) return null;
    for (const id of JSON.parse(models) as number[]) touched.add(id); // as `recordTouched` wrote it
  }
  return touched;
}

/**
 * Runs a write of the catalogue: the work and the new version in one transaction, then the news to
 * whoever listens. Taking the version first also makes writers wait for each other.
 * @param work takes note of every model that it changes, or of none, which stands for any
 * @param isChange told what the work answered; false leaves the version as it was
 * @param written told of the version that the work has made, before anybody else
 */
export async function changeCatalogue<T>(
  { kysely, changes }: { kysely: Kysely<Tables>; changes: CatalogueChanges },
  work: (transaction: Transaction<Tables>, touch: Touch) => Promise<T>,
  isChange: (result: T) => boolean = () => true,
  written: (result: T, version: number) => void = () => undefined,
): Promise<T> {
  const touched = new Set<number>();
  const done = await kysely.transaction().execute(async (transaction) => {
    await addToVersion(transaction, 1);
    const touch: Touch = (modelId) => {
      // Of more than are named it is not asked which.
      if (touched.size <= MOST_NAMED_MODELS) touched.add(modelId);
    };
    const result = await work(transaction, touch);
    const isNew = isChange(result);
    if (!isNew) await addToVersion(transaction, -1);
    const next = await readVersion(transaction);
    if (isNew) await recordTouched(transaction, next, touched);
    await notifyInstances(transaction, changes);
    const isLarge = isNew && (touched.size === 0 || touched.size > MANY_MODELS);
    return { result, version: next, isNew, isLarge };
  });
  if (done.isNew) written(done.result, done.version);
  if (done.isLarge) await changes.prepare();
  changes.observe(done.version);
  return done.result;
}

/**
 * Takes ids that nobody had before and nobody will get again.
 * @param count how many, in a row
 * @returns the first
 */
export async function takeIds(
  transaction: Transaction<Tables>,
  name: Tables["id_sequences"]["name"],
  count: number,
): Promise<number> {
  const { next_id: next } = await transaction
    .updateTable("id_sequences")
    .set((eb) => ({ next_id: eb("next_id", "+", count) }))
    .where("name", "=", name)
    .returning("next_id")
    .executeTakeFirstOrThrow();
  return next - count;
}
