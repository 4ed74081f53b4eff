import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * What was taken from the limits that several instances share. Of a key (an address, a visitor, a
 * name) only a hash is kept. A crash of the database may empty the table: it is `unlogged`, so that
 * counting waits for no disk. The embedded database counts in memory, and leaves it empty.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const table = db.schema.createTable("rate_limits");
  await (isPostgres ? table.modifyFront(sql`unlogged`) : table)
    .addColumn("key_hash", "varchar(64)", (column) => column.primaryKey())
    .addColumn("taken", "text", (column) => column.notNull())
    .addColumn("ends_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("rate_limits_end").on("rate_limits").column("ends_at").execute();
}
