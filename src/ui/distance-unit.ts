import { createStoredState, useStoredState } from "./stored-state.ts";
import type { DistanceUnit } from "../domain/distance.ts";

/** A store instead of a context: parts whose code is still loading hydrate in miles and then update. */
const distanceUnit = createStoredState<DistanceUnit>(
  "distance_unit",
  (text) => (text === "km" ? "km" : "miles"),
  (unit) => unit,
);

export function chooseDistanceUnit(unit: DistanceUnit): void {
  distanceUnit.setState({ value: unit });
}

/** Miles on the server and during hydration (everywhere.md#distances). */
export function useDistanceUnit(): DistanceUnit {
  return useStoredState(distanceUnit);
}
