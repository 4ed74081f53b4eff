import type { DistanceFormats } from "../../domain/distance.ts";
import { NOT_AVAILABLE } from "../../domain/format.ts";
import { LONG_DRIVE_MILES, longDriveMinutes, sayDuration } from "../../domain/trip.ts";
import type { Trim } from "../../domain/vehicle.ts";
import { lowerFirst } from "../../domain/filters/filter-kinds.ts";
import { type FilterState, isAsked } from "./filter-state.ts";
import { BOUNDS, type BoundsName, FILTERS } from "../../domain/filters/filters.ts";
import { figureOfSort } from "../../domain/filters/sort.ts";

/** A figure that cards only show while it is used to filter or sort. */
export type CardFigure = "minSeats" | "maxConsumption" | BoundsName | "trip";

/** The 0-60 time is not included, because every card shows it. */
const ASKED_FOR: readonly Exclude<CardFigure, "trip">[] = [
  "minSeats",
  "maxConsumption",
  ...BOUNDS.filter((name) => name !== "acceleration"),
];

/** Figures used to filter or sort must be visible (finding.md#cards). */
export function askedFigures(state: FilterState): CardFigure[] {
  const sorted = figureOfSort(state.sort.key);
  const figures = ASKED_FOR.filter(
    (name) =>
      name === sorted || isAsked(state, name) || (name === "minSeats" && state.seating.length > 0),
  );
  return state.sort.key === "trip" ? [...figures, "trip"] : figures;
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
    return minutes === null ? `${miles} ${NOT_AVAILABLE}` : `${miles} in ${sayDuration(minutes)}`;
  }
  const { title, valueOf, format } = FILTERS[name];
  const value = valueOf(trim);
  const figure = value === null ? NOT_AVAILABLE : format(value, distance);
  if (name === "minSeats") return `${value ?? NOT_AVAILABLE} seats`;
  if (name === "maxConsumption" && value !== null) return figure;
  return `${lowerFirst(title)} ${figure}`;
}
