import { type Kysely, sql } from "kysely";

/**
 * What readers say is wrong or missing (evidence.md#corrections): a figure of a row, with `value` as
 * JSON, or a car by its names. No foreign key leads to the row, which may be gone. Of the token that
 * the reader holds only the hash is kept.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("corrections")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("token_hash", "varchar(43)", (column) => column.notNull().unique())
    .addColumn("at", "varchar(24)", (column) => column.notNull())
    .addColumn("status", "varchar(10)", (column) => column.notNull())
    .addColumn("car", "text", (column) => column.notNull())
    .addColumn("row_id", "integer")
    .addColumn("field", "varchar(30)")
    .addColumn("value", "text")
    .addColumn("missing_make", "text")
    .addColumn("missing_model", "text")
    .addColumn("missing_trim", "text")
    .addColumn("url", "text")
    .addColumn("note", "text")
    .addColumn("name", "text")
    .addColumn("reason", "text")
    .addColumn("decided_at", "varchar(24)")
    .execute();
  await db.schema
    .createIndex("corrections_status")
    .on("corrections")
    .columns(["status", "id"])
    .execute();
  await sql`insert into id_sequences (name, next_id) values ('corrections', 1)`.execute(db);
}
