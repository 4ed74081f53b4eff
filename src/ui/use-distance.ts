import { DISTANCE_FORMATS, type DistanceFormats, type DistanceUnit } from "../domain/distance.ts";
import { type Stored, useStored, writeStored } from "./storage.ts";

const DISTANCE_UNIT: Stored<DistanceUnit> = {
  key: "distance_unit",
  parse: (text) => (text === "km" ? "km" : "miles"),
  format: (unit) => unit,
};

export function chooseDistanceUnit(unit: DistanceUnit): void {
  writeStored(DISTANCE_UNIT, unit);
}

/** Returns the formats for the chosen unit: miles on the server and during hydration (everywhere.md#distances). */
export function useDistance(): DistanceFormats {
  return DISTANCE_FORMATS[useStored(DISTANCE_UNIT)];
}
