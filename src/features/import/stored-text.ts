/** What an import would store, as a person reads it: the whole figure, with its unit. */
import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import { formatNumber } from "../../vehicle/numbers.ts";
import type { UnusualFigures } from "./import-answer.ts";
import type { CsvColumn, CsvField } from "./import-columns.ts";

const UNITS: Readonly<Partial<Record<CsvField, string>>> = {
  range: "mi",
  charging: "min",
  acceleration: "s",
  zeroToSixty: "s",
  topSpeed: "mph",
  cargoSpace: "cu ft",
  batteryCapacity: "kWh",
  maxChargingSpeed: "kW",
};

/** Nothing that is stored is rounded away. */
const MOST_DECIMALS = 6;

function figureText(field: CsvColumn["field"], value: number): string {
  if (field === "year") return String(value);
  const figure = formatNumber(value, MOST_DECIMALS);
  return field === "price" ? `$${figure}` : figure;
}

/** `$45.99`, `310 mi`, `Yes`; what is missing is N/A. */
export function storedText(
  field: CsvColumn["field"],
  value: string | number | boolean | null | undefined,
): string {
  if (value == null) return NOT_AVAILABLE;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return value;
  const unit = field && field !== "unknown" ? UNITS[field] : undefined;
  return unit ? `${figureText(field, value)} ${unit}` : figureText(field, value);
}

/** `The catalogue has 15–75 min` */
export function catalogueWords({
  field,
  least,
  most,
}: Pick<UnusualFigures, "field" | "least" | "most">) {
  return `The catalogue has ${figureText(field, least)}–${storedText(field, most)}`;
}
