/** The cars that come nearest to filters which none passes (finding.md#chips-and-counts). */
import type { Ev, Trim } from "../vehicle.ts";
import { type Bounds, OPEN } from "./bounds.ts";
import { BOUNDS, FILTERS, LIMITS, record } from "./filters.ts";
import { type FigureField, figuresAsked, findModels, type VehicleFilter } from "./find-models.ts";
import { DEFAULT_SORT } from "./sort.ts";

/** A figure that is asked for and not reached. */
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

/** A car that misses more of what is asked for is no help. */
const MOST_MISSED = 0.5;

/**
 * One trim each of the models that miss figures alone, the nearest first. Whatever else is asked for they have.
 * @param most how many are wanted
 */
export function findNearMisses(
  evs: readonly Ev[],
  filter: VehicleFilter,
  most: number,
): readonly NearMiss[] {
  const asked = figuresAsked(filter);
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

/** @returns null where a figure is not known; `missed` is the sum of the shares that lack */
function weighTrim(ev: Ev, shown: Trim | undefined, asked: ReturnType<typeof figuresAsked>) {
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
