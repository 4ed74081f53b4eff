import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import {
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
import { LRUCache } from "lru-cache";
import { SQLITE, sqliteCodeOf } from "../../server/errors.server.ts";
import {
  databaseUnavailable,
  isLongWork,
  isLongWorkRunning,
  withTimeout,
} from "../database-wait.server.ts";

/** How long a write waits for its turn, and as long again for another process, such as a command. */
const WAIT_MS = 1_400;
const BUSY_RETRY_MS = 10;
const LONG_WORK_WAIT_MS = 60_000; // for its turn behind other such work

/** Statements that stay compiled; long ones, which list many values, seldom come again. */
const MAX_STATEMENTS = 200;
const LONGEST_KEPT_CHARACTERS = 4_000;

/** What begins a transaction on a connection; null: it serves single reads only. */
type Begin = "begin immediate" | "begin" | null;

/** Kysely's own dialect over Node's own SQLite. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #driver: SqliteDriver;

  constructor(database: DatabaseSync, begin: Begin) {
    const config = { database: forKysely(database) };
    super(config);
    this.#driver =
      begin === null
        ? new SingleReadsDriver(config)
        : new TakingTurnsDriver(config, { database, begin });
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

/** `node:sqlite` by the names of better-sqlite3, which Kysely knows. */
function forKysely(database: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, SqliteStatement>({ max: MAX_STATEMENTS });
  return {
    close: () => database.close(),
    prepare(text) {
      const prepared = statements.get(text);
      if (prepared) return prepared;
      const statement = database.prepare(text);
      // Kysely binds what the typed queries hold: numbers, text and null.
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
  // A start that dies leaves no half of a migration.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

/** SQLite has one writer at a time, so nobody needs `for update` and the like, which it does not know. */
class CompilerWithoutRowLocks extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === undefined || node.modifier === "Distinct")
      super.visitSelectModifier(node);
  }
}

class SingleReadsDriver extends SqliteDriver {
  override beginTransaction(): Promise<void> {
    return Promise.reject(new Error("Reads that belong together go through `atOneMoment`."));
  }
}

interface Turn extends DatabaseConnection {
  end(): void;
}

/** Gives the connection to one user at a time; the others wait for their turn, in the order of asking. */
class TakingTurnsDriver extends SqliteDriver {
  readonly #database: DatabaseSync;
  readonly #begin: string;
  readonly #takeTurn = createMutex();

  constructor(
    config: SqliteDialectConfig,
    { database, begin }: { database: DatabaseSync; begin: string },
  ) {
    super(config);
    this.#database = database;
    this.#begin = begin;
  }

  /** @throws UserError 503 when the turn does not come in time */
  override async acquireConnection(): Promise<Turn> {
    const end = await this.#takeTurn();
    const connection = await super.acquireConnection();
    return {
      end,
      executeQuery: (query) => retryWhileBusy(() => connection.executeQuery(query)),
      streamQuery: (...query) => connection.streamQuery(...query),
    };
  }
  override async releaseConnection(turn?: DatabaseConnection): Promise<void> {
    // Kysely gives back what `acquireConnection` has given it.
    (turn as Turn | undefined)?.end();
  }
  override async beginTransaction(turn: DatabaseConnection): Promise<void> {
    await turn.executeQuery(CompiledQuery.raw(this.#begin));
  }
  override async rollbackTransaction(turn: DatabaseConnection): Promise<void> {
    // Some failures, such as a full disk, have ended the transaction already.
    if (this.#database.isTransaction) await super.rollbackTransaction(turn);
  }
}

/**
 * @returns a function that waits for the lock, in the order of asking, and returns what unlocks it
 * @throws UserError 503 from that function when the lock does not come in time
 */
function createMutex(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    const { promise, resolve: unlock } = Promise.withResolvers<void>();
    const before = last;
    last = promise;
    try {
      await withTimeout(before, isLongWork() ? LONG_WORK_WAIT_MS : WAIT_MS, isLongWorkRunning);
      return unlock;
    } catch (error) {
      // Later transactions wait for the one before this, too.
      void before.then(unlock);
      throw databaseUnavailable(error);
    }
  };
}

/** Tries again while another process is in the way, and serves others meanwhile. */
async function retryWhileBusy<T>(attempt: () => Promise<T>): Promise<T> {
  const started = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (sqliteCodeOf(error) !== SQLITE.BUSY || performance.now() - started > WAIT_MS) throw error;
    }
    await setTimeout(BUSY_RETRY_MS);
  }
}
