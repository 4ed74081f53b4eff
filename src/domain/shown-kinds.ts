import type { DistanceFormats } from "./distance.ts";
import type { EvSummary, Trim } from "./vehicle.ts";

/** A figure; 0 and what is not a number count as missing. */
export interface ShownFigure {
  label: string; // in the sheet
  value: (trim: Trim) => number | null;
  format: (value: number | null, distance: DistanceFormats) => string;
  /** in the sheet, where it is written more exactly */
  exact?: (value: number | null, distance: DistanceFormats) => string;
  /** what it is called where a page opens with it */
  lead?: string;
  compare?: {
    label: string;
    unit: string; // for a column of bare numbers
    /** which is marked and has the longest bar; absent where neither is better */
    better?: "lower" | "higher";
    bar: boolean; // whether it says more than the figure
  };
}

/** Words; null is not known. */
export interface ShownWords {
  label: string; // in the sheet
  words: (ev: EvSummary, trim: Trim, distance: DistanceFormats) => string | null;
  compare?: {
    label: string;
    /** where the comparison says it otherwise */
    words?: ShownWords["words"];
  };
}
