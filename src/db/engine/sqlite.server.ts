import { join, resolve } from "node:path";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import {
  Kysely,
  sql,
  CompiledQuery,
  type DatabaseConnection,
  type SelectModifierNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  SqliteQueryCompiler,
  type SqliteStatement,
} from "kysely";
import { type CatalogueChanges, pollVersions } from "../database-changes.server.ts";
import { createPrivateFile, lockDataFolder } from "../database-folder.server.ts";
import type { Db, Tables } from "../database-tables.server.ts";
import { type Engine, POLL_EVERY_MS, unusable } from "./engine.server.ts";
import { LRUCache } from "lru-cache";
import { DATABASE_UNAVAILABLE, SQLITE, sqliteCodeOf } from "../../base/errors.server.ts";
import { repeatEvery } from "../../base/repeat.server.ts";
import { createSemaphore } from "../../base/semaphore.server.ts";

/** How long a start blocks while another process, such as a command, holds the database. */
const START_BUSY_WAIT_MS = 5_000;
const READ_BUSY_WAIT_MS = 50; // the same for a read; writes retry instead

/**
 * An acknowledged write is on disk (`full`) and does not block readers (`wal`). Temporary files are kept in
 * memory, because a statement with many rows would create one for its rollback.
 */
const WRITER = "pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory";
const READER = "pragma query_only = on";

export function databaseFileIn(dataDir: string): string {
  return join(resolve(dataDir), "catalogue.db");
}

/**
 * Opens the embedded database of a data folder; creates both if missing. It uses three connections to one file, so
 * that a read never waits for a transaction and sees everything committed before it, as on PostgreSQL.
 * @throws UserError one sentence when it cannot be opened
 */
export function openSqlite(dataDir: string, lock = lockDataFolder): Engine {
  const folder = lock(dataDir);
  const path = databaseFileIn(folder.path);
  const label = `The database ${path}`;
  const connections: DatabaseSync[] = [];
  function connect(pragmas: string, busyWaitMs: number): DatabaseSync {
    const connection = new DatabaseSync(path, {
      timeout: START_BUSY_WAIT_MS,
      enableForeignKeyConstraints: true,
    });
    // The first connection is the writer, and it must close last.
    connections.unshift(connection);
    connection.exec(`${pragmas}; pragma trusted_schema = off`);
    connection.exec(`pragma busy_timeout = ${busyWaitMs}`);
    return connection;
  }
  function close(): void {
    for (const connection of connections.splice(0)) connection.close();
    folder.release();
  }
  try {
    createPrivateFile(path);
    const writer = new NodeSqliteDialect(connect(WRITER, 0), "begin immediate");
    const reader = new NodeSqliteDialect(connect(READER, READ_BUSY_WAIT_MS), null);
    const snapshots = new NodeSqliteDialect(connect(READER, READ_BUSY_WAIT_MS), "begin");
    const write = new Kysely<Tables>({ dialect: writer });
    return {
      name: "sqlite",
      label,
      read: new Kysely<Tables>({ dialect: reader }),
      write,
      snapshots: new Kysely<Tables>({ dialect: snapshots }),
      migrations: write,
      isShared: false,
      isSilent: () => false,
      filesFolder: folder.path,
      // A transaction that writes already locks the file.
      lockMigrations: async () => undefined,
      watch: async (changes) => watchOtherProcesses(write, changes),
      close: async () => close(),
    };
  } catch (error) {
    close();
    throw unusable({ label }, error);
  }
}

/**
 * Watches for writes by other processes: SQLite counts the changes that the writing connection did not make, the
 * only one that writes in this process. @returns a function that stops watching
 */
