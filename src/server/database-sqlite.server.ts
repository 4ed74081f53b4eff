import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  SqliteDialect,
} from "kysely";
import { LRUCache } from "lru-cache";

/** How long a statement waits for another process, such as a backup, to let go. */
const BUSY_WAIT_MS = 5_000;

/** Statements that stay compiled; long ones, which list many values, seldom come again. */
const MAX_STATEMENTS = 200;
const LONGEST_KEPT_CHARACTERS = 4_000;

class NodeSqliteAdapter extends SqliteAdapter {
  /** The driver below makes those wait that have to. */
  override get supportsMultipleConnections(): boolean {
    return true;
  }
  /** SQLite changes its schema inside transactions; a start that dies leaves no half of a migration. */
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** One of the connections to the file. */
interface Connection {
  run(query: CompiledQuery): Promise<QueryResult<unknown>>;
  iterate(query: CompiledQuery): Iterable<unknown>;
  close(): void;
}

function connectionTo(path: string, pragmas: string): Connection {
  const database = new DatabaseSync(path, {
    timeout: BUSY_WAIT_MS,
    enableForeignKeyConstraints: true,
  });
  const statements = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS });
  function compiled({ sql }: CompiledQuery): StatementSync {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (sql.length <= LONGEST_KEPT_CHARACTERS) statements.set(sql, statement);
    return statement;
  }
  // Kysely binds what the typed queries hold: numbers, text and null.
  const valuesOf = ({ parameters }: CompiledQuery) => parameters as SQLInputValue[];

  try {
    database.exec(`${pragmas}; pragma trusted_schema = off`);
  } catch (error) {
    database.close();
    throw error;
  }
  return {
    async run(query) {
      const statement = compiled(query);
      if (statement.columns().length > 0) {
        return { rows: statement.all(...valuesOf(query)) };
      }
      const { changes, lastInsertRowid } = statement.run(...valuesOf(query));
      return {
        rows: [],
        numAffectedRows: BigInt(changes),
        insertId: BigInt(lastInsertRowid),
      };
    },
    iterate: (query) => compiled(query).iterate(...valuesOf(query)),
    close: () => database.close(),
  };
}

/** One at a time: the next waits until the one before has let go. */
function createTurnstile() {
  let last: Promise<void> = Promise.resolve();
  /** @returns lets the next one in */
  return async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    await before;
    return resolve;
  };
}

/** A query or a transaction of Kysely's, on the connection that it needs. */
interface Session extends DatabaseConnection {
  /** Takes a connection for itself until `release`. */
  hold(kind: "write" | "snapshot"): Promise<Connection>;
  release(): void;
}

/**
 * Three connections to one file, so that a read never waits for a transaction that writes (WAL):
 * one for writes and their transactions, one for single reads, and one for transactions that are
 * `read only`. Reads see what was committed before them, as on PostgreSQL.
 */
function createDriver(path: string): Driver {
  const writer = connectionTo(path, "pragma journal_mode = wal; pragma synchronous = full");
  const reader = connectionTo(path, "pragma query_only = on");
  const snapshots = connectionTo(path, "pragma query_only = on");
  const enterOf = { write: createTurnstile(), snapshot: createTurnstile() };

  function createSession(): Session {
    let held: { connection: Connection; leave: () => void } | undefined;
    const session: Session = {
      async hold(kind) {
        if (held) return held.connection;
        const leave = await enterOf[kind]();
        const connection = kind === "write" ? writer : snapshots;
        held = { connection, leave };
        return connection;
      },
      release() {
        held?.leave();
        held = undefined;
      },
      async executeQuery(query) {
        const isRead = SelectQueryNode.is(query.query);
        const connection = held?.connection ?? (isRead ? reader : await session.hold("write"));
        // The row type is the caller's, who wrote the query.
        return connection.run(query) as ReturnType<typeof session.executeQuery<never>>;
      },
      async *streamQuery(query) {
        for (const row of (held?.connection ?? reader).iterate(query)) {
          yield { rows: [row as never] }; // as above
        }
      },
    };
    return session;
  }

  // Kysely gives back the connections that `acquireConnection` has given it.
  const sessionOf = (connection: DatabaseConnection) => connection as Session;
  const say = async (connection: DatabaseConnection, text: string) => {
    await sessionOf(connection).executeQuery(CompiledQuery.raw(text));
  };
  return {
    init: () => Promise.resolve(),
    acquireConnection: () => Promise.resolve(createSession()),
    async beginTransaction(connection, { accessMode }) {
      await sessionOf(connection).hold(accessMode === "read only" ? "snapshot" : "write");
      await say(connection, "begin");
    },
    commitTransaction: (connection) => say(connection, "commit"),
    rollbackTransaction: (connection) => say(connection, "rollback"),
    releaseConnection: async (connection) => sessionOf(connection).release(),
    async destroy() {
      for (const connection of [reader, snapshots, writer]) connection.close();
    },
  };
}

class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: Driver;

  constructor(driver: Driver) {
    super({ database: () => Promise.reject(new Error("The driver has opened it.")) });
    this.#driver = driver;
  }
  override createDriver(): Driver {
    return this.#driver;
  }
  override createAdapter(): SqliteAdapter {
    return new NodeSqliteAdapter();
  }
}

/**
 * Opens the embedded database. An acknowledged write is on the disk (`synchronous=FULL`), and
 * readers of other processes do not stop it (WAL).
 * @param path file of the database; made if missing
 */
export function sqliteDialect(path: string): SqliteDialect {
  return new NodeSqliteDialect(createDriver(path));
}
