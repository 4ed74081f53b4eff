import type { Kysely } from "kysely";

const FIGURES = [
  "consumption",
  "ac_charging_speed",
  "home_charging",
  "horsepower",
  "torque",
  "curb_weight",
  "length",
  "width",
  "height",
  "wheelbase",
  "ground_clearance",
  "towing",
  "frunk",
];

/** Charging, efficiency, size and where the figures come from; null is not known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const table = db.schema.alterTable("ev_rows");
  // One column a statement: SQLite takes no more.
  for (const name of FIGURES) await table.addColumn(name, "double precision").execute();
  await table.addColumn("battery_warranty", "text").execute();
  await table.addColumn("source", "text").execute();
  await table.addColumn("checked_on", "varchar(10)").execute();
}
