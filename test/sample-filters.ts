import fc from "fast-check";
import type { Ev, Trim } from "../src/domain/vehicle.ts";
import { BODY_TYPES } from "../src/domain/field-options.ts";
import {
  pickBodyType,
  setSearch,
  toggleBodyType,
  toggleMake,
} from "../src/features/filters/filter-selections.ts";
import {
  clearQuick,
  DEFAULT_FILTERS,
  dropUnusedExceptions,
  type FilterState,
  resetFilters,
  setBounds,
  setShowcaseRange,
  toggleChoice,
  toggleMissing,
  toggleQuick,
} from "../src/features/filters/filter-state.ts";
import {
  BOUNDS,
  CHOICES,
  type FilterName,
  FILTERS,
  FLAGS,
  LIMITS,
  MISSING_FIELDS,
} from "../src/domain/filters/filters.ts";
import type { Bounds } from "../src/domain/filters/bounds.ts";
import { QUICK_FILTERS } from "../src/domain/filters/quick-filters.ts";
import { MAKES, sampleEv } from "./sample-cars.ts";
import { BODY_TYPE_PILLS } from "../src/domain/filters/search.ts";
import { PAGE_SORT_KEYS, toggleSort } from "../src/domain/filters/sort.ts";

type Change = (state: FilterState) => FilterState;

function pairs(min: number, max: number, per: number): fc.Arbitrary<[number, number]> {
  const end = fc.integer({ min: min * per, max: max * per }).map((value) => value / per);
  return fc.tuple(end, end).map(([a, b]) => (a < b ? [a, b] : a > b ? [b, a] : [min, b + 1 / per]));
}

/** A minimum and a maximum with two decimals each, only one of them, or neither. */
function anyBounds(most: number): fc.Arbitrary<Bounds> {
  const end = fc.option(fc.integer({ min: 0, max: most * 100 }).map((value) => value / 100));
  return fc
    .record({ min: end, max: end })
    .map(({ min, max }) =>
      min !== null && max !== null && min > max ? { min: max, max: min } : { min, max },
    );
}

/** Changes made with values of a kind. */
const changesBy = <Value>(
  values: fc.Arbitrary<Value>,
  change: (now: FilterState, value: Value) => FilterState,
): fc.Arbitrary<Change> => values.map((value) => (now) => change(now, value));

/** A single change that a visitor can make to the filters. */
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  changesBy(
    fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom("tesla", "truck", "e", "suv/crossover"),
    ),
    setSearch,
  ),
  changesBy(fc.constantFrom(...MAKES), toggleMake),
  changesBy(fc.constantFrom(...BODY_TYPES), toggleBodyType),
  changesBy(fc.constantFrom(...BODY_TYPE_PILLS), pickBodyType),
  ...CHOICES.map((name) =>
    changesBy(fc.constantFrom(...FILTERS[name].values), (now, value) =>
      toggleChoice(now, name, value),
    ),
  ),
  changesBy(fc.integer({ min: 150, max: 550 }), setShowcaseRange),
  changesBy(pairs(28, 110, 1), (now, [low, high]) =>
    setBounds(now, "range", { min: low * 5, max: high * 5 }),
  ),
  changesBy(fc.integer({ min: 30, max: 500 }), (now, thousands) => ({
    ...now,
    price: thousands * 1000,
  })),
  ...BOUNDS.map((name) =>
    changesBy(anyBounds(FILTERS[name].limits.max), (now, bounds) => setBounds(now, name, bounds)),
  ),
  ...LIMITS.map((name) =>
    changesBy(
      fc.option(fc.integer({ min: FILTERS[name].bounds.min, max: FILTERS[name].bounds.max })),
      (now, value) => ({ ...now, [name]: value }),
    ),
  ),
  ...FLAGS.map((name) => changesBy(fc.boolean(), (now, on) => ({ ...now, [name]: on }))),
  changesBy(fc.constantFrom(...QUICK_FILTERS), toggleQuick),
  changesBy(fc.constantFrom(...PAGE_SORT_KEYS), (state, key) => ({
    ...state,
    sort: toggleSort(state.sort, key),
  })),
  changesBy(fc.constantFrom(...MISSING_FIELDS), toggleMissing),
  fc.constantFrom<Change>(
    (now) => ({ ...now, range: null }),
    (now) => ({ ...now, price: null }),
    (now) => ({ ...now, show: "outlet" }),
    (now) => ({ ...now, show: "size" }),
    (now) => ({ ...now, rowIds: [2, 1] }),
    clearQuick,
    resetFilters,
  ),
);

/** A filter state that a visitor can reach. */
export const anyFilters: fc.Arbitrary<FilterState> = fc
  .array(anyChange, { maxLength: 12 })
  .map((changes) =>
    changes.reduce((state, change) => dropUnusedExceptions(change(state)), DEFAULT_FILTERS),
  );

/** The figures of the two kinds of trim, by name. */
const APART: { [name in keyof Trim]?: readonly [low: Trim[name], high: Trim[name]] } = {
  year: [2025, 2026],
  price: [30_000, 90_000],
  range: [200, 400],
  charging: [20, 40],
  acceleration: [4, 8],
  seating: [5, 7],
  driveType: ["AWD", "FWD"],
  topSpeed: [110, 150],
  cargoCapacity: [20, 60],
  consumption: [25, 45],
  frunk: [1, 5],
  towing: [1500, 5000],
  horsepower: [200, 500],
  torque: [250, 600],
  curbWeight: [4000, 6000],
  length: [160, 200],
  width: [70, 80],
  height: [58, 70],
  wheelbase: [105, 125],
  groundClearance: [5, 9],
  battery: [60, 100],
  maxChargingSpeed: [100, 250],
  acChargingSpeed: [7.2, 11],
  homeCharging: [7, 12],
  chargePort: ["NACS", "CCS"],
  taxCreditEligible: [true, false],
};
const sideOf = (side: 0 | 1) =>
  // Each value stands under the name whose type it has.
  Object.fromEntries(
    Object.entries(APART).map(([name, pair]) => [name, pair[side]]),
  ) as Partial<Trim>;
const [LOW, HIGH] = [sideOf(0), sideOf(1)];

/** Trims that differ in everything that can be filtered; a new filter needs a difference here. */
export const CARS_APART: readonly Ev[] = [
  sampleEv({ id: 1, make: "Ford", bodyType: "Pickup Truck" }, HIGH, LOW),
  sampleEv({ id: 2, make: "Kia", bodyType: "SUV" }, HIGH),
];

/** A query that makes a filter keep some of the trims above. */
export function sampleQuery(name: FilterName): string {
  if (name === "range") return "minRange=300";
  if (name === "price") return "maxPrice=50000";
  if (name === "make") return "make=Ford";
  if (name === "bodyType") return "bodyType=SUV";
  const filter = FILTERS[name];
  if (filter.kind === "flag") return `${name}=true`;
  const values = CARS_APART.flatMap(({ trims }) =>
    trims.flatMap((trim) => filter.valueOf(trim) ?? []),
  );
  if (filter.kind === "choice") return `${name}=${values[0]}`;
  const lowest = Math.min(...values.map(Number));
  if (filter.kind === "bounds") return `${name}=-${lowest}`;
  return `${name}=${filter.side === "max" ? lowest : Math.max(...values.map(Number))}`;
}
