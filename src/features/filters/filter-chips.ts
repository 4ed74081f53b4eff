import { DISTANCE_FORMATS, type DistanceFormats } from "../../domain/distance.ts";
import { countOf, formatPrice, upperFirst } from "../../domain/format.ts";
import {
  isBodyTypePicked,
  selectedMakes,
  toggleBodyType,
  toggleMake,
} from "./filter-selections.ts";
import { type CardView, DEFAULT_FILTERS, type FilterState, toggleChoice } from "./filter-state.ts";
import { priceCeiling, rangeBounds, toVehicleFilter } from "./filter-views.ts";
import { type Bounds, OPEN } from "../../domain/filters/bounds.ts";
import { formatFigure } from "../../domain/filters/figure-reading.ts";
import {
  BOUNDS,
  type BoundsName,
  choiceLabel,
  CHOICES,
  FILTER_NAMES,
  type FilterName,
  FILTERS,
  FLAGS,
  LIMITS,
} from "../../domain/filters/filters.ts";
import type { BODY_TYPE_PILLS } from "../../domain/filters/search.ts";
import { record } from "../../domain/records.ts";

export interface ActiveFilter {
  /** stable for a filter and value, e.g. "make:Tesla" or "price" */
  readonly id: string;
  readonly filter: FilterName | "search" | "ids" | "show";
  readonly label: string;
  readonly remove: (state: FilterState) => FilterState;
}

const VIEW_LABELS: Readonly<Record<CardView, string>> = {
  outlet: "Miles overnight at 120 V",
  size: "Length, width and height",
};

/** Includes two body types (finding.md#quick-filter-dialog). */
const BOTH_KINDS = "SUV/Crossover" satisfies (typeof BODY_TYPE_PILLS)[number];

/** `300+ miles`, `200 to 400 miles`, `up to 300 miles`; null without bounds */
function boundsText({ min, max }: Bounds, format: (value: number) => string): string | null {
  if (min === null) return max === null ? null : `up to ${format(max)}`;
  if (min === max) return format(min);
  const [, figure = "", unit = ""] = /^(\S+)(.*)$/u.exec(format(min)) ?? [];
  return max === null ? `${figure}+${unit}` : `${figure} to ${format(max)}`;
}

function yearsText({ min, max }: Bounds): string | null {
  if (min === null) return max === null ? null : `${max} or older`;
  if (max === null) return `${min} or newer`;
  return min === max ? `${min}` : `${min} to ${max}`;
}

/** `Tows 5,000+ lb`, `Cargo: up to 20 cu ft`, `2025 or newer`; null without bounds */
function boundsChip(name: BoundsName, bounds: Bounds, distance: DistanceFormats): string | null {
  if (name === "year") return yearsText(bounds);
  const { title, chip = `${title}:`, typed } = FILTERS[name];
  const figures = boundsText(bounds, (value) => formatFigure(value, typed(distance)));
  return figures && `${chip} ${figures}`;
}

/** The search text, `FILTERS` in order, then what cards show besides. The quick filter has a banner instead. */
export function activeFilters(
  state: FilterState,
  makes: readonly string[],
  distance = DISTANCE_FORMATS.miles,
): ActiveFilter[] {
  const { words, bodyTypes } = toVehicleFilter(state, makes);
  // A single choice in the dialog makes a single chip.
  const types = isBodyTypePicked(state, BOTH_KINDS) ? [BOTH_KINDS] : bodyTypes;
  const chips: Readonly<Record<FilterName, readonly ActiveFilter[]>> = {
    range: chipOf("range", boundsText(rangeBounds(state), distance.formatRange)),
    price: chipOf("price", boundsText({ min: null, max: priceCeiling(state) }, formatPrice)),
    make: chipsOf("make", selectedMakes(state, makes), toggleMake),
    bodyType: chipsOf("bodyType", types, toggleBodyType),
    ...record(CHOICES, (name) =>
      chipsOf(
        name,
        state[name],
        (now, value) => toggleChoice(now, name, value),
        (value) => choiceLabel(name, value),
      ),
    ),
    ...record(BOUNDS, (name) => chipOf(name, boundsChip(name, state[name] ?? OPEN, distance))),
    ...record(LIMITS, (name) => {
      const value = state[name];
      const { chip = "", format } = FILTERS[name];
      const label = value === null ? null : `${chip}${format(value, distance)}`;
      return chipOf(name, label);
    }),
    ...record(FLAGS, (name) => chipOf(name, state[name] ? FILTERS[name].chip : null)),
  };
  const text = words.length > 0 ? `“${state.search.trim()}”` : null;
  const search = chipOf("search", text);
  const { rowIds } = state;
  const chosen = rowIds.length > 0 ? countOf(rowIds.length, "chosen car") : null;
  const ids = chipOf("ids", chosen);
  const show = chipOf("show", state.show && VIEW_LABELS[state.show]);
  return [...search, ...ids, ...FILTER_NAMES.flatMap((name) => chips[name]), ...show];
}

/** @param label null when the filter is off */
function chipOf(
  filter: Extract<ActiveFilter["filter"], keyof FilterState | "ids">,
  label: string | null,
): ActiveFilter[] {
  if (label === null) return [];
  const key = filter === "ids" ? "rowIds" : filter;
  const remove = (now: FilterState) => ({ ...now, [key]: DEFAULT_FILTERS[key] });
  return [{ id: filter, filter, label: upperFirst(label), remove }];
}

/** Returns one chip for each value. @param toggle removes a value */
function chipsOf(
  filter: FilterName,
  values: readonly string[],
  toggle: (state: FilterState, value: string) => FilterState,
  labelOf = (value: string) => value,
): ActiveFilter[] {
  return values.map((value) => ({
    id: `${filter}:${value}`,
    filter,
    label: labelOf(value),
    remove: (now) => toggle(now, value),
  }));
}
