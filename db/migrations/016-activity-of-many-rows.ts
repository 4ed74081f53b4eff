import { type Kysely, sql } from "kysely";

/**
 * Entries of one change of many rows (dashboard.md#activity) follow each other: `change_id` is the first
 * one's id, `change_rows` their number; both are null where one row was changed alone. `model_id` finds what
 * has become of a car, of rows that are gone as well.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["model_id", "change_id", "change_rows"]) {
    await db.schema.alterTable("activity").addColumn(column, "integer").execute();
  }
  await sql`update activity set model_id = (
      select max(row_changes.model_id) from row_changes where row_changes.row_id = activity.row_id
    ) where row_id is not null`.execute(db);
}