function watchOtherProcesses(write: Db, changes: CatalogueChanges): () => Promise<void> {
  let lastVersion: number | undefined;
  async function pollIfWritten(): Promise<void> {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(write);
    const dataVersion = rows[0]?.data_version;
    if (dataVersion !== lastVersion) await pollVersions(write, changes);
    lastVersion = dataVersion;
  }
  // If a check fails behind a long write, the next one makes up for it.
  return repeatEvery(POLL_EVERY_MS, () => pollIfWritten().catch(() => undefined));
}

/** How long a transaction waits for those before it, such as an import. */
const QUEUE_MS = 10_000;
/** How long it then waits for another process, such as a command. */
const BUSY_MS = 1_400;
const BUSY_RETRY_MS = 10;

/** Statements that stay compiled; long ones, which list many values, rarely repeat. */
const MAX_STATEMENTS = 200;
const LONGEST_KEPT_CHARACTERS = 4_000;

/** Statement that begins a transaction on a connection; null if the connection only serves single reads. */
type Begin = "begin immediate" | "begin" | null;

class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: SqliteDriver;

  constructor(database: DatabaseSync, begin: Begin) {
    const config = { database: forKysely(database) };
    super(config);
    this.#driver =
      begin === null ? new SqliteDriver(config) : new ExclusiveDriver(config, { database, begin });
  }

  override createDriver(): SqliteDriver {
    return this.#driver;
  }
  override createAdapter(): SqliteAdapter {
    return new Adapter();
  }
  override createQueryCompiler(): SqliteQueryCompiler {
    return new CompilerWithoutRowLocks();
  }
}

/** Adapts `node:sqlite` to the API of better-sqlite3, which Kysely expects. */
function forKysely(database: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS });
  return {
    close: () => database.close(),
    prepare(text) {
      const prepared = statements.get(text);
      if (prepared) return prepared;
      const statement = database.prepare(text);
      // Kysely only binds the values of typed queries: numbers, text, bytes and null.
      const valuesOf = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      const adapted: SqliteStatement = {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...valuesOf(parameters)),
        run: (parameters) => statement.run(...valuesOf(parameters)),
        iterate: (parameters) => statement.iterate(...valuesOf(parameters)),
      };
      if (text.length <= LONGEST_KEPT_CHARACTERS) statements.set(text, adapted);
      return adapted;
    },
  };
}

class Adapter extends SqliteAdapter {
  // The drivers decide who waits for whom.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  // If a start dies, no migration is left half done.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite has one writer at a time, so it neither needs nor supports `for update` and similar clauses. */
class CompilerWithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === "Distinct")
      super.visitSelectModifier(node);
  }
}

interface ExclusiveConnection extends DatabaseConnection {
  release(): void;
}

/** Gives the connection to one user at a time; the others wait in order. */
class ExclusiveDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #begin: string;
  readonly #queue = createSemaphore(1, Infinity, DATABASE_UNAVAILABLE, QUEUE_MS);

  constructor(
    config: SqliteDialectConfig,
    { database, begin }: { database: DatabaseSync; begin: string },
  ) {
    super(config);
    this.#database = database;
    this.#begin = begin;
  }

  /** @throws UserError 503 when those before it take too long */
  override async acquireConnection(): Promise<ExclusiveConnection> {
    const release = await this.#queue.acquire();
    const connection = await super.acquireConnection();
    return {
      release,
      executeQuery: (query) => retryWhileBusy(() => connection.executeQuery(query)),
      streamQuery: (...query) => connection.streamQuery(...query),
    };
  }
  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    // Kysely returns the value it got from `acquireConnection`.
    (connection as ExclusiveConnection | undefined)?.release();
  }
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#begin));
  }
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Some failures, such as a full disk, have already ended the transaction.
    if (this.#database.isTransaction) await super.rollbackTransaction(connection);
  }
}

/** Retries while another process holds the lock, and serves other requests meanwhile. */
async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (sqliteCodeOf(error) !== SQLITE.BUSY || performance.now() - started > BUSY_MS) throw error;
    }
    await setTimeout(BUSY_RETRY_MS);
  }
}
