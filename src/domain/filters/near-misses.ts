/** Finds the cars that come closest when nothing matches the filters (finding.md#chips-and-counts). */
import type { DistanceFormats } from "../distance.ts";
import { withArticle } from "../field-options.ts";
import { formatPrice, upperFirst } from "../format.ts";
import type { Ev, Trim } from "../vehicle.ts";
import { type Bounds, OPEN } from "./bounds.ts";
import { formatFigure } from "./figure-reading.ts";
import { SECTION_TITLES } from "./filter-kinds.ts";
import { BOUNDS, FILTERS, LIMITS } from "./filters.ts";
import {
  type FilteredFigure,
  filteredFigures,
  findModels,
  type VehicleFilter,
} from "./find-models.ts";
import { expandBodyType } from "./search.ts";
import { DEFAULT_SORT } from "./sort.ts";
import { record } from "../records.ts";

/** A filtered figure that the car does not reach. */
interface Miss {
  readonly field: FilteredFigure;
  /** in the unit of the filter, more than 0 */
  readonly by: number;
  readonly isOver: boolean;
}

/** What shoppers give up last. */
type Trait = "seats" | "drive" | "bodyType";

export interface NearMiss {
  readonly ev: Ev;
  readonly shown: Trim;
  readonly misses: readonly Miss[];
  /** traits that differ from what was asked for */
  readonly others: readonly Trait[];
}

/** Cars that miss figures by a larger share in total are only offered when all do. */
const MOST_MISSED = 0.5;
/**
 * The same holds for cars that cost more than the second share above the price; beyond the first share they
 * come after cars that miss other figures.
 */
const [FAR_OVER_PRICE, MOST_OVER_PRICE] = [0.5, 1];

/** `$1,200 over your budget, 26 miles short, has 5 seats` */
export function describeNearMiss(near: NearMiss, distance: DistanceFormats): string {
  const { ev, shown, misses, others } = near;
  const traits = {
    seats: `has ${shown.seating} seats`,
    drive: `has ${shown.driveType}`,
    bodyType: `is ${withArticle(ev.bodyType)}`,
  };
  const missed = misses.map((miss) => describeMiss(miss, distance));
  return upperFirst([...missed, ...others.map((one) => traits[one])].join(", "));
}

function describeMiss({ field, by, isOver }: Miss, distance: DistanceFormats): string {
  if (field === "range" && !isOver) return `${distance.formatRange(by)} short`;
  const name = field === "price" ? "budget" : FILTERS[field].lacking.replace(/ figure$/, "");
  const where = `${isOver ? "over" : "under"} your ${name}`;
  if (field === "price") return `${formatPrice(by)} ${where}`;
  const format = FILTERS[field].typed(distance);
  const { times = 1, decimals = 0 } = format;
  // Rounding must not turn a small miss into `0 in over`.
  const least = 10 ** -decimals / times;
  return `${formatFigure(Math.max(by, least), format)} ${where}`;
}

const MOST_NEAREST = 3;

/**
 * Returns one trim per model that passes every other filter, the one that is easiest to accept first. Among
 * fewer models that have those, the result is the same.
 */
export function findNearMisses(evs: readonly Ev[], filter: VehicleFilter) {
  const weigh = trimScale(filter);
  const { matches } = findModels(evs, loosened(filter), DEFAULT_SORT);
  const nearest = matches
    .flatMap(({ ev, trims }) => {
      const misses = trims.flatMap((trim) => weigh(ev, trim) ?? []);
      return misses.toSorted(byEase).slice(0, 1);
    })
    .toSorted(byEase);
  const acceptable = nearest.filter(({ isFar }) => !isFar);
  return (acceptable.length > 0 ? acceptable : nearest).slice(0, MOST_NEAREST);
}

/** The filter without anything that a near miss may lack. */
function loosened(filter: VehicleFilter): VehicleFilter {
  return {
    ...filter,
    bodyTypes: [],
    drive: [],
    seating: [],
    minRange: null,
    maxRange: null,
    maxPrice: null,
    ...record(BOUNDS, () => OPEN),
    ...record(LIMITS, () => null),
  };
}

interface Weighed extends NearMiss {
  readonly isFar: boolean;
  /** how much is missed: first whether it is far, then what is hardest to give up, price last */
  readonly missed: readonly number[];
}

function byEase(a: Weighed, b: Weighed): number {
  return a.missed.reduce((order, missed, at) => order || missed - (b.missed[at] ?? 0), 0);
}

/** The returned function gives null for a trim that passes or lacks a figure. */
function trimScale(filter: VehicleFilter): (ev: Ev, shown: Trim | undefined) => Weighed | null {
  const figures = filteredFigures(filter);
  const bodyTypes = filter.bodyTypes.flatMap(expandBodyType);
  return (ev, shown) => {
    if (!shown) return null;
    const missed = { seats: 0, size: 0, figures: 0, price: 0 };
    const misses: Miss[] = [];
    const others = new Set<Trait>();
    for (const { field, bounds } of figures) {
      const value = FILTERS[field].valueOf(shown);
      if (value === null) return null;
      const by = distanceTo(bounds, value);
      if (by === 0) continue;
      if (field === "minSeats") others.add("seats");
      else misses.push({ field, by, isOver: value > (bounds.max ?? Infinity) });
      const limit = (value < (bounds.min ?? 0) ? bounds.min : bounds.max) ?? 1;
      missed[kindOf(field)] += by / Math.max(1, limit);
    }
    const [seats, drive] = [FILTERS.seating.valueOf(shown), FILTERS.drive.valueOf(shown)];
    const chosen = [
      ["seats", filter.seating, seats],
      ["drive", filter.drive, drive],
      ["bodyType", bodyTypes, ev.bodyType],
    ] as const;
    for (const [trait, wanted, value] of chosen) {
      if (wanted.length === 0) continue;
      if (value === null) return null;
      if (!wanted.includes(value)) others.add(trait);
    }
    const isFar = missed.price > MOST_OVER_PRICE || missed.size + missed.figures > MOST_MISSED;
    if (misses.length + others.size === 0) return null;
    const isDear = missed.price > FAR_OVER_PRICE ? 1 : 0;
    const { seats: seatShare, size, figures: figureShare, price } = missed;
    const hardestFirst = [isFar ? 1 : 0, seatShare, others.size, isDear, size, figureShare, price];
    return { ev, shown, misses, others: [...others], isFar, missed: hardestFirst };
  };
}

/** Shoppers give up price first, then range, charging and the like, then size, and seats last. */
function kindOf(field: FilteredFigure) {
  if (field === "price") return "price";
  if (field === "minSeats") return "seats";
  return FILTERS[field].section === SECTION_TITLES.space ? "size" : "figures";
}

function distanceTo({ min, max }: Bounds, value: number): number {
  if (min !== null && value < min) return min - value;
  return max !== null && value > max ? value - max : 0;
}
