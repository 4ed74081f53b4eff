import { createStoredState, useStoredState } from "./stored-state.ts";
import type { DistanceUnit } from "../domain/distance.ts";

/** A store, not a context: parts that still wait for their code hydrate in miles, then follow. */
const distanceUnit = createStoredState<DistanceUnit>(
  "distance_unit",
  (text) => (text === "km" ? "km" : "miles"),
  (unit) => unit,
);

export function chooseDistanceUnit(unit: DistanceUnit): void {
  distanceUnit.setState({ value: unit });
}

/** Miles on the server and for hydration (everywhere.md#distances). */
export function useDistanceUnit(): DistanceUnit {
  return useStoredState(distanceUnit);
}
