/** The columns of the administrators' table, in order (grid.md#columns). */
import { EvInput, readTypedValue, type TypedValue } from "../../../domain/ev-input.ts";
import type { FieldEntry } from "../../../domain/field-kinds.ts";
import { entryOf, FIELD_NAMES, inOrder } from "../../../domain/fields.ts";
import { FURTHER_NAMES } from "../../../domain/fields/further.admin.ts";
import { formatNumber, formatPrice, NOT_AVAILABLE } from "../../../domain/format.ts";
import { present } from "../../../domain/trims.ts";
import type { EvRow } from "../../../domain/vehicle.ts";

/** maximum number of decimals (grid.md#columns) */
const SHOWN_DECIMALS = 2;

export type GridField = keyof EvInput;
export type CellValue = EvInput[GridField];

interface Column {
  label: string;
  widthPx: number;
  unit?: string;
}

/** Row numbers and actions, which are not fields of a vehicle. */
interface ToolColumn extends Column {
  kind: "position" | "actions";
  field: null;
  format?: undefined;
}

export interface FieldColumn extends Column {
  kind: FieldEntry["kind"];
  field: GridField;
  /** editable only in header rows (grid.md#columns) */
  ofHeader?: boolean;
  /** texts in the format of `parseCellText`, empty for none, and their labels */
  options?: readonly (readonly [text: string, label: string])[];
  format?: (value: number) => string;
}

export type GridColumn = ToolColumn | FieldColumn;

const formatUpToDecimals = (value: number) => formatNumber(value, SHOWN_DECIMALS);

function formatOf(entry: FieldEntry): FieldColumn["format"] {
  if (entry.kind !== "figure") return undefined;
  if (entry.isWhole) return String;
  if (entry.symbol === "$") return formatPrice;
  const { decimals } = entry.grid;
  // Usually whole numbers; show decimals only when there are any.
  if (typeof decimals !== "number") return formatUpToDecimals;
  // A fixed number of decimals, so that the decimal points line up.
  return (value) => value.toFixed(decimals);
}

const VALUE_WORDS: Readonly<Record<string, string>> = { true: "Yes", false: "No" };

/** In a list each digit chooses an option, so only numbers of one digit get a list. */
const MAX_SELECT_NUMBER = 9;

function optionsOf(entry: FieldEntry): FieldColumn["options"] {
  const texts =
    entry.kind === "choice"
      ? entry.options
      : entry.kind === "flag"
        ? ["true", "false"]
        : entry.kind === "figure" && entry.isWhole && entry.max <= MAX_SELECT_NUMBER
          ? wholeNumbers(entry.min ?? 0, entry.max)
          : undefined;
  const options = texts?.map((text) => [text, VALUE_WORDS[text] ?? text] as const);
  return options && !entry.required ? [["", NOT_AVAILABLE], ...options] : options;
}

function wholeNumbers(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String(from + index));
}

function fieldColumn(field: GridField): FieldColumn {
  const entry = entryOf(field);
  const { kind, grid } = entry;
  const { label = entry.label, widthPx, ofHeader } = grid;
  const format = formatOf(entry);
  const options = optionsOf(entry);
  const unit =
    kind === "figure" && entry.symbol !== "$" && !grid.hasUnitInLabel ? entry.symbol : undefined;
  return {
    kind,
    field,
    label,
    widthPx,
    ...(ofHeader && { ofHeader }),
    ...(unit && { unit }),
    ...(options && { options }),
    ...(format && { format }),
  };
}

const TOOLS: Readonly<Record<"position" | "actions", ToolColumn>> = {
  position: { kind: "position", field: null, label: "#", widthPx: 72 },
  actions: { kind: "actions", field: null, label: "Actions", widthPx: 98 },
};

/** The columns that the specification lists; other fields come after them. */
const FIRST_COLUMNS = [
  "position",
  "make",
  "model",
  "trim",
  "year",
  "bodyType",
  "price",
  "range",
  "zeroToSixty",
  "topSpeed",
  "seatingCapacity",
  "cargoSpace",
  "batteryCapacity",
  "maxChargingSpeed",
  "driveType",
  "taxCreditEligible",
  "actions",
  "image",
  ...FURTHER_NAMES,
] as const;

