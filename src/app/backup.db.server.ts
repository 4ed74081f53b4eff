import { sql } from "kysely";
import { z } from "zod";
import { UserError } from "../base/errors.server.ts";
import type { Database } from "../db/database.server.ts";
import type { Tables, Transaction } from "../db/database-tables.server.ts";
import { readInBatches } from "../server/yield-often.server.ts";

/** In the order in which rows can be restored: referenced tables come first. `key` identifies a row. */
export const BACKUP_TABLES = [
  { name: "catalogue", key: ["id"] },
  { name: "id_sequences", key: ["name"] },
  { name: "signing_keys", key: ["purpose"] },
  { name: "models", key: ["id"] },
  { name: "model_aliases", key: ["id"] },
  { name: "ev_rows", key: ["id"] },
  { name: "row_changes", key: ["id"] },
  { name: "imports", key: ["id"] },
  { name: "import_updates", key: ["import_id", "row_id"] },
  { name: "claims", key: ["id"] },
  { name: "removed_claims", key: ["id"] },
  { name: "claim_imports", key: ["id"] },
  { name: "corrections", key: ["id"] },
  { name: "votes", key: ["visitor", "model_id"] },
  { name: "vote_stats", key: ["model_id"] },
  { name: "reviews", key: ["id"] },
  { name: "review_flags", key: ["review_id", "visitor"] },
  { name: "users", key: ["id"] },
  { name: "invitations", key: ["code_hash"] },
  { name: "idempotency_keys", key: ["key_hash"] },
  { name: "activity", key: ["id"] },
] as const satisfies readonly { name: keyof Tables; key: readonly string[] }[];

/** Nothing uses them any more: backups of earlier releases have them, and an earlier release needs them in the schema. */
export const UNUSED_TABLES = ["import_mappings", "list_views", "deleted_models"] as const;

const NEVER_EMPTY_TABLES: readonly string[] = [
  "catalogue",
  "id_sequences",
  "signing_keys",
  "invitations",
  "catalogue_changes",
];

export const BackupRow = z.record(z.string(), z.union([z.string(), z.number(), z.null()]));
export type BackupRow = z.output<typeof BackupRow>;

// A new database has already recorded changes of its own.
const RESTORED_TABLES = [...BACKUP_TABLES.map(({ name }) => name), "catalogue_changes"] as const;

const READ_BATCH_SIZE = 1_000;
const WRITE_BATCH_SIZE = 500; // SQLite binds 32,000 values in one statement at most

export async function isCatalogueEmpty({ read }: Database): Promise<boolean> {
  return (await read.selectFrom("ev_rows").select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Reads all rows in one snapshot. */
export async function* readTables({ snapshots }: Database) {
  const reading = await snapshots
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    for (const table of BACKUP_TABLES) {
      for await (const row of readTable(reading, table)) yield { table: table.name, row };
    }
  } finally {
    await reading.rollback().execute();
  }
}

function readTable(reading: Transaction, { name, key }: (typeof BACKUP_TABLES)[number]) {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  return readInBatches(READ_BATCH_SIZE, async (last?: BackupRow) => {
    const from = last
      ? sql`where (${columns}) > (${sql.join(key.map((column) => last[column]))})`
      : sql``;
    const { rows } = await sql<BackupRow>`
      select * from ${sql.table(name)} ${from} order by ${columns} limit ${READ_BATCH_SIZE}
    `.execute(reading);
    return rows;
  });
}

/** Empties all tables that exist, in reverse order. @throws UserError when one has rows that should have none */
export async function emptyTables(tx: Transaction): Promise<void> {
  const present = new Set((await tx.introspection.getTables()).map(({ name }) => name));
  const tables = RESTORED_TABLES.filter((name) => present.has(name));
  for (const name of tables.filter((table) => !NEVER_EMPTY_TABLES.includes(table))) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx);
    if (rows.length > 0) {
      throw new UserError(409, "The database already has data. Choose an empty one.");
    }
  }
  for (const name of tables.toReversed()) await tx.deleteFrom(name).execute();
}

/** Writes the tables of a restored backup in batches; `flush` writes what is left. */
export function createTableWriter(tx: Transaction) {
  let table = "";
  let waiting: BackupRow[] = [];
  async function flush(): Promise<void> {
    const rows = waiting;
    waiting = [];
    const columns = Object.keys(rows[0] ?? {});
    if (columns.length === 0) return;
    const names = sql.join(columns.map((column) => sql.ref(column)));
    const values = rows.map(
      (row) => sql`(${sql.join(columns.map((column) => row[column] ?? null))})`,
    );
    await sql`insert into ${sql.table(table)} (${names}) values ${sql.join(values)}`.execute(tx);
  }
  return {
    flush,
    async add(name: string, row: BackupRow): Promise<void> {
      if (name !== table || waiting.length >= WRITE_BATCH_SIZE) await flush();
      table = name;
      waiting.push(row);
    },
  };
}
