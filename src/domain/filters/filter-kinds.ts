import type { SliderBounds } from "../slider-value.ts";
import type { DistanceFormats } from "../distance.ts";
import type { Ev, Trim } from "../vehicle.ts";
import type { FigureFormat } from "./figure-reading.ts";

interface FilterEntry {
  readonly title: string;
  /** the filter in whose section the control stands; its own when absent */
  readonly section?: "price" | "seating" | "maxCharging";
}

export interface ChoiceFilter<V extends string = string> extends FilterEntry {
  readonly kind: "choice";
  /** what a trim without a value has none of */
  readonly lacking: string;
  readonly values: readonly V[];
  /** null: not known */
  readonly valueOf: (trim: Trim) => V | null;
  /** of a pill; the value itself when absent */
  readonly labels?: Readonly<Record<V, string>>;
  /** follows the label: "2 or 3 seats" */
  readonly unit?: string;
  /** for the description of the call */
  readonly meaning?: string;
}

export function choice<const V extends string>(entry: Omit<ChoiceFilter<V>, "kind">): ChoiceFilter {
  return { kind: "choice", ...entry };
}

/** How a figure beside a slider is typed. */
export type Typed = (distance: DistanceFormats) => FigureFormat;

export interface MeasureFilter extends FilterEntry {
  readonly kind: "measure";
  readonly lacking: string;
  readonly bounds: SliderBounds;
  readonly valueOf: (trim: Trim) => number | null;
  readonly format: (value: number, distance: DistanceFormats) => string;
  /** what a chip says before the figures */
  readonly chip: string;
  readonly thumbs: readonly [string, string];
  readonly typed: Typed;
  /** once a thumb has moved, an end at its slider's end is not open (finding.md#sliders) */
  readonly isClosed?: boolean;
}

export function measure(entry: Omit<MeasureFilter, "kind">): MeasureFilter {
  return { kind: "measure", ...entry };
}

/** One figure that is asked for, at the least or at the most; null asks for nothing. */
export interface LimitFilter extends FilterEntry {
  readonly kind: "limit";
  readonly lacking: string;
  readonly side: "min" | "max";
  /** what may be asked for, on whole steps */
  readonly bounds: SliderBounds;
  /** where that is much more than the cars differ */
  readonly slider?: SliderBounds;
  readonly valueOf: (trim: Trim) => number | null;
  readonly format: (value: number, distance: DistanceFormats) => string;
  /** what a chip says before the figure */
  readonly chip?: string;
  readonly thumb: string;
  /** before the typed figure */
  readonly lead: string;
  readonly typed: Typed;
  /** for the description of the call */
  readonly unit: string;
  readonly meaning: string;
}

export function limit(entry: Omit<LimitFilter, "kind">): LimitFilter {
  return { kind: "limit", ...entry };
}

/** A box that is ticked or not. A trim that is not known to have it does not pass. */
export interface FlagFilter extends FilterEntry {
  readonly kind: "flag";
  /** @param ev its model, with all of its trims */
  readonly valueOf: (trim: Trim, ev: Ev) => boolean;
  readonly chip: string;
  /** below the box */
  readonly note?: string;
  /** for the description of the call */
  readonly meaning: string;
}

export function flag(entry: Omit<FlagFilter, "kind">): FlagFilter {
  return { kind: "flag", ...entry };
}
