import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import { reasonOf } from "../server/errors.server.ts";
import type { Tables } from "./database-tables.server.ts";
import type { Engine } from "./engine/engine.server.ts";

/**
 * Brings the schema up to date. Servers may start together: the lock ends with the transaction.
 * @returns the names of the migrations that it has run
 */
export async function migrate({
  migrations,
  lockMigrations,
}: Pick<Engine, "migrations" | "lockMigrations">): Promise<string[]> {
  if (await isUpToDate(migrations)) return [];
  return migrations.transaction().execute(async (transaction) => {
    await lockMigrations(transaction);
    return migrateWithin(transaction);
  });
}

/** Makes the schema of an earlier version, named by its last migration. */
export async function migrateTo(db: Kysely<Tables>, schema: string): Promise<void> {
  const { error } = await migratorOf(db).migrateTo(schema);
  if (error !== undefined) throw asError(error);
}

function migratorOf(db: Kysely<Tables>): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(reasonOf(error));
}

async function migrateWithin(transaction: Kysely<Tables>): Promise<string[]> {
  const { error, results = [] } = await migratorOf(transaction).migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  if (error instanceof Error && error.message.startsWith("corrupted migrations")) {
    throw new Error("a newer version of this program made it", { cause: error });
  }
  throw asError(error);
}

/** Asks once where the migrator asks a dozen times, 30 ms of each start. */
async function isUpToDate(db: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const done = new Set(rows.map(({ name }) => name));
    const all = Object.keys(MIGRATIONS);
    return done.size === all.length && all.every((name) => done.has(name));
  } catch {
    // A new database has no such table; the migrator finds out.
    return false;
  }
}
