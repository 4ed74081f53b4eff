/** Chooses the cars on the first screen (finding.md#first-cars). */
import { memoizeByObject } from "../../domain/memoize.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { measuresOf } from "../../features/pictures/model-measures.ts";

/** The fields needed to draw a car. */
export type FirstCar = Pick<Ev, "id" | "make" | "model" | "drawing">;

const FIRST_CARS = 3;

/** Sorts the largest first, so that the smallest is in front. */
function bySize(evs: readonly Ev[]): FirstCar[] {
  return evs
    .map((ev) => ({ ev, length: measuresOf(ev).measures.length }))
    .sort((a, b) => b.length - a.length)
    .map(({ ev: { id, make, model, drawing } }) => ({ id, make, model, drawing }));
}

/** Returns the longest, a typical and the shortest car. @param evs the whole catalogue */
export const carsOfAllSizes = memoizeByObject((evs: readonly Ev[]): readonly FirstCar[] => {
  const sorted = bySize(evs);
  const places = new Set([0, Math.floor(sorted.length / 2), sorted.length - 1]);
  return [...places].flatMap((at) => sorted[at] ?? []);
});

/** Returns the first cars of a list. */
export function firstCarsOf(matches: readonly { readonly ev: Ev }[]): readonly FirstCar[] {
  return bySize(matches.slice(0, FIRST_CARS).map(({ ev }) => ev));
}
