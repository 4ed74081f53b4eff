import { type Kysely, sql } from "kysely";

/**
 * What visitors add to a model (reviews.md#what-a-review-is, ranking.md#one-vote-for-each-visitor). Times are
 * ISO 8601 in UTC, which sorts as text.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("votes")
    .addColumn("model_id", "integer", (column) =>
      column.notNull().references("models.id").onDelete("cascade"),
    )
    .addColumn("visitor", "varchar(64)", (column) => column.notNull())
    .addColumn("is_upvote", "smallint", (column) => column.notNull())
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .addPrimaryKeyConstraint("votes_model_visitor", ["model_id", "visitor"])
    .execute();
  await db.schema.createIndex("votes_visitor").on("votes").column("visitor").execute();

  await db.schema
    .createTable("reviews")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("model_id", "integer", (column) =>
      column.notNull().references("models.id").onDelete("cascade"),
    )
    .addColumn("row_id", "integer", (column) => column.references("ev_rows.id").onDelete("cascade"))
    .addColumn("user_name", "text", (column) => column.notNull())
    .addColumn("rating", "smallint", (column) => column.notNull())
    .addColumn("comment", "text", (column) => column.notNull())
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .addCheckConstraint("reviews_rating", sql`rating between 1 and 5`)
    .execute();
  await db.schema.createIndex("reviews_model").on("reviews").column("model_id").execute();
  await db.schema.createIndex("reviews_row").on("reviews").column("row_id").execute();
  await sql`insert into id_sequences (name, next_id) values ('reviews', 1)`.execute(db);
}
