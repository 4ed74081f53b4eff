import { type Kysely, sql } from "kysely";

/**
 * Votes without a foreign key: deleting a model looked at all votes of all models in one go, 25 ms for
 * 100,000, while nobody was served. Those of a deleted model are removed afterwards, some at a time; a
 * vote is only written for a model that is there, and ids are never used again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("deleted_models")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable("votes_of_models")
    .addColumn("visitor", "varchar(64)", (column) => column.notNull())
    .addColumn("model_id", "integer", (column) => column.notNull())
    .addColumn("is_upvote", "smallint", (column) => column.notNull())
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .addPrimaryKeyConstraint("votes_of_models_visitor_model", ["visitor", "model_id"])
    .execute();
  await sql`insert into votes_of_models (visitor, model_id, is_upvote, created_at)
    select visitor, model_id, is_upvote, created_at from votes order by visitor, model_id`.execute(
    db,
  );
  await db.schema.dropTable("votes").execute();
  await db.schema.alterTable("votes_of_models").renameTo("votes").execute();
}
