import { sql } from "kysely";
import type { Db, EvRowsTable } from "../../db/database-tables.server.ts";
import type { EvInput } from "../../domain/ev-input.ts";
import { COLUMN_NAMES, emptyRow, type FieldColumns } from "../../domain/field-shapes.ts";
import { entryOf } from "../../domain/fields.ts";
import { identityKey } from "../../domain/names.ts";
import { type EvRow, type StoredRow, withHeaderFlag } from "../../domain/vehicle.ts";

declare module "../../db/database-tables.server.ts" {
  /** The table's columns are those of a vehicle's fields, which the server does not know. */
  interface EvRowsTable extends FieldColumns {}
}

/** The 404 message when an address names no existing row or model (limits-and-texts.md#error-texts). */
export const VEHICLE_NOT_FOUND = "Vehicle not found";

type JoinedRow = EvRowsTable & { make: string; model: string };

export function joinedRows(db: Db) {
  return db
    .selectFrom("ev_rows")
    .innerJoin("models", "models.id", "ev_rows.model_id")
    .selectAll("ev_rows")
    .select(["models.make", "models.model"]);
}

/** Adds the id of the model's first row (vehicles.md#trim-order) among those requested: request whole models. */
export function selectEvRows(db: Db) {
  return joinedRows(db).select(
    sql<number>`first_value(ev_rows.id) over (
      partition by ev_rows.model_id order by ev_rows.year desc, ev_rows.id)`.as("header_id"),
  );
}

export function toEvRow(row: JoinedRow & { header_id: number }): EvRow {
  return withHeaderFlag(toStoredRow(row), row.id === row.header_id);
}

const NO_COLUMNS = emptyRow(["trim_key", ...COLUMN_NAMES.map(([, column]) => column)]);

export function rowColumns(input: EvInput): Omit<EvRowsTable, "id" | "model_id" | "version"> {
  const columns: Record<string, unknown> = { ...NO_COLUMNS };
  columns["trim_key"] = identityKey(input.trim);
  for (const [field, column] of COLUMN_NAMES) {
    const value = input[field];
    columns[column] = typeof value === "boolean" ? Number(value) : value;
  }
  // The loop has set every column.
  return columns as Omit<EvRowsTable, "id" | "model_id" | "version">;
}

const isFlag = new Set(
  COLUMN_NAMES.flatMap(([field]) => (entryOf(field).kind === "flag" ? field : [])),
);

const FIELD_ORDER = COLUMN_NAMES.map(([field]) => field);
const NO_FIELDS = emptyRow(["id", "modelId", "make", "model", ...FIELD_ORDER, "version"]);

export function toStoredRow(row: JoinedRow): StoredRow {
  const fields: Record<string, unknown> = { ...NO_FIELDS };
  for (const [field, column] of COLUMN_NAMES) {
    const value = row[column];
    fields[field] = isFlag.has(field) && value !== null ? value === 1 : value;
  }
  const { id, model_id: modelId, make, model, version } = row;
  // The loop has set every field, and the schema lets only listed choices into the table.
  return Object.assign(fields, { id, modelId, make, model, version }) as unknown as StoredRow;
}
