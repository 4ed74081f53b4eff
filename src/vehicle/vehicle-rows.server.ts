/** Between a stored row and its columns. Adding a field to a vehicle is adding a line to each. */
import type { Kysely } from "kysely";
import type { EvRowsTable, Tables } from "../server/database-tables.server.ts";
import type { EvInput } from "./ev-input.ts";
import type { BodyType, DriveType, StoredRow } from "./vehicle.ts";

/** A row of `ev_rows` with its model's names. */
export type JoinedRow = EvRowsTable & { make: string; model: string };

/** All rows with their models' names, as a query to narrow down. */
export function joinedRows(db: Kysely<Tables>) {
  return db
    .selectFrom("ev_rows")
    .innerJoin("models", "models.id", "ev_rows.model_id")
    .selectAll("ev_rows")
    .select(["models.make", "models.model"]);
}

/** Text by which names are the same: without regard to case and surrounding space (readings 2). */
export function identityKey(name: string): string {
  return name.trim().normalize("NFC").toLowerCase();
}

/** The columns of a row, except those that say which row it is. */
export function columnsOf(input: EvInput): Omit<EvRowsTable, "id" | "model_id" | "version"> {
  const { taxCreditEligible } = input;
  return {
    trim: input.trim,
    trim_key: identityKey(input.trim),
    year: input.year,
    price: input.price,
    range: input.range,
    charging: input.charging,
    acceleration: input.acceleration,
    zero_to_sixty: input.zeroToSixty,
    top_speed: input.topSpeed,
    body_type: input.bodyType,
    image: input.image,
    seating_capacity: input.seatingCapacity,
    cargo_space: input.cargoSpace,
    battery_capacity: input.batteryCapacity,
    max_charging_speed: input.maxChargingSpeed,
    drive_type: input.driveType,
    tax_credit_eligible: taxCreditEligible === null ? null : Number(taxCreditEligible),
  };
}

/** A row as it is stored under its ids, its model named as the model is. */
export function newRow(
  id: number,
  { id: modelId, make, model }: { id: number; make: string; model: string },
  input: EvInput,
): StoredRow {
  return {
    id,
    modelId,
    make,
    model,
    trim: input.trim,
    year: input.year,
    price: input.price,
    range: input.range,
    charging: input.charging,
    acceleration: input.acceleration,
    zeroToSixty: input.zeroToSixty,
    topSpeed: input.topSpeed,
    bodyType: input.bodyType,
    image: input.image,
    seatingCapacity: input.seatingCapacity,
    cargoSpace: input.cargoSpace,
    batteryCapacity: input.batteryCapacity,
    maxChargingSpeed: input.maxChargingSpeed,
    driveType: input.driveType,
    taxCreditEligible: input.taxCreditEligible,
    version: 1,
  };
}

export function storedRow(row: JoinedRow): StoredRow {
  return {
    id: row.id,
    modelId: row.model_id,
    make: row.make,
    model: row.model,
    trim: row.trim,
    year: row.year,
    price: row.price,
    range: row.range,
    charging: row.charging,
    acceleration: row.acceleration,
    zeroToSixty: row.zero_to_sixty,
    topSpeed: row.top_speed,
    // The schema lets only listed body and drive types in.
    bodyType: row.body_type as BodyType,
    image: row.image,
    seatingCapacity: row.seating_capacity,
    cargoSpace: row.cargo_space,
    batteryCapacity: row.battery_capacity,
    maxChargingSpeed: row.max_charging_speed,
    driveType: row.drive_type as DriveType | null,
    taxCreditEligible: row.tax_credit_eligible === null ? null : row.tax_credit_eligible === 1,
    version: row.version,
  };
}
