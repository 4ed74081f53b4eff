import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * Votes go with their model by a foreign key again, through an index by model. The table
 * `deleted_models` stays, empty, for the release before, which may run beside this one.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (db.getExecutor().adapter instanceof PostgresAdapter) await addForeignKey(db);
  else await rebuildWithForeignKey(db);
  await db.schema.createIndex("votes_model").on("votes").column("model_id").execute();
  await sql`delete from deleted_models`.execute(db);
}

/** Nobody deletes a model or votes between the removal of orphans and the foreign key. */
async function addForeignKey(db: Kysely<unknown>): Promise<void> {
  await sql`lock table votes, models in share row exclusive mode`.execute(db);
  await sql`delete from votes where model_id not in (select id from models)`.execute(db);
  await db.schema
    .alterTable("votes")
    .addForeignKeyConstraint("votes_model_id", ["model_id"], "models", ["id"])
    .onDelete("cascade")
    .execute();
}

/** SQLite adds no foreign key to a table that exists. */
async function rebuildWithForeignKey(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("votes_with_key")
    .addColumn("visitor", "varchar(64)", (column) => column.notNull())
    .addColumn("model_id", "integer", (column) =>
      column.notNull().references("models.id").onDelete("cascade"),
    )
    .addColumn("is_upvote", "smallint", (column) => column.notNull())
    .addColumn("created_at", "varchar(24)", (column) => column.notNull())
    .addPrimaryKeyConstraint("votes_with_key_visitor_model", ["visitor", "model_id"])
    .execute();
  await sql`insert into votes_with_key (visitor, model_id, is_upvote, created_at)
    select visitor, model_id, is_upvote, created_at from votes
    where model_id in (select id from models) order by visitor, model_id`.execute(db);
  await db.schema.dropTable("votes").execute();
  await db.schema.alterTable("votes_with_key").renameTo("votes").execute();
}
