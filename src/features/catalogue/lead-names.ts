import type { ShownName } from "../../domain/shown-fields.ts";

/** The figures shown first for a trim, most wanted first. */
export const LEAD_NAMES = [
  "range",
  "price",
  "zeroToSixty",
  "charging",
  "maxChargingSpeed",
  "battery",
  "topSpeed",
  "seating",
  "cargoCapacity",
] as const satisfies readonly ShownName[];
export type LeadName = (typeof LEAD_NAMES)[number];
