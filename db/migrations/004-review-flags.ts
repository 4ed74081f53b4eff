import type { Kysely } from "kysely";

/** Reviews that visitors want an administrator to look at, once per visitor (reviews.md#flags). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("review_flags")
    .addColumn("review_id", "integer", (column) =>
      column.notNull().references("reviews.id").onDelete("cascade"),
    )
    .addColumn("visitor", "varchar(64)", (column) => column.notNull())
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .addPrimaryKeyConstraint("review_flags_review_visitor", ["review_id", "visitor"])
    .execute();
}
