import { DISTANCE_FORMATS, type DistanceFormats } from "../domain/distance.ts";
import { useDistanceUnit } from "./distance-unit.ts";

/** How distances are written now. */
export function useDistance(): DistanceFormats {
  return DISTANCE_FORMATS[useDistanceUnit()];
}
