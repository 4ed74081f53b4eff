/** Interprets the cells of one column. */
import {
  FORMULA_ERROR,
  isDateField,
  isNumberField,
  LOST_LETTER,
  textOfCell,
  valueOfCell,
} from "../../../domain/ev-cells.ts";
import { type CellReading, firstOfAddresses } from "../../../domain/kinds.ts";
import { DECIMAL_SIGNS } from "../../../domain/read-number.ts";
import { DATE_ORDERS, type DateOrder, readDate } from "../../../domain/cell-dates.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import type { FieldName } from "../../../domain/fields.ts";
import type { FieldMapping } from "../mapping/import-mapping.schema.ts";
import type { TableLine } from "./import-file.server.ts";
import { textKey } from "../mapping/import-mapping.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { storedText } from "../stored-text.ts";
import { meaningOf } from "../columns/column-values.server.ts";
import {
  convertFigure,
  figureOfCell,
  multiplied,
  otherUnit,
  rangeOf,
  ROUNDED_TO_0,
  toStoredUnit,
} from "../columns/units.server.ts";

export interface FieldColumn extends Pick<FieldMapping, "unit" | "values" | "range"> {
  /** US dollars per unit of a currency */
  rate?: number;
  /** Whether cells may have the usual words of other catalogues and languages. */
  hasUsualWords: boolean;
  /** what the header multiplies its prices by */
  multiple: number;
  field: FieldName;
  at: number;
  header: string;
  /** how figures or dates are read; undefined until a cell decides it */
  reading: CellReading | undefined;
  /** the row of the cell that decided it */
  decidingRow?: number;
  /** the first cell that can be read in two ways */
  example?: string;
  /** the first range, if the mapping does not say what to read of one */
  ranges?: CsvColumn["ranges"];
}

/** Whether the cells of a field can be read in several ways. */
export function hasReadings(field: FieldName): boolean {
  return isNumberField(field) || isDateField(field);
}

function readAs(column: FieldColumn, text: string, reading: CellReading) {
  return isDateField(column.field)
    ? readDate(text.trim(), reading as DateOrder) // the reading of a date column is an order
    : toStoredUnit(column, text, reading === "comma" ? "comma" : "point");
}

/**
 * How a figure or date can be read: in only one way, in both with different results, or with the same result.
 */
export function readingsOf(column: FieldColumn, text: string): CellReading | "both" | "same" {
  const [a, b] = isDateField(column.field) ? DATE_ORDERS : DECIMAL_SIGNS;
  if (!a || !b) return "same";
  const [first, second] = [readAs(column, text, a), readAs(column, text, b)];
  if (first === second) return "same";
  if (second === undefined) return a;
  if (first === undefined) return b;
  const schema = EvInput.shape[column.field];
  const [isFirst, isSecond] = [first, second].map((value) => schema.safeParse(value).success);
  return isFirst === isSecond ? "both" : isFirst ? a : b;
}

interface CellText {
  /** the value to store */
  value?: unknown;
  /** of a figure or date, to be read like the rest of the column */
  text?: string;
  /** Set when the text comes from the file, so it may decide how the column is read. */
  isFromFile?: true;
}

/** The text of a column's cell, or the value that the mapping gives it. */
export function cellText(column: FieldColumn, { cells, raw, typed }: TableLine): CellText {
  const { field, values, at, multiple } = column;
  const cell = cells[at] ?? "";
  const isFigure = isNumberField(field);
  const key = values && textKey(cell);
  if (key !== undefined && values && Object.hasOwn(values, key)) {
    const value = values[key];
    // An empty text leaves the cell as it is.
    if (value === "") return { text: cell, isFromFile: true };
    return isFigure && typeof value === "string" ? { text: value } : { value };
  }
  const meant = column.hasUsualWords ? meaningOf(field, cell) : undefined;
  if (meant !== undefined) return { value: meant || null };
  const figure = raw?.[at];
  // Numbers in a workbook have no decimal sign.
  if (typed?.has(at)) return { text: cell };
  if (isFigure && typeof figure === "number") {
    const value = convertFigure(column, multiplied(figure, multiple));
    return value === undefined ? { text: cell } : { value };
  }
  const range = isFigure && column.range ? rangeOf(column, cell) : undefined;
  if (!range) return { text: cell, isFromFile: true };
  if (column.range === "skip") return { value: null };
  return { text: column.range === "lower" ? range[0] : range[1], isFromFile: true };
}

