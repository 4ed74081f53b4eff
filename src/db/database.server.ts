import { existsSync } from "node:fs";
import { sql } from "kysely";
import {
  type CatalogueChanges,
  createCatalogueChanges,
  readVersion,
} from "./database-changes.server.ts";
import { lockOrShareDataFolder } from "./database-folder.server.ts";
import type { Db } from "./database-tables.server.ts";
import {
  addressWithoutSecrets,
  type Engine,
  type Report,
  unusable,
} from "./engine/engine.server.ts";
import { databaseFileIn, openSqlite } from "./engine/sqlite.server.ts";
import { Migrator } from "kysely/migration";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import type { Env } from "../base/env.server.ts";
import { reasonOf, UserError } from "../base/errors.server.ts";

/** The interface that all code uses, whichever engine is behind it. */
export interface Database extends Pick<
  Engine,
  "read" | "write" | "snapshots" | "isShared" | "isSilent" | "filesFolder"
> {
  /** for logs and metrics only; differences between the engines stay inside them */
  engine: Engine["name"];
  /** True until somebody fills a database that was created by this start or by an earlier one that was killed. */
  created: boolean;
  changes: CatalogueChanges;
  migrated: readonly string[]; // names of the migrations that this start ran
  close(): Promise<void>;
}

export type DatabaseLocation = Pick<Env, "dataDir" | "databaseUrl">;

/**
 * Opens PostgreSQL when `DATABASE_URL` is set, otherwise SQLite in the data folder, which this process then locks,
 * and updates the schema. @param report called for connections that break later; they are reopened
 * @throws UserError one sentence when it cannot be opened
 */
export async function openDatabase(
  { dataDir, databaseUrl, starterCatalogue }: DatabaseLocation & Pick<Env, "starterCatalogue">,
  report: Report,
): Promise<Database> {
  const engine =
    databaseUrl === null ? openSqlite(dataDir) : await openSharedDatabase(databaseUrl, report);
  return startOn(engine, starterCatalogue);
}

/** Returns where the configured database is, without secrets. */
export function locateDatabase({ dataDir, databaseUrl }: DatabaseLocation): string {
  return databaseUrl === null
    ? databaseFileIn(dataDir)
    : `PostgreSQL at ${addressWithoutSecrets(databaseUrl)}`;
}

/**
 * Opens the database for a command, even while a server is using it.
 * @throws UserError like `openDatabase`, and without `isNewAllowed` when the product has never run in it
 */
export async function openDatabaseForCommand(
  { dataDir, databaseUrl }: DatabaseLocation,
  isNewAllowed = false,
): Promise<Database> {
  if (!isNewAllowed && databaseUrl === null) requireDatabaseFile(dataDir);
  const engine =
    databaseUrl === null
      ? openSqlite(dataDir, lockOrShareDataFolder)
      : await openSharedDatabase(databaseUrl, null);
  if (!isNewAllowed) await requireMigrations(engine);
  // A command leaves it to the server to fill a new database with the starter catalogue.
  return startOn(engine, true);
}

/** Loads PostgreSQL's client only when it is needed, because loading it is slow. */
async function openSharedDatabase(url: string, report: Report | null): Promise<Engine> {
  const { openPostgres } = await import("./engine/postgres.server.ts");
  return openPostgres(url, report);
}

/** Creates an embedded database with the schema of an earlier version, named by its last migration. */
export async function createEarlierDatabase(dataDir: string, schema: string): Promise<Engine> {
  const engine = openSqlite(dataDir);
  return closeOnError(engine, async () => {
    const { error } = await migratorOf(engine.write).migrateTo(schema);
    if (error !== undefined) throw asError(error);
    return engine;
  });
}

/** @param isStarterWanted false records that the starter catalogue is not wanted */
function startOn(engine: Engine, isStarterWanted: boolean): Promise<Database> {
  const { read, write } = engine;
  return closeOnError(engine, async () => {
    const migrated = await migrate(engine);
    const { starter_due: starterDue } = await read
      .selectFrom("catalogue")
      .select("starter_due")
      .executeTakeFirstOrThrow();
    const created = starterDue === 1;
    if (created && !isStarterWanted) {
      await write.updateTable("catalogue").set({ starter_due: 0 }).execute();
    }
    const changes = createCatalogueChanges(await readVersion(read));
    const stopWatching = await engine.watch(changes);
    return {
      ...engine,
      engine: engine.name,
      created,
      migrated,
      changes,
      async close() {
        await stopWatching();
        await engine.close();
      },
    };
  });
}

/** @throws UserError that names the database */
async function closeOnError<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await engine.close();
    throw unusable(engine, error);
  }
}

/** Brings the schema up to date, also when servers start at the same time. @returns the migrations that it ran */
async function migrate({ read, migrations, lockMigrations }: Engine): Promise<string[]> {
  if (await isUpToDate(read)) return [];
  return migrations.transaction().execute(async (tx) => {
    await lockMigrations(tx);
    return migrateWithin(tx);
  });
}

function migratorOf(db: Db): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(reasonOf(error));
}

async function migrateWithin(tx: Db): Promise<string[]> {
  const { error, results = [] } = await migratorOf(tx).migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  if (error instanceof Error && error.message.startsWith("corrupted migrations")) {
    throw new Error("a newer version of this program made it", { cause: error });
  }
  throw asError(error);
}

/** Checks that a data folder has a database, since opening it would create one. @throws UserError 404 */
export function requireDatabaseFile(dataDir: string): void {
  if (!existsSync(databaseFileIn(dataDir))) throw neverUsed("DATA_DIR");
}

function neverUsed(variable: "DATA_DIR" | "DATABASE_URL"): UserError {
  return new UserError(
    404,
    `There is no catalogue in this database: the server has never run in it. Check ${variable}.`,
  );
}

/** @throws UserError and closes the database when the product has never run in it */
async function requireMigrations(engine: Engine): Promise<void> {
  const tables = await closeOnError(engine, () =>
    engine.read.introspection.getTables({ withInternalKyselyTables: true }),
  );
  if (tables.some(({ name }) => name === "kysely_migration")) return;
  await engine.close();
  throw neverUsed(engine.isShared ? "DATABASE_URL" : "DATA_DIR");
}

/** Needs one query where the migrator needs a dozen, which saves 30 ms of each start. */
async function isUpToDate(db: Db): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
    const done = new Set(rows.map(({ name }) => name));
    const all = Object.keys(MIGRATIONS);
    return done.size === all.length && all.every((name) => done.has(name));
  } catch (error) {
    if (error instanceof UserError) throw error;
    // A new database has no such table, so let the migrator run.
    return false;
  }
}
