import { memoizeByObject } from "../../domain/memoize.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { measuresOf } from "../../features/pictures/model-measures.ts";

/**
 * The longest, a typical and the shortest car, the same for every order of the list (finding.md#first-cars).
 * @param evs the whole catalogue
 */
export const carsOfAllSizes = memoizeByObject((evs: readonly Ev[]): readonly Ev[] => {
  const sorted = evs
    .map((ev) => ({ ev, length: measuresOf(ev).measures.length }))
    .sort((a, b) => b.length - a.length || a.ev.id - b.ev.id);
  const indexes = new Set([0, Math.floor(sorted.length / 2), sorted.length - 1]);
  return [...indexes].flatMap((at) => sorted[at]?.ev ?? []);
});
