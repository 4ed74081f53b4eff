import { type Stored, useStored, writeStored } from "./storage.ts";
import type { DistanceUnit } from "../domain/distance.ts";

const DISTANCE_UNIT: Stored<DistanceUnit> = {
  key: "distance_unit",
  parse: (text) => (text === "km" ? "km" : "miles"),
  format: (unit) => unit,
};

export function chooseDistanceUnit(unit: DistanceUnit): void {
  writeStored(DISTANCE_UNIT, unit);
}

/** Miles on the server and during hydration (everywhere.md#distances). */
export function useDistanceUnit(): DistanceUnit {
  return useStored(DISTANCE_UNIT);
}
