/** Chooses the cars whose costs are shown. */
import { memoizeByObject } from "../../domain/memoize.ts";
import { present } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { type ModelTrim, fullTitle, resolveComparison, shortNames } from "../compare/compare.ts";

/** Well-known mid-market models, in order of preference. */
const WELL_KNOWN = ["Chevrolet Equinox EV", "Hyundai Ioniq 5", "Tesla Model Y", "Tesla Model 3"];

function isComplete({ battery, range, price }: Trim): boolean {
  return [battery, range, price].every((figure) => present(figure) !== null);
}

function cheapest(evs: readonly Ev[]): ModelTrim | undefined {
  const complete = evs.flatMap((ev) => ev.trims.filter(isComplete).map((trim) => ({ ev, trim })));
  // The first of trims with equal prices stays, which is the newest.
  return complete.toSorted((one, other) => (one.trim.price ?? 0) - (other.trim.price ?? 0))[0];
}

export const defaultReferenceCar = memoizeByObject((evs: readonly Ev[]): ModelTrim | undefined => {
  const wellKnown = WELL_KNOWN.map((name) =>
    cheapest(evs.filter(({ make, model }) => `${make} ${model}` === name)),
  ).find((car) => car !== undefined);
  const [ev] = evs;
  const trim = ev?.trims[0];
  return wellKnown ?? cheapest(evs) ?? (ev && trim && { ev, trim });
});

/** @param rowIds unknown ids are left out; without any, the default car @returns none for an empty catalogue */
export function carsForCosts(evs: readonly Ev[], rowIds: readonly number[]): readonly ModelTrim[] {
  const { chosen } = resolveComparison(rowIds, evs);
  const reference = defaultReferenceCar(evs);
  return chosen.length > 0 || !reference ? chosen : [reference];
}

/** Names each car with its model, like a comparison does. */
export function shortName(car: ModelTrim, cars: readonly ModelTrim[]): string {
  return shortNames(cars, true)[cars.indexOf(car)] ?? fullTitle(car);
}
