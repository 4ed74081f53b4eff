import { DISTANCE_FORMATS } from "../../vehicle/distance.ts";
import { formatPrice } from "../../vehicle/format.ts";
import {
  isBodyTypePicked,
  selectedMakes,
  toggleBodyType,
  toggleMake,
} from "./filter-selections.ts";
import {
  type FilterState,
  setMeasure,
  setFlag,
  setLimit,
  setPriceCeiling,
  setRange,
  toggleChoice,
} from "./filter-state.ts";
import { measureBounds, priceCeiling, rangeBounds, toVehicleFilter } from "./filter-views.ts";
import {
  type Bounds,
  choiceLabel,
  CHOICES,
  type FilterName,
  FILTERS,
  FLAGS,
  LIMITS,
  type MeasureName,
} from "./filters.ts";
import type { BODY_TYPE_PILLS } from "./search.ts";

export interface ActiveFilter {
  /** stable for a filter and value, e.g. "make:Tesla" or "price" */
  readonly id: string;
  readonly filter: FilterName | "search";
  readonly label: string;
  readonly remove: (state: FilterState) => FilterState;
}

/** Stands for two body types (§2). */
const BOTH_KINDS = "SUV/Crossover" satisfies (typeof BODY_TYPE_PILLS)[number];

function boundsLabel({ min, max }: Bounds, format: (value: number) => string): string | null {
  if (min !== null && max !== null) return `${format(min)} to ${format(max)}`;
  if (min !== null) return `At least ${format(min)}`;
  return max === null ? null : `Up to ${format(max)}`;
}

/** In the order of the chips. The quick filter has a banner instead. */
export function activeFilters(
  state: FilterState,
  makes: readonly string[],
  distance = DISTANCE_FORMATS.miles,
): ActiveFilter[] {
  const { words, bodyTypes } = toVehicleFilter(state, makes);
  const chips: ActiveFilter[] = [];
  const add = (
    filter: FilterName | "search",
    label: string | null,
    remove: ActiveFilter["remove"],
    value?: string,
  ) => {
    const id = value === undefined ? filter : `${filter}:${value}`;
    if (label !== null) chips.push({ id, filter, label, remove });
  };
  const addMeasure = (name: MeasureName) => {
    const { chip, format } = FILTERS[name];
    const figures = boundsLabel(measureBounds(state, name), (value) => format(value, distance));
    add(name, figures && `${chip}: ${figures}`, (now) => setMeasure(now, name, null));
  };

  const text = words.length > 0 ? `“${state.search.trim()}”` : null;
  add("search", text, (now) => ({ ...now, search: "" }));
  for (const make of selectedMakes(state, makes))
    add("make", make, (now) => toggleMake(now, make), make);
  // One choice of the dialog is one chip.
  for (const type of isBodyTypePicked(state, BOTH_KINDS) ? [BOTH_KINDS] : bodyTypes)
    add("bodyType", type, (now) => toggleBodyType(now, type), type);
  add("range", boundsLabel(rangeBounds(state), distance.formatRange), (now) => setRange(now, null));
  const price = boundsLabel({ min: null, max: priceCeiling(state) }, formatPrice);
  add("price", price, (now) => setPriceCeiling(now, null));
  addMeasure("acceleration");
  for (const name of CHOICES)
    for (const value of state[name])
      add(name, choiceLabel(name, value), (now) => toggleChoice(now, name, value), value);
  addMeasure("cargo");
  addMeasure("topSpeed");
  for (const name of LIMITS) {
    const asked = state[name];
    const { chip = "", format } = FILTERS[name];
    const label = asked === null ? null : `${chip}${format(asked, distance)}`;
    add(name, label, (now) => setLimit(now, name, null));
  }
  for (const name of FLAGS)
    add(name, state[name] ? FILTERS[name].chip : null, (now) => setFlag(now, name, false));
  return chips;
}
