import { DISTANCE_FORMATS, type DistanceFormats } from "./distance.ts";
import { useDistanceUnit } from "./distance-unit.ts";

/** How distances are written now. */
export function useDistance(): DistanceFormats {
  return DISTANCE_FORMATS[useDistanceUnit()];
}
