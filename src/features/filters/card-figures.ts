import type { DistanceFormats } from "../../domain/distance.ts";
import { wallOutletMiles } from "../../domain/fields/further.ts";
import { NOT_AVAILABLE, lowerFirst } from "../../domain/format.ts";
import { formatConsumption, formatSize } from "../../domain/shown-formats.ts";
import { formatDuration, LONG_DRIVE_MILES, longDriveMinutes } from "../../domain/trip.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { type CardView, type FilterState, isFilterSet } from "./filter-state.ts";
import { BOUNDS, type BoundsName, FILTERS } from "../../domain/filters/filters.ts";
import { figureOfSort } from "../../domain/filters/sort.ts";

type FilterFigure = "minSeats" | "maxConsumption" | BoundsName;
/** A figure that cards only show while it is used to filter or sort, or is asked for (finding.md#ideas). */
export type CardFigure = FilterFigure | "trip" | CardView;

/** The 0-60 time is not included, because every card shows it. */
const FILTERED_FIGURES: readonly FilterFigure[] = [
  "minSeats",
  "maxConsumption",
  ...BOUNDS.filter((name) => name !== "acceleration"),
];

export const SIZES = ["length", "width", "height"] as const satisfies BoundsName[];

/** Figures used to filter or sort must be visible (finding.md#cards). */
export function figuresInUse(state: FilterState): CardFigure[] {
  const sorted = figureOfSort(state.sort.key);
  const shown: readonly string[] = state.show === "size" ? SIZES : [];
  const figures: CardFigure[] = FILTERED_FIGURES.filter(
    (name) =>
      !shown.includes(name) &&
      (name === sorted ||
        isFilterSet(state, name) ||
        (name === "minSeats" && state.seating.length > 0)),
  );
  if (state.sort.key === "trip") figures.push("trip");
  if (state.show) figures.push(state.show);
  return figures;
}

/** `7 seats`, `towing 5,000 lb`, `length N/A`, `600 mi in 9 h 14 min`; the year is part of the trim's name instead. */
export function sayCardFigure(
  name: Exclude<CardFigure, "year">,
  trim: Trim,
  distance: DistanceFormats,
): string {
  if (name === "trip") {
    const minutes = longDriveMinutes(trim);
    const miles = `${distance.rangeFigure(LONG_DRIVE_MILES)} ${distance.short}`;
    return minutes === null
      ? `${miles} ${NOT_AVAILABLE}`
      : `${miles} in ${formatDuration(minutes)}`;
  }
  if (name === "outlet") {
    const miles = wallOutletMiles(trim);
    if (miles === null) return `120 V ${NOT_AVAILABLE}`;
    return `${distance.rangeFigure(miles)} ${distance.short} overnight at 120 V`;
  }
  if (name === "size") {
    const size = formatSize(
      SIZES.map((side) => trim[side]),
      distance,
    );
    return size === NOT_AVAILABLE ? `size ${size}` : size;
  }
  const { title, valueOf, format } = FILTERS[name];
  const value = valueOf(trim);
  const figure = value === null ? NOT_AVAILABLE : format(value, distance);
  if (name === "minSeats") return `${value ?? NOT_AVAILABLE} seats`;
  if (name === "maxConsumption" && value !== null) return formatConsumption(value, distance);
  return `${lowerFirst(title)} ${figure}`;
}
