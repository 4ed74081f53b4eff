import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
  SelectQueryNode,
  sql,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { LRUCache } from "lru-cache";
import { type CatalogueChanges, look } from "../database-changes.server.ts";
import type { Tables } from "../database-tables.server.ts";
import {
  databaseUnavailable,
  isLongWork,
  isLongWorkRunning,
  withTimeout,
} from "../database-wait.server.ts";
import { SQLITE, sqliteCodeOf } from "../../server/errors.server.ts";

/** How long another process, such as a command, is waited for: by a start, */
const START_BUSY_WAIT_MS = 5_000;
const READ_BUSY_WAIT_MS = 50; // by a read, standing still,
const WRITE_WAIT_MS = 1_400; // and by a write, which has as long again for its turn
const BUSY_RETRY_MS = 10;
const LONG_WORK_WAIT_MS = 60_000; // for its turn behind other such work

/** Statements that stay compiled; long ones, which list many values, seldom come again. */
const MAX_STATEMENTS = 200;
const LONGEST_KEPT_CHARACTERS = 4_000;

class NodeSqliteAdapter extends SqliteAdapter {
  // The driver below serializes writers itself.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  // A start that dies leaves no half of a migration.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

interface Connection {
  run(query: CompiledQuery): QueryResult<unknown>;
  /** Whether a transaction is open; some failures end it by themselves. */
  isInTransaction(): boolean;
  close(): void;
}

function connectionTo(path: string, pragmas: string, busyWaitMs: number): Connection {
  const database = new DatabaseSync(path, {
    timeout: START_BUSY_WAIT_MS,
    enableForeignKeyConstraints: true,
  });
  const statements = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS });
  function compiled(text: string): StatementSync {
    const kept = statements.get(text);
    if (kept) return kept;
    const statement = database.prepare(text);
    if (text.length <= LONGEST_KEPT_CHARACTERS) statements.set(text, statement);
    return statement;
  }

  try {
    database.exec(`${pragmas}; pragma trusted_schema = off`);
    database.exec(`pragma busy_timeout = ${busyWaitMs}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    run({ sql: text, parameters }) {
      const statement = compiled(text);
      // Kysely binds what the typed queries hold: numbers, text and null.
      const values = parameters as SQLInputValue[];
      if (statement.columns().length > 0) return { rows: statement.all(...values) };
      const { changes, lastInsertRowid } = statement.run(...values);
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      };
    },
    isInTransaction: () => database.isTransaction,
    close: () => database.close(),
  };
}

/** @returns waits for the lock, in the order of asking, or throws 503; answers what unlocks it */
function createMutex(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve: unlock } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    try {
      const timeoutMs = isLongWork() ? LONG_WORK_WAIT_MS : WRITE_WAIT_MS;
      await withTimeout(before, timeoutMs, isLongWorkRunning);
      return unlock;
    } catch (error) {
      // Whoever queues behind this place waits for the one before it.
      void before.then(unlock);
      throw databaseUnavailable(error);
    }
  };
}

/** Tries again while another process is in the way, and serves others meanwhile. */
async function whenFree<T>(attempt: () => T): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return attempt();
    } catch (error) {
      if (sqliteCodeOf(error) !== SQLITE.BUSY || performance.now() - started > WRITE_WAIT_MS)
        throw error;
    }
    await setTimeout(BUSY_RETRY_MS);
  }
}

interface Session extends DatabaseConnection {
  /** Takes a connection for itself until `release`; the one that it has, if any. */
  hold(kind: "write" | "snapshot"): Promise<Connection>;
  release(): void;
}

/**
 * Three connections to one file, so that a read never waits for a transaction that writes (WAL):
 * one for writes and their transactions, one for single reads, and one for transactions that are
 * `read only`. Reads see what was committed before them, as on PostgreSQL.
 */
function createDriver(path: string): Driver {
  // In memory, since a statement of many rows would make a file to be able to undo itself.
  const pragmas =
    "pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory";
  const writer = connectionTo(path, pragmas, 0);
  const reader = connectionTo(path, "pragma query_only = on", READ_BUSY_WAIT_MS);
  const snapshots = connectionTo(path, "pragma query_only = on", READ_BUSY_WAIT_MS);
  const lockOf = { write: createMutex(), snapshot: createMutex() };

  function createSession(): Session {
    let held: { connection: Connection; unlock: () => void } | undefined;
    const session: Session = {
      async hold(kind) {
        if (held) return held.connection;
        const unlock = await lockOf[kind]();
        const connection = kind === "write" ? writer : snapshots;
        held = { connection, unlock };
        return connection;
      },
      release() {
        held?.unlock();
        held = undefined;
      },
      async executeQuery(query) {
        const isRead = SelectQueryNode.is(query.query);
        const connection = held?.connection ?? (isRead ? reader : await session.hold("write"));
        // A transaction that writes began by taking SQLite's lock: nobody is in its way.
        const isFree = connection !== writer || writer.isInTransaction();
        const result = isFree ? connection.run(query) : await whenFree(() => connection.run(query));
        return result as QueryResult<never>; // The row type is the caller's, who wrote the query.
      },
      streamQuery() {
        throw new Error("Nothing here streams rows.");
      },
    };
    return session;
  }

  // Kysely gives back the connections that `acquireConnection` has given it.
  const sessionOf = (connection: DatabaseConnection) => connection as Session;
  const execute = async (connection: DatabaseConnection, text: string) => {
    await sessionOf(connection).executeQuery(CompiledQuery.raw(text));
  };

  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(createSession()),
    async beginTransaction(connection, { accessMode }) {
      const isWrite = accessMode !== "read only";
      await sessionOf(connection).hold(isWrite ? "write" : "snapshot");
      await execute(connection, isWrite ? "begin immediate" : "begin");
    },
    commitTransaction: (connection) => execute(connection, "commit"),
    async rollbackTransaction(connection) {
      const held = await sessionOf(connection).hold("write");
      if (held.isInTransaction()) await execute(connection, "rollback");
    },
    releaseConnection: async (connection) => sessionOf(connection).release(),
    async destroy() {
      for (const connection of [reader, snapshots, writer]) connection.close();
    },
  };
}

/**
 * Opens the embedded database; makes its file if missing. An acknowledged write is on the disk
 * (`synchronous=FULL`), and readers of other processes do not stop it (WAL).
 */
export function sqliteDialect(path: string): Dialect {
  const driver = createDriver(path);
  return {
    createDriver: () => driver,
    createAdapter: () => new NodeSqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (kysely) => new SqliteIntrospector(kysely),
  };
}

const LOOK_EVERY_MS = 1_000;

/**
 * Takes note of what other processes write, such as a command beside the server. SQLite counts their
 * changes for the connection that writes, which has made all others itself.
 * @returns ends it
 */
export function watchOtherProcesses(
  kysely: Kysely<Tables>,
  changes: Pick<CatalogueChanges, "observe" | "observeVotes">,
): () => Promise<void> {
  const stopping = new AbortController();
  let seen: number | undefined;
  async function lookIfWritten(): Promise<void> {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(kysely);
    const dataVersion = rows[0]?.data_version;
    if (dataVersion !== seen) await look({ kysely, changes });
    seen = dataVersion;
  }
  async function watch(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A look that fails behind a long write is made up for by the next.
      await lookIfWritten().catch(() => undefined);
      await setTimeout(LOOK_EVERY_MS, undefined, { ref: false, signal: stopping.signal }).catch(
        () => undefined,
      );
    }
  }
  const watching = watch();
  return () => {
    stopping.abort();
    return watching;
  };
}
