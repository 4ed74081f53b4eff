/** Which fields of a row stand behind what a page shows. */
import { SHOWN_FIELDS, type ShownName } from "../../domain/shown-fields.ts";
import { present } from "../../domain/trims.ts";
import type { Trim } from "../../domain/vehicle.ts";
import type { FigureField } from "./claims.ts";

/** What rows call otherwise, and what is worked out from other figures. */
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

/** @returns the fields whose sources stand behind a row of a table; none for what is worked out */
export function figuresBehind(
  name: ShownName,
  trim: Pick<Trim, "zeroToSixty">,
): readonly FigureField[] {
  if (hasOtherFields(name)) return OTHERWISE[name];
  // The acceleration stands in for a 0-60 time that is not known (vehicles.md#missing-values).
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

/** What pages call a field's figure among those they show. */
export function sheetNameOf(field: FigureField): ShownName {
  return hasSheetName(field) ? SHEET_NAMES[field] : field;
}

export function sheetLabelOf(field: FigureField): string {
  return SHOWN_FIELDS[sheetNameOf(field)].label;
}
