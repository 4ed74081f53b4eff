import type { Kysely } from "kysely";

/** The plug for fast charging; null is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("ev_rows").addColumn("charge_port", "varchar(10)").execute();
}
