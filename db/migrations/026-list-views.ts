import { type Kysely, sql } from "kysely";

/**
 * Views of the dashboard's list that administrators had saved: `query` is the list's address. They go with their
 * administrator. Nothing uses the table any more; it stays for the release before, and the next one may drop it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("list_views")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("user_id", "integer", (column) =>
      column.notNull().references("users.id").onDelete("cascade"),
    )
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("name_key", "text", (column) => column.notNull())
    .addColumn("query", "text", (column) => column.notNull())
    .addColumn("at", "varchar(24)", (column) => column.notNull())
    .addUniqueConstraint("list_views_name", ["user_id", "name_key"])
    .execute();
  await sql`insert into id_sequences (name, next_id) values ('list_views', 1)`.execute(db);
}
