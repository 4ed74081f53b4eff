import { join } from "node:path";
import { type Dialect, Kysely, PostgresAdapter, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { Gauge } from "prom-client";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import {
  type CatalogueChanges,
  createCatalogueChanges,
  readVersion,
} from "./database-changes.server.ts";
import {
  createPrivateFile,
  takeDataFolder,
  takeOrShareDataFolder,
} from "./database-folder.server.ts";
import { watchPostgres } from "./engine/postgres-watch.server.ts";
import { sqliteDialect, watchOtherProcesses } from "./engine/sqlite.server.ts";
import type { Tables } from "./database-tables.server.ts";
import { registry } from "../server/metrics.server.ts";
import type { Env } from "../server/env.server.ts";
import { reasonOf, UserError } from "../server/errors.server.ts";
import { addressWithoutSecrets, createHosts } from "./engine/postgres-hosts.server.ts";
import {
  ANSWER_MS,
  createPostgresHealth,
  poolWithTimeouts,
  postgresPool,
} from "./engine/postgres-pool.server.ts";

export interface Database {
  kysely: Kysely<Tables>;
  engine: "sqlite" | "postgres";
  /** True while nobody has filled the database that this start, or one killed before, created. */
  created: boolean;
  changes: CatalogueChanges;
  migrated: readonly string[]; // names of the migrations that this start has run
  ping(): Promise<void>;
  close(): Promise<void>;
}

type DatabaseEnv = Pick<Env, "dataDir" | "databaseUrl" | "starterCatalogue">;
type Report = (error: Error) => void;

function reportOnStderr(error: Error): void {
  process.stderr.write(`The connection to the database broke: ${error.message}\n`);
}

/**
 * Opens PostgreSQL when `DATABASE_URL` is set, else SQLite in the data folder, which this process then
 * has to itself. Brings the schema up to date.
 * @param report told of connections that break later; they are opened again
 * @param answerMs how long PostgreSQL may take for a use of a connection; tests about other things
 *   have no such hurry
 * @throws UserError one sentence when it cannot be opened
 */
export async function openDatabase(
  env: DatabaseEnv,
  report: Report = reportOnStderr,
  answerMs = ANSWER_MS,
): Promise<Database> {
  if (env.databaseUrl !== null) return openPostgres(env.databaseUrl, env, report, answerMs);
  const opened = await openSqlite(env.dataDir, env);
  const stopWatching = watchOtherProcesses(opened.kysely, opened.changes);
  return {
    ...opened,
    async close() {
      await stopWatching();
      await opened.close();
    },
  };
}

/** For a command, also while a server runs on the database. @throws UserError as `openDatabase` */
export async function openDatabaseForCommand(env: Omit<DatabaseEnv, "starterCatalogue">) {
  // The starter catalogue is the server's matter: a command leaves it due.
  const untouched = { ...env, starterCatalogue: true };
  // No time-outs: nobody else waits for a command.
  if (env.databaseUrl !== null) {
    return openPostgres(env.databaseUrl, untouched, reportOnStderr);
  }
  return openSqlite(env.dataDir, untouched, takeOrShareDataFolder);
}

/** Makes an embedded database with the schema of an earlier version, named by its last migration. */
export async function createEarlierDatabase(dataDir: string, schema: string) {
  const folder = takeDataFolder(dataDir);
  const path = join(folder.path, "catalogue.db");
  createPrivateFile(path);
  const kysely = new Kysely<Tables>({ dialect: sqliteDialect(path) });
  const close = async () => {
    await kysely.destroy();
    folder.release();
  };
  const { error } = await migratorOf(kysely).migrateTo(schema);
  if (error === undefined) return { kysely, engine: "sqlite" as const, close };
  await close();
  throw error instanceof Error ? error : new Error(reasonOf(error));
}

async function openSqlite(
  dataDir: string,
  env: DatabaseEnv,
  take = takeDataFolder,
): Promise<Database> {
  const folder = take(dataDir);
  const path = join(folder.path, "catalogue.db");
  try {
    createPrivateFile(path);
    const opened = await openWith(sqliteDialect(path), "sqlite", env);
    return {
      ...opened,
      async close() {
        await opened.close();
        folder.release();
      },
    };
  } catch (error) {
    folder.release();
    throw unusable(`The database ${path}`, error);
  }
}

function unusable(what: string, cause: unknown): UserError {
  return new UserError(500, `${what} cannot be used: ${reasonOf(cause)}.`, { cause });
}

const pools = new Set<ReturnType<typeof postgresPool>["pool"]>();
registry.registerMetric(
  new Gauge({
    name: "ev_database_connections",
    help: "Connections to PostgreSQL that work or are idle, and requests that wait for one.",
    labelNames: ["state"],
    registers: [],
    collect() {
      for (const { totalCount, idleCount, waitingCount } of pools) {
        this.set({ state: "working" }, totalCount - idleCount);
        this.set({ state: "idle" }, idleCount);
        this.set({ state: "waiting" }, waitingCount);
      }
    },
  }),
);

async function openPostgres(
  url: string,
  env: DatabaseEnv,
  report: Report,
  answerMs?: number,
): Promise<Database> {
  const watchMs = answerMs ?? ANSWER_MS;
  const hosts = createHosts(url);
  const pool = postgresPool(hosts, watchMs, report);
  const health = createPostgresHealth();
  try {
    const dialect = new PostgresDialect({
      pool: answerMs === undefined ? pool : poolWithTimeouts(pool, health, answerMs),
    });
    // A migration has no time-outs.
    const opened = await openWith(dialect, "postgres", env, new MigratingDialect({ pool }));
    const watching = watchPostgres(hosts, opened.kysely, opened.changes, health, watchMs, report);
    const stopWatching = await watching.catch(async (error: unknown) => {
      await opened.close();
      throw error;
    });
    pools.add(pool.pool);
    return {
      ...opened,
      async close() {
        pools.delete(pool.pool);
        await stopWatching();
        await opened.close();
      },
    };
  } catch (error) {
    throw unusable(`DATABASE_URL: the database at ${addressWithoutSecrets(url)}`, error);
  }
}

async function openWith(
  dialect: Dialect,
  engine: Database["engine"],
  env: DatabaseEnv,
  migrating = dialect,
): Promise<Database> {
  const kysely = new Kysely<Tables>({ dialect });
  try {
    const unbounded = migrating === dialect ? kysely : new Kysely<Tables>({ dialect: migrating });
    const migrated = await migrate(unbounded, engine);
    const created = await isStarterDue(kysely);
    // A start that must not fill it settles the matter for good.
    if (created && !env.starterCatalogue) {
      await kysely.updateTable("catalogue").set({ starter_due: 0 }).execute();
    }
    const changes = createCatalogueChanges(await readVersion(kysely));
    return {
      kysely,
      engine,
      created,
      migrated,
      changes,
      ping: async () => void (await readVersion(kysely)),
      close: () => kysely.destroy(),
    };
  } catch (error) {
    await kysely.destroy();
    throw error;
  }
}

function migratorOf(db: Kysely<Tables>): Migrator {
  return new Migrator({ db, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) } });
}

