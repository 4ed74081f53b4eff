import { type CreateTableBuilder, type Kysely, sql } from "kysely";

/** `value` is JSON; `at` is when the claim was written here. */
function withClaim<Name extends string>(table: CreateTableBuilder<Name>): CreateTableBuilder<Name> {
  return table
    .addColumn("field", "varchar(30)", (column) => column.notNull())
    .addColumn("value", "text", (column) => column.notNull())
    .addColumn("method", "varchar(10)", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addColumn("url", "text")
    .addColumn("published", "varchar(10)")
    .addColumn("checked", "varchar(10)")
    .addColumn("confidence", "varchar(1)")
    .addColumn("note", "text")
    .addColumn("at", "varchar(24)", (column) => column.notNull());
}

/**
 * Who says what of a row's figures (evidence.md#claims). Claims of a deleted row are kept by its
 * names, for a row that is added again. Claims that came in one file have ids that follow each other.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const claims = db.schema
    .createTable("claims")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("row_id", "integer", (column) =>
      column.notNull().references("ev_rows.id").onDelete("cascade"),
    );
  await withClaim(claims).execute();
  await db.schema.createIndex("claims_row").on("claims").columns(["row_id", "field"]).execute();
  const removed = db.schema
    .createTable("removed_claims")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("make_key", "text", (column) => column.notNull())
    .addColumn("model_key", "text", (column) => column.notNull())
    .addColumn("trim_key", "text", (column) => column.notNull())
    .addColumn("year", "smallint", (column) => column.notNull());
  await withClaim(removed).execute();
  await db.schema
    .createTable("claim_imports")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("at", "varchar(24)", (column) => column.notNull())
    .addColumn("subject", "text", (column) => column.notNull())
    .addColumn("first_claim_id", "integer", (column) => column.notNull())
    .addColumn("added", "integer", (column) => column.notNull())
    .execute();
  await sql`insert into id_sequences (name, next_id) values ('claims', 1)`.execute(db);
}
