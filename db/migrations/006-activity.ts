import { type Kysely, sql } from "kysely";

/**
 * Who changed what and when (dashboard.md#activity). Who and which row are kept as they were, without a
 * foreign key: the record outlives the row and the administrator. Values are JSON text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("activity")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("at", "varchar(24)", (column) => column.notNull())
    .addColumn("user_id", "integer")
    .addColumn("username", "text")
    .addColumn("action", "varchar(40)", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("row_id", "integer")
    .addColumn("before_values", "text")
    .addColumn("after_values", "text")
    .execute();
  await sql`insert into id_sequences (name, next_id) values ('activity', 1)`.execute(db);
}
