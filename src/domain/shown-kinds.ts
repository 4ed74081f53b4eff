import type { EnteredFigure } from "./field-kinds.ts";
import type { EvFields } from "./field-shapes.ts";
import type { BoundsFilter } from "./filters/filter-kinds.ts";
import type { DistanceFormats } from "./distance.ts";
import type { EvSummary, Trim } from "./vehicle.ts";

interface Shown {
  label: string; // in the specifications
  /** the fields of a row that it shows, if not the one of its own name; empty for what is derived */
  fields?: readonly (keyof EvFields)[];
}

/** Its filter (finding.md#bounds), where it differs from what follows from the figure. */
export type FigureFilter = Partial<Omit<BoundsFilter, "kind" | "valueOf" | "format">> &
  Pick<BoundsFilter, "example"> & {
    section: string;
    /** in addresses and calls, if not the name in public trims */
    name?: string;
  };

/** A figure; 0 and anything that is not a number count as missing. */
export interface ShownFigure extends Shown, Partial<EnteredFigure> {
  value: (trim: Trim) => number | null;
  /** as it is ranked among other trims, if it is shown less precisely than it is known */
  ranked?: (trim: Trim) => number | null;
  /** the most decimals that are shown and typed, in the unit of its symbol; none if left out */
  decimals?: number;
  format: (value: number | null, distance: DistanceFormats) => string;
  /** in the specifications, if more precise there */
  exact?: (value: number | null, distance: DistanceFormats) => string;
  /** label as one of a page's lead figures */
  lead?: string;
  compare?: {
    label?: string;
    /** which value is marked and has the longest bar; absent when neither is better */
    better?: "lower" | "higher";
    bar: boolean; // whether a bar adds information to the figure
  };
  filter?: FigureFilter;
}

/** Words; null means unknown. */
export interface ShownWords extends Shown {
  /** the values to choose from; a flag has yes and no, any other text is free */
  options?: readonly string[];
  isFlag?: true;
  maxCharacters?: number;
  words: (ev: EvSummary, trim: Trim, distance: DistanceFormats) => string | null;
  compare?: {
    label?: string;
    /** different wording in the comparison */
    words?: ShownWords["words"];
  };
}

export type ShownField = ShownFigure | ShownWords;

type DerivedEntry = "value" | "format";

/** By default a figure is the one of its own name in a trim, with its decimals and its symbol. */
export type ShownEntry =
  | ShownWords
  | (Omit<ShownFigure, DerivedEntry> & Partial<Pick<ShownFigure, DerivedEntry>>);
