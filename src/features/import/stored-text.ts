import { formatCount, formatNumber, NOT_AVAILABLE } from "../../domain/format.ts";
import { entryOf, isFieldName } from "../../domain/fields.ts";
import type { CsvColumn } from "./columns/columns.schema.ts";
import type { StoredValue, UnusualFigures } from "./import.schema.ts";

export const MOST_DECIMALS = 6;
export const MAX_VALUE_CHARACTERS = 80;

function symbolOf(field: CsvColumn["field"]): string | undefined {
  if (!isFieldName(field)) return undefined;
  const entry = entryOf(field);
  return entry.kind === "figure" ? entry.symbol : undefined;
}

function figureText(field: CsvColumn["field"], value: number): string {
  if (field === "year") return String(value);
  const symbol = symbolOf(field);
  const figure = formatNumber(value, symbol === "mi" || symbol === "mph" ? 0 : MOST_DECIMALS);
  // Cents have two digits.
  return symbol === "$" ? `$${figure.replace(/\.\d$/, "$&0")}` : figure;
}

/** `$45.99`, `310 mi`, `Yes`, or N/A for a missing value. */
export function storedText(
  field: CsvColumn["field"],
  value: string | number | boolean | null | undefined,
): string {
  if (value == null) return NOT_AVAILABLE;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return value;
  const symbol = symbolOf(field);
  const figure = figureText(field, value);
  return symbol && symbol !== "$" ? `${figure} ${symbol}` : figure;
}

/** A value of a mapping as a person would type it. */
export function valueAsTyped(value: StoredValue | undefined): string {
  if (value === undefined) return "";
  if (value === null) return "-";
  return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
}

export function catalogueWords(figures: Pick<UnusualFigures, "field" | "least" | "most">): string {
  const { field, least, most } = figures;
  return `Nearly all cars have ${rangeText(field, least, most)}`;
}

/** `$20–$60`, `99–112 mi`, or the figure if both are the same. */
export function rangeText(field: CsvColumn["field"], least: number, most: number): string {
  const last = storedText(field, most);
  return least === most ? last : `${figureText(field, least)}–${last}`;
}

/** The unit that a column's figures are converted from; undefined if it is ours. */
export function convertedUnit({ field, unit }: Pick<CsvColumn, "field" | "unit">) {
  if (unit === undefined || !isFieldName(field)) return undefined;
  const entry = entryOf(field);
  return entry.kind === "figure" && [entry.unit, "USD"].includes(unit) ? undefined : unit;
}

/** A text of a file with its column's unit, if only the column says that unit and it is not ours. */
export function fileText(
  text: string,
  { multiple = 1, ...column }: Pick<CsvColumn, "field" | "unit" | "multiple">,
): string {
  const unit = convertedUnit(column);
  const isBareFigure = /\d/.test(text) && !/[\p{L}\p{Sc}]/u.test(text.normalize("NFKC"));
  if (unit === undefined || !isBareFigure) return text;
  return `${text} ${multiple > 1 ? "× " : ""}${unitLabel(unit, multiple)}`;
}

/** The name of a currency, such as `Polish zloty` or `10,000 yen`, or of another unit in American spelling. */
export function unitLabel(unit: string, multiple = 1): string {
  if (multiple > 1) return `${formatCount(multiple)} ${unitLabel(unit)}`;
  if (!/^[A-Z]{3}$/.test(unit)) return unit.replace(/(lit|met)res$/, "$1ers");
  const name = new Intl.DisplayNames("en", { type: "currency" }).of(unit) ?? unit;
  return name.replace(/(?<= )\p{Lu}(?=\p{Ll}+$)/u, (letter) => letter.toLowerCase());
}

const LONGEST_SHOWN_NAME = 40;

/** A header, shortened for use in a sentence. */
export function shortName(header: string): string {
  return header.length > LONGEST_SHOWN_NAME
    ? `${header.slice(0, LONGEST_SHOWN_NAME - 1).toWellFormed()}…`
    : header;
}
