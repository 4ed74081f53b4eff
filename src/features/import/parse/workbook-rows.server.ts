import { ImportRefusal } from "./import-file.server.ts";
import { MAX_CELLS, MAX_RECORD_CHARACTERS, MAX_SHEET_ROWS } from "../limits.ts";
import { TOO_LARGE, UNREADABLE, type WorkbookArchive } from "./workbook-archive.server.ts";
import { decodeEscapes, isTrue, type Workbook } from "./workbook-parts.server.ts";

export type SheetValue = string | number | boolean | Date | null;

export interface SheetRow {
  /** zero-based, within the sheet */
  index: number;
  values: SheetValue[];
}

interface Cell {
  /** index in its row */
  at: number;
  type: string;
  style: number;
  value: string;
  /** text stored in the cell itself */
  inlineText: string;
}

/**
 * Reads the rows of a sheet that have a value, in order. Formulas are not evaluated; their cells have the
 * values that were saved with them.
 * @param take called with the rows of each piece of the sheet
 * @throws ImportRefusal when the rows are out of order; errors of the archive
 */
export async function readSheetRows(
  archive: WorkbookArchive,
  path: string,
  workbook: Workbook,
  take: (rows: readonly SheetRow[]) => void,
): Promise<void> {
  let rows: SheetRow[] = [];
  let row: SheetRow | undefined;
  let nextRow = 0;
  let nextCell = 0;
  let cell: Cell | undefined;
  let element = "";
  let isReading = false;
  let isSheetData = false;
  await archive.readXml(path, {
    onOpen(name, attributes) {
      element = name;
      if (name === "sheetData") isSheetData = true;
      else if (name === "row" && isSheetData) {
        row = { index: rowIndex(attributes["r"], nextRow), values: [] };
        nextRow = row.index + 1;
        nextCell = 0;
      } else if (name === "c" && row) {
        const { r, t = "n", s = "" } = attributes;
        const at = r === undefined ? nextCell : cellIndex(r);
        nextCell = at + 1;
        cell = { at, type: t, style: Number(s || NaN), value: "", inlineText: "" };
      } else if (name === "rPh") isReading = true;
    },
    onText(text) {
      if (!cell || isReading) return;
      if (element === "v") cell.value += text;
      else if (element === "t") cell.inlineText += text;
    },
    onClose(name) {
      element = "";
      if (name === "sheetData") isSheetData = false;
      else if (name === "rPh") isReading = false;
      else if (name === "c" && cell && row) {
        putValue(row.values, cell.at, valueOfCell(cell, workbook));
        cell = undefined;
      } else if (name === "row" && row) {
        if (row.values.some((value) => value !== null && value !== "")) rows.push(row);
        row = undefined;
      }
    },
    onPiece() {
      if (rows.length > 0) take(rows);
      rows = [];
    },
  });
}

/** A workbook may claim any row number, and skipped rows count as rows too. */
function rowIndex(number: string | undefined, next: number): number {
  const index = number === undefined ? next : Number(number) - 1;
  if (!(Number.isInteger(index) && index >= next && index < MAX_SHEET_ROWS)) {
    throw new ImportRefusal(UNREADABLE, []);
  }
  return index;
}

/** @param reference for example AB12 */
function cellIndex(reference: string): number {
  const [letters] = /^[A-Z]{1,3}/i.exec(reference) ?? [];
  if (letters === undefined) throw new ImportRefusal(UNREADABLE, []);
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

function putValue(values: SheetValue[], at: number, value: SheetValue): void {
  // One cell beyond the limit shows that the row is too wide.
  const place = Math.min(at, MAX_CELLS);
  while (values.length < place) values.push(null);
  values[place] = value;
}

function valueOfCell({ type, style, value, inlineText }: Cell, workbook: Workbook): SheetValue {
  if (type === "s") return (value === "" ? undefined : workbook.texts[Number(value)]) ?? null;
  if (type === "str") return decodeEscapes(value);
  if (type === "inlineStr") return decodeEscapes(inlineText);
  if (type === "b") return isTrue(value);
  if (type === "e" || value === "") return value || null;
  const number = Number(value);
  if (Number.isNaN(number)) return value;
  const { isDate = false, unit } = workbook.styles[style] ?? {};
  if (isDate) return dateOf(number, workbook.is1904);
  return unit === undefined ? number : `${numberToText(number)} ${unit}`;
}

/** Three decimals could be read as thousands, so add a fourth. */
function numberToText(number: number): string {
  return String(number).replace(/\.\d{3}$/, "$&0");
}

const DAY_MS = 86_400_000;
const DAYS_BEFORE_1970 = { of1900: 25_568, of1904: 24_107 };
/** Excel counts February 29, 1900, which never existed. */
const NO_SUCH_DAY = 60;

function dateOf(days: number, is1904: boolean): Date | number {
  const since1970 = is1904
    ? days - DAYS_BEFORE_1970.of1904
    : days - DAYS_BEFORE_1970.of1900 - (days >= NO_SUCH_DAY ? 1 : 0);
  const date = new Date(Math.round(since1970 * DAY_MS));
  return Number.isNaN(date.getTime()) ? days : date;
}

/** Formats a row as a line of the file that the thread writes. @throws ImportRefusal when it is too long */
export function formatSheetRow({ index, values }: SheetRow): string {
  let characters = 0;
  for (const value of values) if (typeof value === "string") characters += value.length;
  if (characters > MAX_RECORD_CHARACTERS) throw new ImportRefusal(TOO_LARGE, []);
  const written = values.map((value) => {
    if (value instanceof Date) return { date: value.getTime() };
    // JSON cannot represent infinite numbers.
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : value;
  });
  return `${JSON.stringify([index, ...written])}\n`;
}

type WrittenValue = Exclude<SheetValue, Date> | { date: number };

/** @param line written by {@link formatSheetRow} */
export function parseSheetRow(line: string): SheetRow {
  const [index, ...written] = JSON.parse(line) as [number, ...WrittenValue[]];
  const values = written.map((value) =>
    typeof value === "object" && value !== null ? new Date(value.date) : value,
  );
  return { index, values };
}

export function textOfValue(value: SheetValue): string {
  if (value === null) return "";
  return value instanceof Date ? value.toISOString().slice(0, 10) : String(value);
}
