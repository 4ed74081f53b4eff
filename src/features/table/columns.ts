/** The columns of the table of all trims, made from the fields as shoppers see them (table.md#columns). */
import type { Better } from "../../domain/scores.ts";
import { SHEET } from "../../domain/fields/further.ts";
import { rowFieldsOf, SHOWN_FIELDS, type ShownName } from "../../domain/shown-fields.ts";
import { FILTER_NAMES, type FilterName } from "../../domain/filters/filters.ts";
import { SORT_KEYS, type SortKey } from "../../domain/filters/sort.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { NOT_AVAILABLE } from "../../domain/format.ts";
import { roundScore } from "../../domain/scores.ts";
import type { TableRow } from "../../domain/table-rows.ts";
import { LONG_DRIVE_MILES, longDriveMinutes, formatDuration } from "../../domain/trip.ts";

export interface Column {
  /** the row's field, as in an exported file; `score` for the visitor's own ranking */
  readonly name: string;
  readonly heading: string;
  /** null for names, the score and the long drive, which are not fields of the car */
  readonly shown: ShownName | null;
  /** null if the table cannot be sorted by it */
  readonly sort: SortKey | null;
  readonly filters: readonly FilterName[];
  readonly better: Better | null;
}

/** Short headings for above figures. */
const HEADINGS: Partial<Record<ShownName, string>> = {
  charging: "10-80%",
  seating: "Seats",
  homeCharging: "Full charge at home",
  width: "Width",
  taxCreditEligible: "Tax credit",
};

/** Parameters of sorts and filters whose name differs from the row's field. */
const ASKED_AS: Readonly<Record<string, readonly string[]>> = {
  batteryCapacity: ["battery"],
  cargoSpace: ["cargo"],
  chargePort: ["port"],
  charging: ["charging", "maxCharging"],
  consumption: ["consumption", "maxConsumption"],
  driveType: ["drive"],
  price: ["price", "minPrice"],
  seatingCapacity: ["seating", "minSeats"],
  taxCreditEligible: ["taxCredit"],
  year: ["year", "newest"],
  zeroToSixty: ["acceleration"],
};

function toColumn(name: string, heading: string, shown: ShownName | null = null): Column {
  const names = ASKED_AS[name] ?? [name];
  const field = shown && SHOWN_FIELDS[shown];
  const better = (field && "value" in field && field.compare?.better) || null;
  const filters = FILTER_NAMES.filter((filter) => names.includes(filter));
  const sort = SORT_KEYS.find((key) => names.includes(key)) ?? null;
  return { name, heading, shown, sort, filters, better };
}

export function isNumber({ shown }: Column): boolean {
  return shown === null || !("words" in SHOWN_FIELDS[shown]);
}

function ofField(shown: ShownName): Column {
  const heading = HEADINGS[shown] ?? SHOWN_FIELDS[shown].label;
  return toColumn(rowFieldsOf(shown).at(-1) ?? shown, heading, shown);
}

/** They come first and stay visible. */
export const NAME_COLUMNS = {
  make: toColumn("make", "Make"),
  model: toColumn("model", "Model"),
  trim: toColumn("trim", "Trim"),
  year: toColumn("year", "Year"),
} as const;

export const SCORE_COLUMN: Column = { ...toColumn("score", "Score"), better: "higher" };
/** Time of the long drive by which the list sorts (finding.md#sorting). */
const TRIP_COLUMN: Column = {
  ...toColumn("trip", `${LONG_DRIVE_MILES} mi drive`),
  better: "lower",
};

const DEFAULT_NAMES: readonly ShownName[] = [
  "price",
  "range",
  "charging",
  "zeroToSixty",
  "seating",
  "cargoCapacity",
  "consumption",
  "chargePort",
];

function isColumn(shown: ShownName): boolean {
  // Values derived from other figures are not fields of a row.
  return rowFieldsOf(shown).length > 0 && !Object.hasOwn(NAME_COLUMNS, shown);
}

/** The columns to choose from, grouped as on the detail page. */
export const COLUMN_GROUPS = SHEET.map(({ title, names }) => {
  const columns = names.filter(isColumn).map(ofField);
  return { title, columns: names.includes("charging") ? [...columns, TRIP_COLUMN] : columns };
});

const OTHERS = COLUMN_GROUPS.flatMap(({ columns }) => columns).filter(
  ({ shown }) => shown && !DEFAULT_NAMES.includes(shown),
);

/** In table order. */
export const COLUMNS: readonly Column[] = [
  SCORE_COLUMN,
  ...DEFAULT_NAMES.map(ofField),
  TRIP_COLUMN,
  ...OTHERS,
];

/** A figure and its unit. */
const FIGURE = /^(\$?[\d.,]+)(?: ?(.*))$/;
const SHORT_UNITS: Readonly<Record<string, string>> = { miles: "mi", seats: "" };

export function unitOf({ shown }: Column, distance: DistanceFormats): string {
  const field = shown && SHOWN_FIELDS[shown];
  if (!field || "words" in field) return "";
  const [, , unit = ""] = FIGURE.exec(field.format(100, distance)) ?? [];
  return SHORT_UNITS[unit] ?? unit;
}

/** Returns a cell's text; the heading has its unit. */
export function cellText(row: TableRow, column: Column, distance: DistanceFormats): string {
  const { ev, shown: trim, score } = row;
  if (column.name === TRIP_COLUMN.name) {
    const minutes = longDriveMinutes(trim);
    return minutes === null ? NOT_AVAILABLE : formatDuration(minutes);
  }
  if (column.shown === null) return score === null ? NOT_AVAILABLE : roundScore(score).toFixed(1);
  const field = SHOWN_FIELDS[column.shown];
  if ("words" in field) return field.words(ev, trim, distance) ?? NOT_AVAILABLE;
  const text = field.format(field.value(trim), distance);
  return FIGURE.exec(text)?.[1] ?? text;
}

/** @returns null for words and unknown figures */
export function cellFigure({ shown: trim, score }: TableRow, column: Column): number | null {
  if (column.name === TRIP_COLUMN.name) return longDriveMinutes(trim);
  if (column.shown === null) return score;
  const field = SHOWN_FIELDS[column.shown];
  return "words" in field ? null : field.value(trim);
}

/** @param hasScore includes the score, for a table ranked by weights */
export function defaultColumns(hasScore: boolean): readonly string[] {
  const names = DEFAULT_NAMES.map((shown) => ofField(shown).name);
  return hasScore ? [SCORE_COLUMN.name, ...names] : names;
}
