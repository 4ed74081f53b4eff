import { type Kysely, sql } from "kysely";

/**
 * The votes of each model, counted as they come in, so that neither a vote nor the list of all
 * votes gets slower with their number.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("vote_stats")
    .addColumn("model_id", "integer", (column) =>
      column.primaryKey().references("models.id").onDelete("cascade"),
    )
    .addColumn("upvotes", "integer", (column) => column.notNull())
    .addColumn("downvotes", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into vote_stats (model_id, upvotes, downvotes)
    select model_id, sum(is_upvote), count(*) - sum(is_upvote) from votes group by model_id`.execute(
    db,
  );
  // It served counting.
  await db.schema.dropIndex("votes_model_upvote").execute();
}
