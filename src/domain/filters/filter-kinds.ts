import type { SliderBounds } from "../slider-value.ts";
import type { DistanceFormats } from "../distance.ts";
import type { Ev, Trim } from "../vehicle.ts";
import type { FigureFormat } from "./figure-reading.ts";

interface FilterEntry {
  readonly title: string;
  /** title of the section that it shares with others; it has one of its own when absent */
  readonly section?: string;
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

/** A figure that is asked for from and to (finding.md#bounds), and that models are sorted by. */
export interface BoundsFilter extends FilterEntry {
  readonly kind: "bounds";
  readonly lacking: string;
  readonly valueOf: (trim: Trim) => number | null;
  readonly format: (value: number, distance: DistanceFormats) => string;
  /** what a chip says before the figures; the title when absent */
  readonly chip?: string;
  /** names of the fields of both ends */
  readonly ends: readonly [string, string];
  readonly typed: Typed;
  /** what may be typed */
  readonly limits: { readonly min: number; readonly max: number };
  /** an end at its slider's end is open (finding.md#sliders); without one both ends are typed alone */
  readonly slider?: SliderBounds;
  /** how a sort by it begins (finding.md#sorting) */
  readonly order: "asc" | "desc";
  /** for the description of the call */
  readonly unit: string;
  /** two usual figures, to show how bounds are written */
  readonly example: readonly [number, number];
}

type DerivedEntry = "kind" | "lacking" | "ends" | "order";

export function bounds(
  entry: Omit<BoundsFilter, DerivedEntry> & Partial<Pick<BoundsFilter, DerivedEntry>>,
): BoundsFilter {
  const name = lowerFirst(entry.title);
  return {
    kind: "bounds",
    lacking: `${name} figure`,
    ends: [`Minimum ${name}`, `Maximum ${name}`],
    order: "desc",
    ...entry,
  };
}

/** The title as written within a sentence: `curb weight`, but `AC charging`. */
export function lowerFirst(title: string): string {
  return title.replace(/^[A-Z](?=[a-z])/u, (letter) => letter.toLowerCase());
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
