import { storedValue, useStoredValue } from "../ui/stored-value.ts";
import type { DistanceUnit } from "./distance.ts";

/** A store, not a context: parts that still wait for their code hydrate in miles, then follow. */
const distanceUnit = storedValue<DistanceUnit>(
  "distance_unit",
  (text) => (text === "km" ? "km" : "miles"),
  { format: (unit) => unit },
);

export function chooseDistanceUnit(unit: DistanceUnit): void {
  distanceUnit.set(unit);
}

/** Miles on the server and for hydration (everywhere.md#distances). */
export function useDistanceUnit(): DistanceUnit {
  return useStoredValue(distanceUnit);
}
