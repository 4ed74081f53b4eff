import type { Kysely } from "kysely";

/**
 * Which models each version of the catalogue has changed, so that whoever has an older one reads
 * these only. A short list of the newest versions; one that is missing has changed everything.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("catalogue_changes")
    .addColumn("version", "integer", (column) => column.primaryKey())
    // JSON list of model ids; null: any
    .addColumn("models", "text")
    .execute();
}
