import type { Kysely } from "kysely";

/**
 * Who wrote a review (reviews.md#own-reviews), null for those from before, and whether it was edited.
 * The release before writes neither.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("reviews").addColumn("visitor", "varchar(64)").execute();
  await db.schema
    .alterTable("reviews")
    .addColumn("edited", "smallint", (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex("reviews_visitor").on("reviews").column("visitor").execute();
}
