import { memoizeByObject } from "../../domain/memoize.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { measuresOf } from "../../features/pictures/model-measures.ts";

const FIRST_CARS = 3;

/**
 * The longest, a typical and the shortest car, the same for every order of the list (finding.md#first-cars).
 * Cars with typical measures are left out if there are enough others.
 * @param evs the whole catalogue
 */
export const carsOfAllSizes = memoizeByObject((evs: readonly Ev[]): readonly Ev[] => {
  const cars = evs.map((ev) => ({ ev, ...measuresOf(ev) }));
  const measured = cars.filter(({ isTypical }) => !isTypical);
  const sorted = (measured.length < FIRST_CARS ? cars : measured).sort(
    (a, b) => b.measures.length - a.measures.length || a.ev.id - b.ev.id,
  );
  const indexes = new Set([0, Math.floor(sorted.length / 2), sorted.length - 1]);
  return [...indexes].flatMap((at) => sorted[at]?.ev ?? []);
});
