import type { Kysely } from "kysely";
import { sql } from "kysely";

/**
 * What people have said of files, kept by name to be said again (importing.md#saved-mappings); `mapping` is
 * JSON.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("import_mappings")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull().unique())
    .addColumn("at", "varchar(24)", (column) => column.notNull())
    .addColumn("mapping", "text", (column) => column.notNull())
    .execute();
  await sql`insert into id_sequences (name, next_id) values ('import_mappings', 1)`.execute(db);
}