const MIGRATION_LOCK = 720_251_123; // any number that nothing else in the database takes

/** Kysely's own lock is a session's, which a pooler leaves behind on a connection of anybody. */
class MigratingDialect extends PostgresDialect {
  override createAdapter(): PostgresAdapter {
    const none = () => Promise.resolve();
    return Object.assign(new PostgresAdapter(), {
      acquireMigrationLock: none,
      releaseMigrationLock: none,
    });
  }
}

/** Instances may start together: the lock, of PostgreSQL or of SQLite's file, ends with the transaction. */
async function migrate(kysely: Kysely<Tables>, engine: Database["engine"]): Promise<string[]> {
  if (await isUpToDate(kysely)) return [];
  return kysely.transaction().execute(async (transaction) => {
    if (engine === "postgres") {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(transaction);
    }
    return migrateWithin(transaction);
  });
}

async function migrateWithin(transaction: Kysely<Tables>): Promise<string[]> {
  const { error, results = [] } = await migratorOf(transaction).migrateToLatest();
  if (error === undefined) return results.map(({ migrationName }) => migrationName);
  if (error instanceof Error && error.message.startsWith("corrupted migrations")) {
    throw new Error("a newer version of this program made it", { cause: error });
  }
  throw error instanceof Error ? error : new Error(reasonOf(error));
}

/** Asks once where the migrator asks a dozen times, 30 ms of each start. */
async function isUpToDate(kysely: Kysely<Tables>): Promise<boolean> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(kysely);
    const done = new Set(rows.map(({ name }) => name));
    const all = Object.keys(MIGRATIONS);
    return done.size === all.length && all.every((name) => done.has(name));
  } catch {
    // A new database has no such table; the migrator finds out.
    return false;
  }
}

async function isStarterDue(kysely: Kysely<Tables>): Promise<boolean> {
  const row = await kysely.selectFrom("catalogue").select("starter_due").executeTakeFirstOrThrow();
  return row.starter_due === 1;
}
