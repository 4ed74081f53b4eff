import { type Kysely, PostgresAdapter, sql } from "kysely";

/**
 * A version for each row of vote counts, which rises with every write and never falls
 * (ranking.md#vote-counts). The database raises it itself: the release before, which may run beside this one,
 * does not know of it. It starts as the number of votes, which was the version of the votes before.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("vote_stats")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .execute();
  await sql`update vote_stats set version = upvotes + downvotes`.execute(db);
  if (db.getExecutor().adapter instanceof PostgresAdapter) await raiseOnPostgres(db);
  else await raiseOnSqlite(db);
}

async function raiseOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function raise_vote_stats_version() returns trigger language plpgsql as $$
    begin
      new.version := old.version + 1;
      return new;
    end $$`.execute(db);
  await sql`create trigger vote_stats_version before update on vote_stats for each row
    when (new.version <= old.version) execute function raise_vote_stats_version()`.execute(db);
}

async function raiseOnSqlite(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger vote_stats_version after update on vote_stats for each row
    when new.version <= old.version
    begin
      update vote_stats set version = old.version + 1 where model_id = new.model_id;
    end`.execute(db);
}
