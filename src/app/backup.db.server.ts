import { sql } from "kysely";
import type { Database } from "../db/database.server.ts";
import type { Tables, Transaction } from "../db/database-tables.server.ts";
import { UserError } from "../base/errors.server.ts";

const READ_BATCH_SIZE = 1_000;
const WRITE_BATCH_SIZE = 500; // SQLite binds 32,000 values in one statement at most

export type BackupRow = Record<string, string | number | null>;

interface Table<Name = keyof Tables> {
  name: Name;
  key: readonly string[];
}

export async function isCatalogueEmpty({ read }: Database): Promise<boolean> {
  return (await read.selectFrom("ev_rows").select("id").limit(1).executeTakeFirst()) === undefined;
}

/** Reads all rows of these tables in one snapshot. */
export async function* readTables<Name extends keyof Tables>(
  { snapshots }: Database,
  tables: readonly Table<Name>[],
): AsyncGenerator<{ table: Name; row: BackupRow }> {
  const reading = await snapshots
    .startTransaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute();
  try {
    for (const table of tables) {
      for await (const row of readTableRows(reading, table)) yield { table: table.name, row };
    }
  } finally {
    await reading.rollback().execute();
  }
}

async function* readTableRows(
  reading: Transaction,
  { name, key }: Table,
): AsyncGenerator<BackupRow> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  let after: readonly unknown[] | undefined;
  for (;;) {
    const from = after ? sql`where (${columns}) > (${sql.join(after)})` : sql``;
    const { rows } = await sql<BackupRow>`
      select * from ${sql.table(name)} ${from} order by ${columns} limit ${READ_BATCH_SIZE}
    `.execute(reading);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < READ_BATCH_SIZE) return;
    after = key.map((column) => last[column]);
  }
}

export type TableWriter = ReturnType<typeof createTableWriter>;

/**
 * Empties the existing tables in reverse order and lets `work` refill them, in one transaction.
 * @throws UserError when a table has rows that is not in `neverEmpty`
 */
export function refillTables<T>(
  { write }: Pick<Database, "write">,
  all: readonly (keyof Tables)[],
  neverEmpty: readonly string[],
  work: (writer: TableWriter) => Promise<T>,
): Promise<T> {
  return write.transaction().execute(async (tx) => {
    const present = new Set((await tx.introspection.getTables()).map(({ name }) => name));
    const tables = all.filter((name) => present.has(name));
    for (const name of tables.filter((table) => !neverEmpty.includes(table))) {
      const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(tx);
      if (rows.length > 0) {
        throw new UserError(409, "The database already has data. Choose an empty one.");
      }
    }
    for (const name of tables.toReversed()) await tx.deleteFrom(name).execute();
    return work(createTableWriter(tx));
  });
}

/** Writes the tables of a restored backup in batches; `flush` writes what is left. */
function createTableWriter(tx: Transaction) {
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
