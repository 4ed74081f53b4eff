import { type Kysely, sql } from "kysely";

/**
 * The catalogue (vehicles.md#models-and-rows). Comparisons without regard to case run over `*_key` columns
 * that the store fills, since the engines disagree about letters outside ASCII. Flags are 0 and 1, which both
 * engines store and answer alike.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("catalogue")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("version", "integer", (column) => column.notNull())
    .addColumn("starter_due", "smallint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("id_sequences")
    .addColumn("name", "varchar(40)", (column) => column.primaryKey())
    .addColumn("next_id", "integer", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("models")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("make", "text", (column) => column.notNull())
    .addColumn("model", "text", (column) => column.notNull())
    .addColumn("make_key", "text", (column) => column.notNull())
    .addColumn("model_key", "text", (column) => column.notNull())
    .addUniqueConstraint("models_make_model", ["make_key", "model_key"])
    .execute();
  await db.schema
    .createTable("ev_rows")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("model_id", "integer", (column) =>
      column.notNull().references("models.id").onDelete("cascade"),
    )
    .addColumn("trim", "text", (column) => column.notNull())
    .addColumn("trim_key", "text", (column) => column.notNull())
    .addColumn("year", "smallint", (column) => column.notNull())
    .addColumn("price", "double precision")
    .addColumn("range", "double precision")
    .addColumn("charging", "double precision")
    .addColumn("acceleration", "double precision")
    .addColumn("zero_to_sixty", "double precision")
    .addColumn("top_speed", "double precision")
    .addColumn("body_type", "varchar(20)", (column) => column.notNull())
    .addColumn("image", "text")
    .addColumn("seating_capacity", "smallint")
    .addColumn("cargo_space", "double precision")
    .addColumn("battery_capacity", "double precision")
    .addColumn("max_charging_speed", "double precision")
    .addColumn("drive_type", "varchar(3)")
    .addColumn("tax_credit_eligible", "smallint")
    .addColumn("version", "integer", (column) => column.notNull().defaultTo(1))
    .addUniqueConstraint("ev_rows_model_trim_year", ["model_id", "trim_key", "year"])
    .execute();

  // The catalogue's one line of state; its starter catalogue is due until some start has seen to it.
  await sql`insert into catalogue (id, version, starter_due) values (1, 1, 1)`.execute(db);
  // Models and rows share one sequence, so that their ids never collide (vehicles.md#ids).
  await sql`insert into id_sequences (name, next_id) values ('catalogue', 1)`.execute(db);
}