export function valueOf(column: FieldColumn, line: TableLine): unknown {
  const { field, unit } = column;
  const { value: stored, text, isFromFile } = cellText(column, line);
  if (text === undefined) return stored;
  if (field === "image") return firstOfAddresses(text) ?? valueOfCell(field, text);
  let { reading } = column;
  if (!isFromFile && !reading && hasReadings(field)) {
    // What the user typed may be unambiguous even if the column is not.
    const typed = readingsOf(column, text);
    if (typed !== "both" && typed !== "same") reading = typed;
  }
  // A row with an ambiguous date is held back and read again later.
  if (isDateField(field)) return valueOfCell(field, text, reading ?? "day-first");
  if (!isNumberField(field)) return valueOfCell(field, text, reading);
  const figure = toStoredUnit(column, text, reading === "comma" ? "comma" : "point");
  if (figure !== undefined) return figure;
  const value = valueOfCell(field, text, reading);
  // A figure in another unit than the mapping says, such as dollars among euros, is invalid.
  return typeof value === "number" && unit !== undefined ? text : value;
}

/** The decimal sign of a column of figures. */
function signOf({ reading }: FieldColumn) {
  return reading === "comma" ? "comma" : "point";
}

const ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  "day-first": "the day first",
  "month-first": "the month first",
};

const A_RANGE = "This is a range. Choose its lower or its upper figure for the column";

/** Why a cell cannot be read, if there is more to say than what its field needs. */
export function whyUnread(column: FieldColumn, line: TableLine): string | undefined {
  const { text } = cellText(column, line);
  if (text === undefined) return undefined;
  if (isDateField(column.field)) return otherOrder(column, text.trim());
  if (!isNumberField(column.field)) return undefined;
  const range = rangeOf(column, text);
  if (range) {
    const ends = range.map((end) => toStoredUnit(column, end, signOf(column)) ?? end);
    const [lower = "", upper = ""] = ends.map((end) => storedText(column.field, end));
    column.ranges ??= { example: text.trim(), lower, upper };
    return A_RANGE;
  }
  const figure = figureOfCell(column, text, signOf(column));
  if (figure !== undefined && convertFigure(column, figure) === undefined) return ROUNDED_TO_0;
  const other = otherUnit(column, text);
  if (other === undefined) return undefined;
  return column.unit === undefined
    ? `This is in ${other}; choose ${other} as the column's unit`
    : `This is in ${other}, but the column is in ${column.unit}`;
}

function otherOrder({ reading, decidingRow }: FieldColumn, text: string): string | undefined {
  const other = DATE_ORDERS.find((order) => order !== reading);
  if (!reading || !other || readDate(text, other) === undefined) return undefined;
  const order = ORDER_WORDS[reading as DateOrder]; // the reading of a date column is an order
  const reason =
    decidingRow === undefined ? `The mapping says ${order}` : `Row ${decidingRow} has ${order}`;
  return `${reason}, this has ${ORDER_WORDS[other]}`;
}

/** Why the cell of a name or text is invalid; workbooks turn `9-3` into a date. */
export function whyNotText(
  { at, field = "" }: { at: number; field?: string },
  { cells, raw, typed }: TableLine,
): string | undefined {
  const text = cells[at]?.trim() ?? "";
  if (textOfCell(field, text) !== text) return undefined; // our export says that it is meant
  if (FORMULA_ERROR.test(text)) return "This is a formula error";
  if (text.includes(LOST_LETTER)) return "A letter of this text was lost when the file was saved";
  return raw?.[at] instanceof Date && !typed?.has(at) ? "This is a date, not a text" : undefined;
}
