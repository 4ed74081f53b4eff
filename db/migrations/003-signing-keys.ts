import type { Kysely } from "kysely";

/** Keys that sign what the browser brings back (configuration.md#variables), and what counting votes reads. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("signing_keys")
    .addColumn("purpose", "varchar(20)", (column) => column.primaryKey())
    .addColumn("secret", "varchar(64)", (column) => column.notNull())
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .execute();
  // Votes are counted by model all the time; with both columns no row of the table is touched.
  await db.schema
    .createIndex("votes_model_upvote")
    .on("votes")
    .columns(["model_id", "is_upvote"])
    .execute();
}
