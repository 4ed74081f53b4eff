import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { Kysely, sql } from "kysely";
import { type CatalogueChanges, look } from "../database-changes.server.ts";
import { createPrivateFile, takeDataFolder } from "../database-folder.server.ts";
import type { Tables } from "../database-tables.server.ts";
import { type Engine, unusable } from "./engine.server.ts";
import { NodeSqliteDialect } from "./sqlite-dialect.server.ts";

/** How long another process, such as a command, is waited for, standing still: by a start */
const START_BUSY_WAIT_MS = 5_000;
const READ_BUSY_WAIT_MS = 50; // and by a read; writes try again

/** An acknowledged write is on the disk (`full`), and readers do not stop it (`wal`). Temporary files
 *  are in memory, since a statement of many rows would make one to be able to undo itself. */
const WRITER = "pragma journal_mode = wal; pragma synchronous = full; pragma temp_store = memory";
const READER = "pragma query_only = on";

/**
 * Opens the embedded database of a data folder; makes both if missing. Three connections to one file,
 * so that a read never waits for a transaction. Reads see what was committed before them, as on
 * PostgreSQL.
 * @param take takes the folder
 * @throws UserError one sentence when it cannot be opened
 */
export function openSqlite(dataDir: string, take = takeDataFolder): Engine {
  const folder = take(dataDir);
  const path = join(folder.path, "catalogue.db");
  const label = `The database ${path}`;
  const connections: DatabaseSync[] = [];
  function connect(pragmas: string, busyWaitMs: number): DatabaseSync {
    const connection = new DatabaseSync(path, {
      timeout: START_BUSY_WAIT_MS,
      enableForeignKeyConstraints: true,
    });
    // The writer, which is the first, closes last.
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
      filesFolder: folder.path,
      // A transaction that writes has locked the file.
      lockMigrations: async () => undefined,
      watch: async (changes) => watchOtherProcesses(write, changes),
      close: async () => close(),
    };
  } catch (error) {
    close();
    throw unusable({ label }, error);
  }
}

const LOOK_EVERY_MS = 1_000;

/**
 * Takes note of what other processes write, such as a command beside the server. SQLite counts their
 * changes for the connection that writes, which has made all others itself.
 * @returns ends it
 */
function watchOtherProcesses(
  write: Kysely<Tables>,
  changes: Pick<CatalogueChanges, "observe" | "observeVotes">,
): () => Promise<void> {
  const stopping = new AbortController();
  let lastVersion: number | undefined;
  async function lookIfWritten(): Promise<void> {
    const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(write);
    const dataVersion = rows[0]?.data_version;
    if (dataVersion !== lastVersion) await look({ read: write, changes });
    lastVersion = dataVersion;
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
