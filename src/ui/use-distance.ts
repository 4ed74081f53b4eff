import { DISTANCE_FORMATS, type DistanceFormats } from "../domain/distance.ts";
import { useDistanceUnit } from "./distance-unit.ts";

/** Returns the current formats for distances. */
export function useDistance(): DistanceFormats {
  return DISTANCE_FORMATS[useDistanceUnit()];
}
