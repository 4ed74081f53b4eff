import { DISTANCE_FORMATS } from "../../vehicle/distance.ts";
import { formatPrice } from "../../vehicle/format.ts";
import {
  isBodyTypePicked,
  selectedMakes,
  toggleBodyType,
  toggleMake,
} from "./filter-selections.ts";
import {
  clearPrice,
  clearRange,
  type FilterState,
  openMeasure,
  setMeasure,
  setTaxCredit,
  toggleChoice,
} from "./filter-state.ts";
import { measureBounds, priceCeiling, rangeBounds, toVehicleFilter } from "./filter-views.ts";
import {
  type Bounds,
  choiceLabel,
  CHOICES,
  type FilterName,
  FILTERS,
  type MeasureName,
} from "./filters.ts";
import type { BODY_TYPE_PILLS } from "./search.ts";

/** One filter that is on, as a chip shows it. */
export interface ActiveFilter {
  /** stable for the same filter and value, e.g. "make:Tesla" or "price" */
  readonly id: string;
  readonly filter: FilterName | "search";
  readonly label: string;
  readonly remove: (state: FilterState) => FilterState;
}

/** The one pill of the dialog that stands for two body types (§2). */
const BOTH_KINDS = "SUV/Crossover" satisfies (typeof BODY_TYPE_PILLS)[number];

function boundsLabel({ min, max }: Bounds, format: (value: number) => string): string | null {
  if (min !== null && max !== null) return `${format(min)} to ${format(max)}`;
  if (min !== null) return `At least ${format(min)}`;
  return max === null ? null : `Up to ${format(max)}`;
}

/**
 * The filters that narrow the list, in the order of their chips. The quick filter is not among
 * them: it has its own banner, and the number on the filter button is the length of this list.
 * @param makes the catalogue's brands
 * @param distance how ranges and speeds are written
 */
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
    add(name, figures && `${chip}: ${figures}`, (now) => setMeasure(now, name, openMeasure(name)));
  };

  const text = words.length > 0 ? `“${state.search.trim()}”` : null;
  add("search", text, (now) => ({ ...now, search: "" }));
  for (const make of selectedMakes(state, makes))
    add("make", make, (now) => toggleMake(now, make), make);
  // Two body types that were one choice of the dialog are one chip.
  for (const type of isBodyTypePicked(state, BOTH_KINDS) ? [BOTH_KINDS] : bodyTypes)
    add("bodyType", type, (now) => toggleBodyType(now, type), type);
  add("range", boundsLabel(rangeBounds(state), distance.formatRange), clearRange);
  add("price", boundsLabel({ min: null, max: priceCeiling(state) }, formatPrice), clearPrice);
  addMeasure("acceleration");
  for (const name of CHOICES)
    for (const value of state[name])
      add(name, choiceLabel(name, value), (now) => toggleChoice(now, name, value), value);
  addMeasure("cargo");
  addMeasure("topSpeed");
  add("taxCredit", state.taxCredit ? "Tax credit" : null, (now) => setTaxCredit(now, false));
  return chips;
}
