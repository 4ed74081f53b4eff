import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { SqliteAdapter, type SqliteDatabase, SqliteDialect } from "kysely";
import { LRUCache } from "lru-cache";

/** How long a statement waits for another process, such as a backup, to let go. */
const BUSY_WAIT_MS = 5_000;

/** Statements that stay compiled; long ones, which list many values, seldom come again. */
const MAX_STATEMENTS = 200;
const LONGEST_KEPT_CHARACTERS = 4_000;

/** SQLite changes its schema inside transactions; a start that dies leaves no half of a migration. */
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

class NodeSqliteDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return new TransactionalSqliteAdapter();
  }
}

/** Kysely's idea of a SQLite database over Node's own. */
function adapted(database: DatabaseSync): SqliteDatabase {
  const statements = new LRUCache<string, StatementSync>({ max: MAX_STATEMENTS });
  function compiled(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    if (sql.length <= LONGEST_KEPT_CHARACTERS) statements.set(sql, statement);
    return statement;
  }

  return {
    close: () => database.close(),
    prepare(sql) {
      const statement = compiled(sql);
      // Kysely binds what the typed queries hold: numbers, text and null.
      const values = (parameters: readonly unknown[]) => parameters as SQLInputValue[];
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
  };
}

/**
 * Opens the embedded database. An acknowledged write is on the disk (`synchronous=FULL`), and
 * readers of other processes do not stop it (WAL).
 * @param path file of the database; made if missing
 */
export function sqliteDialect(path: string): SqliteDialect {
  const database = new DatabaseSync(path, {
    timeout: BUSY_WAIT_MS,
    enableForeignKeyConstraints: true,
  });
  try {
    database.exec(
      "pragma journal_mode = wal; pragma synchronous = full; pragma trusted_schema = off",
    );
  } catch (error) {
    database.close();
    throw error;
  }
  return new NodeSqliteDialect({ database: adapted(database) });
}
