import type { DistanceFormats } from "./distance.ts";
import type { EvSummary, Trim } from "./vehicle.ts";

/** A figure; 0 and anything that is not a number count as missing. */
export interface ShownFigure {
  label: string; // in the specifications
  value: (trim: Trim) => number | null;
  /** as it is ranked among other trims, if it is shown less precisely than it is known */
  ranked?: (trim: Trim) => number | null;
  format: (value: number | null, distance: DistanceFormats) => string;
  /** in the specifications, if more precise there */
  exact?: (value: number | null, distance: DistanceFormats) => string;
  /** label as one of a page's lead figures */
  lead?: string;
  compare?: {
    label: string;
    unit: string; // for a column of plain numbers
    /** which value is marked and has the longest bar; absent when neither is better */
    better?: "lower" | "higher";
    bar: boolean; // whether a bar adds information to the figure
  };
}

/** Words; null means unknown. */
export interface ShownWords {
  label: string; // in the specifications
  words: (ev: EvSummary, trim: Trim, distance: DistanceFormats) => string | null;
  compare?: {
    label: string;
    /** different wording in the comparison */
    words?: ShownWords["words"];
  };
}
