import { type Kysely, sql, type Transaction } from "kysely";
import type { Tables } from "./database-tables.server.ts";

/** PostgreSQL channel on which instances tell each other of a new catalogue version. */
export const CHANGES_CHANNEL = "ev_catalogue";

/** Who wants to know of new catalogue versions, whichever instance wrote them. */
export interface CatalogueChanges {
  /** Whether a write also has to tell other instances through the database. */
  announces: boolean;
  /**
   * Calls the listener once for each newer version that becomes known.
   * @returns stops it
   */
  onChange(listener: (version: number) => void): () => void;
  /** Takes note of a version, from whatever source; an older or equal one is no news. */
  observe(version: number): void;
  /** Takes note of a notification: a version, or `votes {instance}`. */
  hear(payload: string | undefined): void;
  /** Calls the listener when an instance says that it has counted votes. Returns what stops it. */
  onVotesTold(listener: (instance: string) => void): () => void;
}

/** @param latest the version already known, which is no news */
export function createCatalogueChanges(latest: number): CatalogueChanges {
  const listeners = new Set<(version: number) => void>();
  const votesListeners = new Set<(instance: string) => void>();
  let known = latest;

  function observe(version: number): void {
    if (version <= known) return;
    known = version;
    for (const listener of listeners) listener(version);
  }

  return {
    announces: false,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    observe,
    hear(payload = "") {
      const instance = /^votes (.+)$/.exec(payload)?.[1];
      if (instance === undefined) observe(Number(payload));
      else for (const listener of votesListeners) listener(instance);
    },
    onVotesTold(listener) {
      votesListeners.add(listener);
      return () => void votesListeners.delete(listener);
    },
  };
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

/**
 * Runs a write of the catalogue: the work and the new version in one transaction, then the news to
 * whoever listens. Taking the version first also makes writers wait for each other.
 * @param isChange told what the work answered; false leaves the version as it was
 */
export async function changeCatalogue<T>(
  { kysely, changes }: { kysely: Kysely<Tables>; changes: CatalogueChanges },
  work: (transaction: Transaction<Tables>) => Promise<T>,
  isChange: (result: T) => boolean = () => true,
): Promise<T> {
  const { result, version } = await kysely.transaction().execute(async (transaction) => {
    await addToVersion(transaction, 1);
    const written = await work(transaction);
    if (!isChange(written)) await addToVersion(transaction, -1);
    const next = await readVersion(transaction);
    if (changes.announces) {
      await sql`select pg_notify(${CHANGES_CHANNEL}, ${String(next)})`.execute(transaction);
    }
    return { result: written, version: next };
  });
  changes.observe(version);
  return result;
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
