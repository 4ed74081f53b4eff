/** Chooses the cars on the first screen (finding.md#first-cars). */
import { memoizeByObject } from "../../domain/memoize.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { measuresOf } from "../../features/pictures/model-measures.ts";

const FIRST_CARS = 3;

/** Sorts the largest first, so that the smallest is in front; equal ones in the same order for every list. */
function bySize(evs: readonly Ev[]): Ev[] {
  return evs
    .map((ev) => ({ ev, length: measuresOf(ev).measures.length }))
    .sort((a, b) => b.length - a.length || a.ev.id - b.ev.id)
    .map(({ ev }) => ev);
}

/** Returns the longest, a typical and the shortest car. @param evs the whole catalogue */
export const carsOfAllSizes = memoizeByObject((evs: readonly Ev[]): readonly Ev[] => {
  const sorted = bySize(evs);
  const indexes = new Set([0, Math.floor(sorted.length / 2), sorted.length - 1]);
  return [...indexes].flatMap((at) => sorted[at] ?? []);
});

/** Returns the first cars of a list. */
export function firstCarsOf(matches: readonly { readonly ev: Ev }[]): readonly Ev[] {
  return bySize(matches.slice(0, FIRST_CARS).map(({ ev }) => ev));
}
