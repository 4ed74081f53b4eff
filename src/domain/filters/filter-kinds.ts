import { lowerFirst } from "../format.ts";
import type { SliderScale } from "../slider-value.ts";
import type { DistanceFormats } from "../distance.ts";
import type { Ev, Trim } from "../vehicle.ts";
import type { FigureFormat } from "./figure-reading.ts";

/** Titles of panel sections shared by several filters (finding.md#filter-panel). */
export const SECTION_TITLES = {
  rangeAndPrice: "Range and price",
  seating: "Seating",
  charging: "Charging",
  space: "Space and size",
  performance: "Performance",
} as const;

interface FilterEntry {
  readonly title: string;
  /** title of a section shared with other filters; a filter without one has its own section */
  readonly section?: string;
}

export interface ChoiceFilter<V extends string = string> extends FilterEntry {
  readonly kind: "choice";
  /** names the missing value in the count of cars that were left out */
  readonly lacking: string;
  readonly values: readonly V[];
  /** null when unknown */
  readonly valueOf: (trim: Trim) => V | null;
  /** labels of the pills; the value itself when absent */
  readonly labels?: Readonly<Record<V, string>>;
  /** follows the label: "2 or 3 seats" */
  readonly unit?: string;
}

export function choice<const V extends string>(entry: Omit<ChoiceFilter<V>, "kind">): ChoiceFilter {
  return { kind: "choice", ...entry };
}

/** How a figure next to a slider is typed. */
export type Typed = (distance: DistanceFormats) => FigureFormat;

/** A figure that is filtered by a lower and an upper bound (finding.md#bounds) and that sorts models. */
export interface BoundsFilter extends FilterEntry {
  readonly kind: "bounds";
  readonly lacking: string;
  readonly valueOf: (trim: Trim) => number | null;
  readonly format: (value: number, distance: DistanceFormats) => string;
  /** text before the figures in a chip; the title and a colon when absent */
  readonly chip?: string;
  /** field names of the two bounds */
  readonly endLabels: readonly [string, string];
  readonly typed: Typed;
  readonly limits: { readonly min: number; readonly max: number };
  /** at its ends a bound is open (finding.md#sliders); without a slider, bounds can only be typed */
  readonly slider?: SliderScale;
  /** initial direction when sorting by it (finding.md#sorting) */
  readonly order: "asc" | "desc";
  /** two typical figures that show in the API reference how bounds are written */
  readonly example: readonly [number, number];
}

type DerivedEntry = "kind" | "lacking" | "endLabels" | "order";

export function bounds(
  entry: Omit<BoundsFilter, DerivedEntry> & Partial<Pick<BoundsFilter, DerivedEntry>>,
): BoundsFilter {
  const name = lowerFirst(entry.title);
  return {
    kind: "bounds",
    lacking: `${name} figure`,
    endLabels: [`Minimum ${name}`, `Maximum ${name}`],
    order: "desc",
    ...entry,
  };
}

/** One figure with either a minimum or a maximum; null means no limit. */
export interface LimitFilter extends FilterEntry {
  readonly kind: "limit";
  readonly lacking: string;
  readonly side: "min" | "max";
  /** allowed values, on whole steps */
  readonly bounds: SliderScale;
  /** used when the bounds are much wider than the cars' values */
  readonly slider?: SliderScale;
  readonly valueOf: (trim: Trim) => number | null;
  readonly format: (value: number, distance: DistanceFormats) => string;
  readonly chip?: string;
  readonly thumb: string;
  readonly lead: string;
  readonly typed: Typed;
}

export function limit(entry: Omit<LimitFilter, "kind">): LimitFilter {
  return { kind: "limit", ...entry };
}

/** A checkbox. A trim passes only if it is known to have the feature. */
export interface FlagFilter extends FilterEntry {
  readonly kind: "flag";
  /** @param ev the trim's model, with all of its trims */
  readonly valueOf: (trim: Trim, ev: Ev) => boolean;
  readonly chip: string;
  /** shown below the checkbox */
  readonly note?: string;
}

export function flag(entry: Omit<FlagFilter, "kind">): FlagFilter {
  return { kind: "flag", ...entry };
}
