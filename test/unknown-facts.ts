import { FURTHER_NAMES } from "../src/domain/fields/further.admin.ts";

/** All further fields of a row or a trim, set to unknown. */
export const UNKNOWN_FACTS = Object.fromEntries(
  FURTHER_NAMES.map((name) => [name, null]),
  // The object has an entry for every name.
) as Record<(typeof FURTHER_NAMES)[number], null>;

/** All figures of a trim that the specification names, set to unknown. */
export const UNKNOWN_FIGURES = {
  price: null,
  range: null,
  charging: null,
  acceleration: null,
  zeroToSixty: null,
  seating: null,
  driveType: null,
  topSpeed: null,
  cargoCapacity: null,
  battery: null,
  maxChargingSpeed: null,
};
