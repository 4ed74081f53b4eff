/** The properties of each field in the table of fields. */

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
  /** in the form, the activity and the import, if not the label and the symbol (vehicles.md#row-fields) */
  formLabel?: string;
  form: (typeof FORM_GROUPS)[number];
  required?: true;
  /** its column in the administrator's table (grid.md#columns) */
  grid: {
    label?: string;
    widthPx: number;
    /** only the model's first row can change it (grid.md#columns) */
    ofHeader?: true;
    /** for a figure: a fixed number of decimals, or "some" for at most 2 (grid.md#columns) */
    decimals?: number | "some";
    /** the label already includes the unit */
    hasUnitInLabel?: true;
  };
  /** shared by all trims of a model; visitors see it on the model */
  ofModel?: true;
  /** the public trim's name for it, if different (vehicles.md#row-fields) */
  trimName?: string;
  /** what it is, without its unit, in the API reference and on the page about the data */
  meaning: string;
  /** what null means, if more than that the value is unknown */
  nullMeans?: string;
  /** its filter, if that has another name; calls also accept it under the names of the field */
  filter?: string;
  /** its two filters, for the lower and the upper end */
  filterEnds?: readonly [string, string];
}

/** Bounds that the specification does not give only reject nonsense. */
export interface EnteredFigure {
  min?: number;
  max: number;
  unit?: string; // in full, such as `miles`, if not the symbol
  symbol?: string; // next to a figure, such as `mi`
  /** often a thousand or more, so that a typed `1.234` may mean 1,234 and is refused (vehicles.md#figures) */
  hasThousands?: true;
}

interface FigureRules {
  kind: "figure";
  /** the smallest figure that shoppers see; what they would see as 0 is refused (vehicles.md#field-rules) */
  leastShown?: number;
  /** message for a value below the bounds, if different from the usual one */
  tooLow?: string;
  tooHigh?: string;
  /** a year or a number of seats; the table offers its values as choices */
  isWhole?: true;
  /** stored with one decimal; more decimals are rounded */
  isRounded?: true;
  /** numeric text counts as a number (calls.md#write-a-row) */
  takesText?: true;
}

type FigureEntry = FigureRules & EnteredFigure;

type EntryWith<Label, Figure, Text> = AnyEntry &
  Label &
  (
    | { kind: "name"; maxCharacters: number }
    | Figure
    | { kind: "choice"; options: readonly string[] }
    | ({ kind: "text" } & Text)
    | { kind: "date" } // YYYY-MM-DD
    | { kind: "flag" }
    | { kind: "image" }
  );

/** The label is the one in messages. */
export type FieldEntry = EntryWith<{ label: string }, FigureEntry, { maxCharacters: number }>;

/** An entry of an `.admin` table, without what its twin for shoppers has. */
export type TwinEntry = EntryWith<
  { label?: string },
  FigureRules & Partial<EnteredFigure>,
  { maxCharacters?: number }
>;
