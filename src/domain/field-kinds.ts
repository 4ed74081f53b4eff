/** What the table of fields says of each field. */

export const FORM_GROUPS = [
  "Vehicle",
  "Price and range",
  "Charging and battery",
  "Performance",
  "Space",
  "Picture",
  "Sources",
] as const;

interface AnyEntry {
  label: string; // in messages
  /** in the form, the activity and the import, where it is another (vehicles.md#row-fields) */
  formLabel?: string;
  form: (typeof FORM_GROUPS)[number];
  required?: true;
  /** its column in the administrator's table (grid.md#columns); absent: it has none */
  grid?: {
    label: string;
    widthPx: number;
    /** only the model's first row may change it (grid.md#columns) */
    ofHeader?: true;
    /** of a figure: always as many, or at most 2 where there are some (grid.md#columns) */
    decimals?: number | "some";
    /** the label names the unit already */
    hasUnitInLabel?: true;
  };
  /** all trims of a model share it: visitors see it on the model */
  ofModel?: true;
  /** the public trim's name for it, where it is another (vehicles.md#row-fields) */
  trimName?: string;
  /** what the description of the calls says, where that is not the unit */
  meaning?: string;
}

/** Bounds that the specification does not give only keep nonsense out. */
interface FigureEntry {
  kind: "figure";
  min?: number;
  max: number;
  /** what is wrong beyond the bounds, where it is not the usual sentence */
  tooLow?: string;
  tooHigh?: string;
  /** a year, or a number of seats: the table offers its values to choose from */
  isWhole?: true;
  unit?: string; // in full, as `miles`
  symbol?: string; // beside a figure, as `mi`
  /** stored with one decimal; more are rounded */
  isRounded?: true;
  /** text that is a number counts as one (calls.md#write-a-row) */
  takesText?: true;
}

export type FieldEntry = AnyEntry &
  (
    | { kind: "name"; maxCharacters: number }
    | FigureEntry
    | { kind: "choice"; options: readonly string[] }
    | { kind: "text"; maxCharacters: number }
    | { kind: "date" } // YYYY-MM-DD
    | { kind: "flag" }
    | { kind: "image" }
  );
