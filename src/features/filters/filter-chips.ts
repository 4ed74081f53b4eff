import { formatAcceleration, formatCargo, formatPrice } from "../../vehicle/format.ts";
import { DISTANCE_FORMATS } from "../../vehicle/distance.ts";
import type { Bounds } from "./filters.ts";
import type { BODY_TYPE_PILLS } from "./search.ts";
import type { Seating } from "./seating.ts";
import { isBodyTypePicked, toggleBodyType, toggleMake } from "./filter-selections.ts";
import {
  clearPrice,
  clearRange,
  type FilterState,
  setAcceleration,
  setCargo,
  setTaxCredit,
  setTopSpeed,
  toggleDrive,
  toggleSeating,
} from "./filter-state.ts";
import {
  accelerationBounds,
  openEnded,
  priceCeiling,
  rangeBounds,
  selectedMakes,
  toVehicleFilter,
} from "./filter-views.ts";
import {
  CARGO_CUBIC_FEET,
  DEFAULT_ACCELERATION_SECONDS,
  DEFAULT_CARGO_CUBIC_FEET,
  DEFAULT_TOP_SPEED_MPH,
  TOP_SPEED_MPH,
} from "./limits.ts";

/** What can be filtered by. */
export type FilterName =
  | "search"
  | "make"
  | "bodyType"
  | "range"
  | "price"
  | "acceleration"
  | "seating"
  | "drive"
  | "cargo"
  | "topSpeed"
  | "taxCredit";

/** One filter that is on, as a chip shows it. */
export interface ActiveFilter {
  /** stable for the same filter, e.g. "make:Tesla" or "price" */
  readonly id: FilterName | `${FilterName}:${string}`;
  readonly label: string;
  readonly remove: (state: FilterState) => FilterState;
}

/** How many seats each band admits; a chip adds the word. */
export const SEATING_LABELS: Readonly<Record<Seating, string>> = {
  "2": "2 or 3",
  "5": "4 or 5",
  "7": "6 or more",
};

/** The one pill of the dialog that stands for two body types (§2). */
const BOTH_KINDS = "SUV/Crossover" satisfies (typeof BODY_TYPE_PILLS)[number];

function boundsLabel({ min, max }: Bounds, format: (value: number) => string): string | null {
  if (min !== null && max !== null) return `${format(min)} to ${format(max)}`;
  if (min !== null) return `At least ${format(min)}`;
  return max === null ? null : `Up to ${format(max)}`;
}

/**
 * The filters that narrow the list, in the order of the panel. The quick filter is not among them:
 * it has its own banner, and the number on the filter button is the length of this list.
 * @param makes the catalogue's brands
 * @param distance how ranges and speeds are written
 */
export function activeFilters(
  state: FilterState,
  makes: readonly string[],
  distance = DISTANCE_FORMATS.miles,
): ActiveFilter[] {
  const { formatRange, formatTopSpeed } = distance;
  const filter = toVehicleFilter(state, makes);
  const chips: ActiveFilter[] = [];
  const add = (id: ActiveFilter["id"], label: string | null, remove: ActiveFilter["remove"]) => {
    if (label !== null) chips.push({ id, label, remove });
  };
  const words = filter.words.length > 0 ? `“${state.search.trim()}”` : null;
  add("search", words, (now) => ({ ...now, search: "" }));
  for (const make of selectedMakes(state, makes))
    add(`make:${make}`, make, (now) => toggleMake(now, make));
  // One choice of the dialog, and so one chip.
  const types = isBodyTypePicked(state, BOTH_KINDS) ? [BOTH_KINDS] : filter.bodyTypes;
  for (const type of types) add(`bodyType:${type}`, type, (now) => toggleBodyType(now, type));
  const range = boundsLabel(rangeBounds(state), formatRange);
  add("range", range, clearRange);
  const ceiling = priceCeiling(state);
  add("price", ceiling === null ? null : `Up to ${formatPrice(ceiling)}`, clearPrice);
  const acceleration = accelerationBounds(state);
  const quick = boundsLabel(acceleration, formatAcceleration);
  add("acceleration", quick === null ? null : `0-60: ${quick}`, (now) =>
    setAcceleration(now, DEFAULT_ACCELERATION_SECONDS),
  );
  for (const seating of state.seatings)
    add(`seating:${seating}`, `${SEATING_LABELS[seating]} seats`, (now) =>
      toggleSeating(now, seating),
    );
  for (const drive of state.drives) add(`drive:${drive}`, drive, (now) => toggleDrive(now, drive));
  const cargo = boundsLabel(openEnded(state.cargo, CARGO_CUBIC_FEET), formatCargo);
  add("cargo", cargo === null ? null : `Cargo: ${cargo}`, (now) =>
    setCargo(now, DEFAULT_CARGO_CUBIC_FEET),
  );
  const speed = boundsLabel(openEnded(state.topSpeed, TOP_SPEED_MPH), formatTopSpeed);
  add("topSpeed", speed === null ? null : `Top speed: ${speed}`, (now) =>
    setTopSpeed(now, DEFAULT_TOP_SPEED_MPH),
  );
  add("taxCredit", state.taxCredit ? "Tax credit" : null, (now) => setTaxCredit(now, false));
  return chips;
}
