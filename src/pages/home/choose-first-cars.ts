/** Which cars stand on the first screen (finding.md#first-cars). */
import { memoizeByObject } from "../../domain/memoize.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { measuresOf } from "../../features/pictures/model-measures.ts";

/** What a drawing of it needs. */
export type FirstCar = Pick<Ev, "id" | "make" | "model" | "drawing">;

const FIRST_CARS = 3;

/** The largest first, so that the smallest stands in front. */
function bySize(evs: readonly Ev[]): FirstCar[] {
  return evs
    .map((ev) => ({ ev, length: measuresOf(ev).measures.length }))
    .sort((a, b) => b.length - a.length)
    .map(({ ev: { id, make, model, drawing } }) => ({ id, make, model, drawing }));
}

/** The longest, one of the usual length, and the shortest. @param evs the whole catalogue */
export const carsOfAllSizes = memoizeByObject((evs: readonly Ev[]): readonly FirstCar[] => {
  const sorted = bySize(evs);
  const places = new Set([0, Math.floor(sorted.length / 2), sorted.length - 1]);
  return [...places].flatMap((at) => sorted[at] ?? []);
});

/** The first ones of a list. */
export function firstCarsOf(matches: readonly { readonly ev: Ev }[]): readonly FirstCar[] {
  return bySize(matches.slice(0, FIRST_CARS).map(({ ev }) => ev));
}
