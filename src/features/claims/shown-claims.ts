/** Maps what pages show to the row fields whose sources support it. */
import { SHOWN_FIELDS, type ShownName } from "../../domain/shown-fields.ts";
import { present } from "../../domain/trims.ts";
import type { Trim } from "../../domain/vehicle.ts";
import type { FigureField } from "./claims.ts";

/** Fields with a different name in rows, and fields that are calculated from other figures. */
const OTHERWISE = {
  battery: ["batteryCapacity"],
  cargoCapacity: ["cargoSpace"],
  seating: ["seatingCapacity"],
  size: ["length", "width", "height"],
  efficiency: [],
  mpge: [],
  milesInTenMinutes: [],
  pricePerMile: [],
  year: [],
} as const satisfies Readonly<Partial<Record<ShownName, readonly FigureField[]>>>;

const hasOtherFields = (name: ShownName): name is keyof typeof OTHERWISE =>
  Object.hasOwn(OTHERWISE, name);

/** @returns the fields whose sources support a row of a table; empty for calculated values */
export function figuresBehind(
  name: ShownName,
  trim: Pick<Trim, "zeroToSixty">,
): readonly FigureField[] {
  if (hasOtherFields(name)) return OTHERWISE[name];
  // The acceleration is shown when the 0-60 time is unknown (vehicles.md#missing-values).
  if (name === "zeroToSixty" && present(trim.zeroToSixty) === null) return ["acceleration"];
  return [name];
}

const SHEET_NAMES = {
  acceleration: "zeroToSixty",
  batteryCapacity: "battery",
  cargoSpace: "cargoCapacity",
  seatingCapacity: "seating",
} as const satisfies Readonly<Partial<Record<FigureField, ShownName>>>;

const hasSheetName = (field: FigureField): field is keyof typeof SHEET_NAMES =>
  Object.hasOwn(SHEET_NAMES, field);

/** The name that pages use for a field's figure. */
export function sheetNameOf(field: FigureField): ShownName {
  return hasSheetName(field) ? SHEET_NAMES[field] : field;
}

export function sheetLabelOf(field: FigureField): string {
  return SHOWN_FIELDS[sheetNameOf(field)].label;
}
