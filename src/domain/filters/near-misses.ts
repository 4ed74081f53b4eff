/** Finds the cars that come closest when nothing matches the filters (finding.md#chips-and-counts). */
import type { Ev, Trim } from "../vehicle.ts";
import { type Bounds, OPEN } from "./bounds.ts";
import { BOUNDS, FILTERS, LIMITS, record } from "./filters.ts";
import {
  type FigureField,
  filteredFigures,
  findModels,
  type VehicleFilter,
} from "./find-models.ts";
import { DEFAULT_SORT } from "./sort.ts";

/** A filtered figure that the car does not reach. */
export interface Miss {
  readonly field: FigureField;
  /** in the unit of the filter, more than 0 */
  readonly by: number;
}

export interface NearMiss {
  readonly ev: Ev;
  readonly shown: Trim;
  readonly misses: readonly Miss[];
}

/** Cars that miss by a larger share in total are not offered. */
const MOST_MISSED = 0.5;

/**
 * Returns one trim per model that misses only figures and meets every other filter, the closest first.
 * @param most how many to return
 */
export function findNearMisses(
  evs: readonly Ev[],
  filter: VehicleFilter,
  most: number,
): readonly NearMiss[] {
  const asked = filteredFigures(filter);
  const { matches } = findModels(evs, withoutFigures(filter), DEFAULT_SORT);
  const nearest = matches.flatMap(({ ev, passing }) => {
    const trims = passing.flatMap((index) => weighTrim(ev, ev.trims[index], asked) ?? []);
    return trims.toSorted((a, b) => a.missed - b.missed).slice(0, 1);
  });
  return nearest
    .filter(({ missed }) => missed > 0 && missed <= MOST_MISSED)
    .toSorted((a, b) => a.missed - b.missed)
    .slice(0, most);
}

function withoutFigures(filter: VehicleFilter): VehicleFilter {
  return {
    ...filter,
    minRange: null,
    maxRange: null,
    maxPrice: null,
    ...record(BOUNDS, () => OPEN),
    ...record(LIMITS, () => null),
  };
}

/** @returns null if a figure is unknown; `missed` is the sum of the missing shares */
function weighTrim(ev: Ev, shown: Trim | undefined, asked: ReturnType<typeof filteredFigures>) {
  if (!shown) return null;
  let missed = 0;
  const misses: Miss[] = [];
  for (const { field, bounds } of asked) {
    const value = FILTERS[field].valueOf(shown);
    if (value === null) return null;
    const by = distanceTo(bounds, value);
    if (by === 0) continue;
    misses.push({ field, by });
    missed += by / Math.max(1, (value < (bounds.min ?? 0) ? bounds.min : bounds.max) ?? 1);
  }
  return { ev, shown, misses, missed };
}

function distanceTo({ min, max }: Bounds, value: number): number {
  if (min !== null && value < min) return min - value;
  return max !== null && value > max ? value - max : 0;
}