export const GRID_COLUMNS: readonly GridColumn[] = inOrder<GridField | keyof typeof TOOLS>(
  FIRST_COLUMNS,
  FIELD_NAMES,
).map((name) => (name === "position" || name === "actions" ? TOOLS[name] : fieldColumn(name)));

export function columnName(column: GridColumn): string {
  return column.field ?? column.kind;
}

/** Up to 1,024 px, price and range stand right after the trim (grid.md#columns). */
const NARROW_WIDTHS_PX = {
  position: 60,
  make: 100,
  model: 104,
  trim: 122,
  price: 96,
  range: 76,
  year: 62,
};
/** A phone shows make and model above the trim (grid.md#on-a-phone). */
const PHONE_WIDTHS_PX = { position: 60, trim: 136, price: 96, range: 76 };

/** Moves these columns to the front, with these widths. */
function columnsFirst(widthsPx: Readonly<Record<string, number>>): readonly GridColumn[] {
  const first = Object.entries(widthsPx).flatMap(([name, widthPx]) =>
    GRID_COLUMNS.filter((column) => columnName(column) === name).map((column) => ({
      ...column,
      widthPx,
    })),
  );
  return [
    ...first,
    ...GRID_COLUMNS.filter((column) => !Object.hasOwn(widthsPx, columnName(column))),
  ];
}

export const NARROW_COLUMNS = columnsFirst(NARROW_WIDTHS_PX);
export const PHONE_COLUMNS = columnsFirst(PHONE_WIDTHS_PX);

/** Pinned columns: the others scroll under them (grid.md#columns). */
const FROZEN_COLUMNS: readonly string[] = ["position", "make", "model", "trim", "year"];

/** The column's name for the style sheet if it is pinned. */
export function frozenName(column: GridColumn): string | undefined {
  return FROZEN_COLUMNS.find((name) => name === columnName(column));
}

export const FIELD_COLUMNS = GRID_COLUMNS.filter(
  (column): column is FieldColumn => column.field !== null,
);

/** The fields that identify a row. */
const NAMES: readonly GridField[] = ["make", "model", "trim"];

export const HIDEABLE_COLUMNS = FIELD_COLUMNS.filter(({ field }) => !NAMES.includes(field));

export function columnOf(field: GridField): FieldColumn;
export function columnOf(field: string): FieldColumn | undefined;
export function columnOf(field: string) {
  return FIELD_COLUMNS.find((column) => column.field === field);
}

/** Whether a cell can be edited in the table, whatever its value (grid.md#columns). */
export function isEditable(column: GridColumn, row: EvRow): column is FieldColumn {
  return column.field !== null && (!column.ofHeader || row.isModelHeader);
}

/** The text that a cell shows (grid.md#columns); N/A for a missing value. */
export function formatCell(column: FieldColumn, value: CellValue): string {
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (column.format) {
    // 0 counts as missing (vehicles.md#missing-values).
    const number = typeof value === "number" ? present(value) : null;
    return number === null ? NOT_AVAILABLE : column.format(number);
  }
  return value == null || value === "" ? NOT_AVAILABLE : String(value);
}

/** The value with its unit, outside the table, where no decimals have to line up: `26.9 cu ft`. */
export function valueWithUnit(column: FieldColumn, value: CellValue): string {
  const text = formatCell(column, value);
  if (!column.unit || text === NOT_AVAILABLE) return text;
  return `${typeof value === "number" ? formatUpToDecimals(value) : text} ${column.unit}`;
}

/** The full value as text, for editors and for copying. */
export function cellToText(value: CellValue): string {
  return value == null ? "" : String(value);
}

/** Reads the text of a cell; `N/A`, which it shows for a missing value, clears it. */
export function parseCellText({ field }: FieldColumn, text: string): TypedValue {
  const isMissing = text.trim().toUpperCase() === NOT_AVAILABLE;
  return readTypedValue(field, isMissing ? "" : text);
}

/** The only option that begins with the text, never `N/A`, which clears the cell; otherwise the text itself. */
export function completeText(options: NonNullable<FieldColumn["options"]>, text: string): string {
  const [begun, ...others] = options.filter(
    ([value, label]) =>
      text !== "" && value !== "" && label.toLowerCase().startsWith(text.toLowerCase()),
  );
  return begun && others.length === 0 ? begun[1] : text;
}

export function isOptional(field: GridField): boolean {
  return EvInput.shape[field].safeParse(null).success;
}
