import type { Kysely } from "kysely";

/** Ids of models that were merged into others, which links and calls still name (vehicles.md#ids). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("model_aliases")
    .addColumn("id", "integer", (column) => column.primaryKey())
    .addColumn("model_id", "integer", (column) =>
      column.notNull().references("models.id").onDelete("cascade"),
    )
    .execute();
  await db.schema
    .createIndex("model_aliases_model")
    .on("model_aliases")
    .column("model_id")
    .execute();
}
