import { sql } from "kysely";
import type { Db, Tables, Transaction } from "./database-tables.server.ts";

/** Tells an instance whether its data is current. Votes have their own version and outdate no page. */
export interface Versions {
  catalogue: number;
  votes: number; // rises with every write of votes; only deleting a model lowers it by that model's part
}

export function versionsQuery(db: Db) {
  return db
    .selectFrom("catalogue")
    .select([
      "version as catalogue",
      sql<number>`(select coalesce(sum(version), 0) from vote_stats)`.as("votes"),
    ]);
}

export type CatalogueChanges = ReturnType<typeof createCatalogueChanges>;

/** Notifies listeners of changes by any instance. Each `on…` returns a function that unsubscribes. */
export function createCatalogueChanges(latest: number) {
  const listeners = new Set<(version: number) => void>();
  const votesListeners = new Set<() => void>();
  let latestVotes: number | undefined;
  let breaks = 0;

  function noteVersion(version: number): void {
    if (version <= latest) return;
    latest = version;
    for (const listener of listeners) listener(version);
  }

  function add<T>(set: Set<T>, listener: T): () => void {
    set.add(listener);
    return () => void set.delete(listener);
  }

  const notifyVotes = () => votesListeners.forEach((listener) => listener());

  return {
    onChange: (listener: (version: number) => void) => add(listeners, listener),
    /** Calls the listener when this or another instance has written votes. */
    onVotes: (listener: () => void) => add(votesListeners, listener),
    noteVersion,
    /** How often the connection has broken: data read before a break may come from another server. */
    breaks: () => breaks,
    /** After a break everything counts as changed, whatever the versions say (configuration.md#database-address). */
    resetAfterReconnect(versions: Versions): void {
      breaks += 1;
      latest = versions.catalogue;
      latestVotes = versions.votes;
      for (const listener of listeners) listener(latest);
      notifyVotes();
    },
    /** @param models how many have new vote counts: the next check must not report them as another instance's */
    noteOwnVotes(models: number): void {
      // A check in between does so, which costs one extra read.
      if (latestVotes !== undefined) latestVotes += models;
      notifyVotes();
    },
    /** Rows were deleted or models merged, and votes with them. */
    noteMovedVotes: notifyVotes,
    /** Records the database's versions; the first version of the votes notifies nobody. */
    noteVersions({ catalogue, votes }: Versions): void {
      noteVersion(catalogue);
      const isNews = latestVotes !== undefined && votes !== latestVotes;
      latestVotes = votes;
      if (isNews) notifyVotes();
    },
  };
}

export async function readVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom("catalogue").select("version").executeTakeFirstOrThrow();
  return version;
}

export async function pollVersions(db: Db, changes: CatalogueChanges): Promise<Versions> {
  const versions = await versionsQuery(db).executeTakeFirstOrThrow();
  changes.noteVersions(versions);
  return versions;
}

async function addToVersion(tx: Transaction, step: 1 | -1): Promise<number> {
  const { version } = await tx
    .updateTable("catalogue")
    .set((eb) => ({ version: eb("version", "+", step) }))
    .returning("version")
    .executeTakeFirstOrThrow();
  return version;
}

/** The models changed by each open transaction of `changeCatalogue`. */
const changedModels = new WeakMap<Transaction, Set<number>>();

/** Records a model with a changed row, name or review, or one that was deleted. @param tx of `changeCatalogue` */
export function markChanged(tx: Transaction, modelId: number): void {
  const changed = changedModels.get(tx);
  if (!changed) throw new Error("This transaction does not change the catalogue.");
  changed.add(modelId);
}

/** If a version changes more models than this, every model counts as changed. */
const MOST_NAMED_MODELS = 10_000;
const KEPT_VERSIONS = 100; // readers with an older catalogue read all of it

async function recordChangedModels(tx: Transaction, version: number, changed: ReadonlySet<number>) {
  const isNamed = changed.size > 0 && changed.size <= MOST_NAMED_MODELS;
  await tx
    .insertInto("catalogue_changes")
    .values({ version, models: isNamed ? JSON.stringify([...changed]) : null })
    .execute();
  await tx
    .deleteFrom("catalogue_changes")
    .where("version", "<=", version - KEPT_VERSIONS)
    .execute();
}

/** Returns the ids of models changed between two versions, deleted ones too; null means any model. */
export async function readChangedModels(db: Db, since: number, version: number) {
  if (version < since) return null;
  const lines = await db
    .selectFrom("catalogue_changes")
    .select("models")
    .where("version", ">", since)
    .where("version", "<=", version)
    .execute();
  if (lines.length < version - since) return null;
  const changed = new Set<number>();
  for (const { models } of lines) {
    if (models === null) return null;
    for (const id of JSON.parse(models) as number[]) changed.add(id); // as `recordChangedModels` wrote it
  }
  return changed;
}

/**
 * Runs a write of the catalogue and its new version in one transaction, then the listeners.
 * @param work calls `markChanged` for every model that it changes; if it never does, any may have changed
 * @param isChange false leaves the version as it was
 */
export async function changeCatalogue<T>(
  { write, changes }: { write: Db; changes: CatalogueChanges },
  work: (tx: Transaction) => Promise<T>,
  isChange: (result: T) => boolean = () => true,
): Promise<T> {
  const done = await write.transaction().execute(async (tx) => {
    const changed = new Set<number>();
    changedModels.set(tx, changed);
    // First, so that writers wait for each other; taken back if nothing has changed.
    const version = await addToVersion(tx, 1);
    const result = await work(tx);
    if (!isChange(result)) return { result, version: await addToVersion(tx, -1) };
    await recordChangedModels(tx, version, changed);
    return { result, version };
  });
  changes.noteVersion(done.version);
  return done.result;
}

/** Runs several reads in one snapshot, unaffected by concurrent writes. */
export function inReadTransaction<T>(
  { snapshots }: { snapshots: Db },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const reading = snapshots.transaction().setIsolationLevel("repeatable read");
  return reading.setAccessMode("read only").execute(work);
}

/** Reserves `count` consecutive ids that are never used again. @returns the first id */
export async function reserveIds(
  tx: Transaction,
  name: Tables["id_sequences"]["name"],
  count: number,
): Promise<number> {
  const { next_id: next } = await tx
    .updateTable("id_sequences")
    .set((eb) => ({ next_id: eb("next_id", "+", count) }))
    .where("name", "=", name)
    .returning("next_id")
    .executeTakeFirstOrThrow();
  return next - count;
}
