/** The columns of the administrator's table, in their order (§2). */
import type { EvInput } from "../../vehicle/ev-input.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { MAX_SEATS, MAX_YEAR, MIN_SEATS, MIN_YEAR } from "../../vehicle/limits.ts";
import { present } from "../../vehicle/trims.ts";
import { BODY_TYPES, DRIVE_TYPES, type EvRow } from "../../vehicle/vehicle.ts";
import { SHOWN_DECIMALS, ZERO_TO_SIXTY_DECIMALS } from "./limits.ts";

export type GridField = keyof EvInput;
export type CellValue = EvInput[GridField];

interface GridOption {
  value: string | number | null;
  label: string;
}

interface Column {
  label: string;
  widthPx: number;
  /** a quiet word beside the label */
  unit?: string;
}

/** What counts the rows and what acts on them; nothing of a vehicle. */
interface ToolColumn extends Column {
  kind: "position" | "actions";
  field: null;
  format?: undefined;
}

export interface FieldColumn extends Column {
  kind: "text" | "number" | "select" | "boolean" | "image";
  field: GridField;
  /** only header rows may change it (§2) */
  ofHeader?: boolean;
  /** of a select, as the schema takes them */
  options?: readonly GridOption[];
  /** shows a number that is there */
  format?: (value: number) => string;
}

export type GridColumn = ToolColumn | FieldColumn;

/** As many decimals in every row, so that the points stand under each other (§9). */
const decimals = (places: number) => (value: number) => value.toFixed(places);

const UP_TO_DECIMALS = new Intl.NumberFormat("en-US", { maximumFractionDigits: SHOWN_DECIMALS });

/** Usually whole: decimals only where there are some. */
const whole = (value: number) => UP_TO_DECIMALS.format(value);

const named = (value: string | number): GridOption => ({ value, label: String(value) });
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => named(from + index));
const NONE: GridOption = { value: null, label: "N/A" };

export const GRID_COLUMNS: readonly GridColumn[] = [
  { kind: "position", field: null, label: "#", widthPx: 52 },
  { kind: "text", field: "make", label: "Make", widthPx: 132, ofHeader: true },
  { kind: "text", field: "model", label: "Model", widthPx: 152, ofHeader: true },
  { kind: "text", field: "trim", label: "Trim", widthPx: 196 },
  {
    kind: "select",
    field: "year",
    label: "Year",
    widthPx: 80,
    options: numbers(MIN_YEAR, MAX_YEAR),
    format: String,
  },
  {
    kind: "select",
    field: "bodyType",
    label: "Body Type",
    widthPx: 128,
    options: BODY_TYPES.map(named),
  },
  { kind: "number", field: "price", label: "Price", widthPx: 108, format: formatPrice },
  { kind: "number", field: "range", label: "Range", widthPx: 92, unit: "mi", format: whole },
  {
    kind: "number",
    field: "zeroToSixty",
    label: "0-60 (sec)",
    widthPx: 100,
    format: decimals(ZERO_TO_SIXTY_DECIMALS),
  },
  {
    kind: "number",
    field: "topSpeed",
    label: "Top Speed",
    widthPx: 128,
    unit: "mph",
    format: whole,
  },
  {
    kind: "select",
    field: "seatingCapacity",
    label: "Seating",
    widthPx: 88,
    options: [NONE, ...numbers(MIN_SEATS, MAX_SEATS)],
    format: String,
  },
  {
    kind: "number",
    field: "cargoSpace",
    label: "Cargo Space",
    widthPx: 140,
    unit: "cu ft",
    format: decimals(SHOWN_DECIMALS),
  },
  {
    kind: "number",
    field: "batteryCapacity",
    label: "Battery",
    widthPx: 116,
    unit: "kWh",
    format: decimals(SHOWN_DECIMALS),
  },
  {
    kind: "number",
    field: "maxChargingSpeed",
    label: "Charging Speed",
    widthPx: 152,
    unit: "kW",
    format: decimals(SHOWN_DECIMALS),
  },
  {
    kind: "select",
    field: "driveType",
    label: "Drive Type",
    widthPx: 104,
    options: [NONE, ...DRIVE_TYPES.map(named)],
  },
  { kind: "boolean", field: "taxCreditEligible", label: "Tax Credit", widthPx: 112 },
  { kind: "actions", field: null, label: "Actions", widthPx: 108 },
  { kind: "image", field: "image", label: "Image URL", widthPx: 300 },
];

/** The column of a field, and undefined for one that has none. */
export function columnOf(field: GridField): FieldColumn | undefined {
  return GRID_COLUMNS.find((column): column is FieldColumn => column.field === field);
}

/** Whether a cell can be changed here, whatever its value (§2). */
export function isEditable(column: GridColumn, row: EvRow): column is FieldColumn {
  return column.field !== null && (!column.ofHeader || row.isModelHeader);
}

/** Whether a number is there to be shown: 0 counts as missing (readings 2). */
export function shownNumber(value: CellValue): number | null {
  return typeof value === "number" ? present(value) : null;
}
