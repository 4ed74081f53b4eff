import type { Kysely } from "kysely";

/** Pictures that administrators upload (configuration.md#variables). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("uploaded_images")
    .addColumn("id", "varchar(32)", (column) => column.primaryKey())
    .addColumn("webp", "bytea", (column) => column.notNull())
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .execute();
}
