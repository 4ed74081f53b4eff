import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";

/**
 * What has become of rows, prices and ranges, for good (saving.md#price-and-range-over-time). Names are kept
 * as they were, and no foreign key leads anywhere: a line outlives its row. `price` and `range` are those
 * after the change, of a removed row the last; `figure_before` is the one that has changed, as it was.
 *
 * Rows that are there already get a line of the kind `known`, with ids below zero because it is no
 * news: from the migration on their figures are known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("row_changes")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("at", "varchar(24)", (column) => column.notNull())
    .addColumn("kind", "varchar(10)", (column) => column.notNull())
    .addColumn("model_id", "integer", (column) => column.notNull())
    .addColumn("row_id", "integer", (column) => column.notNull())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("price", "double precision")
    .addColumn("range", "double precision")
    .addColumn("figure_before", "double precision")
    .execute();
  const at = new Date().toISOString();
  await sql`insert into row_changes (id, at, kind, model_id, row_id, name, price, "range")
    select -e.id, ${at}, 'known', e.model_id, e.id,
      cast(e.year as text) || ' ' || m.make || ' ' || m.model || ' ' || e.trim,
      nullif(e.price, 0), nullif(e."range", 0)
    from ev_rows e join models m on m.id = e.model_id`.execute(db);
  await db.schema
    .createIndex("row_changes_row")
    .on("row_changes")
    .columns(["row_id", "id"])
    .execute();
  await sql`insert into id_sequences (name, next_id) values ('row_changes', 1)`.execute(db);

  // The feed's own name and age, which tell its changes from those of every other catalogue.
  await db.schema.alterTable("catalogue").addColumn("feed_id", "varchar(36)").execute();
  await db.schema.alterTable("catalogue").addColumn("feed_since", "varchar(24)").execute();
  await sql`update catalogue set feed_id = ${randomUUID()}, feed_since = ${at}`.execute(db);
}
