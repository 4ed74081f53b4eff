import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import { formatNumber } from "../../vehicle/numbers.ts";
import type { UnusualFigures } from "./import-schemas.server.ts";
import { entryOf, isFieldName } from "../../vehicle/fields.ts";
import type { CsvColumn } from "./import-columns.ts";

const MOST_DECIMALS = 6;

function symbolOf(field: CsvColumn["field"]): string | undefined {
  if (!isFieldName(field)) return undefined;
  const entry = entryOf(field);
  return entry.kind === "figure" ? entry.symbol : undefined;
}

function figureText(field: CsvColumn["field"], value: number): string {
  if (field === "year") return String(value);
  const figure = formatNumber(value, MOST_DECIMALS);
  return symbolOf(field) === "$" ? `$${figure}` : figure;
}

/** `$45.99`, `310 mi`, `Yes`; what is missing is N/A. */
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

/** `The catalogue has 15–75 min` */
export function catalogueWords({
  field,
  least,
  most,
}: Pick<UnusualFigures, "field" | "least" | "most">) {
  return `The catalogue has ${figureText(field, least)}–${storedText(field, most)}`;
}
