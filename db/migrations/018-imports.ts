import type { Kysely } from "kysely";
import { sql } from "kysely";

/**
 * What an import has written, so that it can be undone for a time (importing.md#undo). The ids of rows that
 * it added follow each other; of rows that it updated the differences are kept, as JSON. No foreign
 * key leads to rows: they may be gone.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("imports")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("at", "varchar(24)", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("first_row_id", "integer", (column) => column.notNull())
    .addColumn("added", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("import_updates")
    .addColumn("import_id", "integer", (column) =>
      column.notNull().references("imports.id").onDelete("cascade"),
    )
    .addColumn("row_id", "integer", (column) => column.notNull())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("changes", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("import_updates_pk", ["import_id", "row_id"])
    .execute();
  await sql`insert into id_sequences (name, next_id) values ('imports', 1)`.execute(db);
}
