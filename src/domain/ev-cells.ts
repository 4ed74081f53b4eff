/** Converts rows to and from the text cells of a table, such as a CSV file. */
import { type DateOrder, readDate } from "./cell-dates.ts";
import type { FieldEntry, FigureEntry } from "./field-kinds.ts";
import { entryOf, FIELD_NAMES, isFieldName } from "./fields.ts";
import { type DecimalSign, readNumber, toPlainDigits, withoutUnit } from "./read-number.ts";
import type { EvRow } from "./vehicle.ts";

const FLAG_WORDS: readonly (readonly [string, boolean])[] = [
  ...["true", "yes", "y", "1"].map((word) => [word, true] as const),
  ...["false", "no", "n", "0"].map((word) => [word, false] as const),
];

/** Lowercase texts that are read as a value of a field. */
const WORDS: ReadonlyMap<string, ReadonlyMap<string, unknown>> = new Map(
  FIELD_NAMES.flatMap((name) => {
    const entry = entryOf(name);
    if (entry.kind === "flag") return [[name, new Map<string, unknown>(FLAG_WORDS)]];
    if (entry.kind !== "choice") return [];
    return [[name, new Map(entry.options.map((option) => [option.toLowerCase(), option]))]];
  }),
);

function kindOf(field: string): FieldEntry["kind"] | undefined {
  return isFieldName(field) ? entryOf(field).kind : undefined;
}

export function isTextField(field: string): boolean {
  const kind = kindOf(field);
  return kind === "name" || kind === "text";
}

/** Lowercase words that people and programs write where there is no value. */
const NOTHING: ReadonlySet<string> = new Set(
  "n/a n.a. n.a na nan null none nil undefined empty - – — --".split(" "),
);
const LONGEST_NOTHING = Math.max(...[...NOTHING].map((word) => word.length));

function isWordForNothing(text: string): boolean {
  return text.length <= LONGEST_NOTHING && NOTHING.has(text.toLowerCase());
}

/** Whether text without surrounding space means that there is no value: empty, `N/A`, a dash. */
export function isNothing(text: string): boolean {
  return text === "" || isWordForNothing(text);
}

const ADDRESS = /https?:\/\//gi;
/** Separators between addresses, including white space in a cell. */
const BETWEEN_ADDRESSES = /[\s,;|]/;
/** The first address must end within this many characters; otherwise it is too long. */
const ADDRESSES_WITHIN = 4_096;

/** Returns the first of several picture addresses in one text, or undefined unless there are several. */
export function firstOfAddresses(text: string): string | undefined {
  const start = text.slice(0, ADDRESSES_WITHIN).trim();
  if (!/^https?:/i.test(start)) return undefined;
  for (const { index } of start.matchAll(ADDRESS)) {
    if (!BETWEEN_ADDRESSES.test(start.charAt(index - 1))) continue;
    let end = index;
    while (BETWEEN_ADDRESSES.test(start.charAt(end - 1))) end--;
    return start.slice(0, end);
  }
  return undefined;
}

/**
 * Returns values by field name; text that does not fit its field stays as it is, so that the schema reports
 * it.
 */
export function inputFromCells(cells: Readonly<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of Object.keys(cells)) {
    values[field] = valueOfText(field, (cells[field] ?? "").trim(), undefined);
  }
  return values;
}

/** Reads the value of a text without surrounding space; letter case and `$` never matter. */
function valueOfText(field: string, text: string, reading: CellReading | undefined): unknown {
  if (text === "") return null;
  if (isTextField(field)) return text;
  if (isNothing(text)) return null;
  const entry = figureEntry(field);
  if (entry)
    return readNumber(withoutUnit(entry, toPlainDigits(text)), decimalSign(reading)) ?? text;
  if (isDateField(field)) return readDate(text, dateOrder(reading)) ?? text;
  return WORDS.get(field)?.get(text.toLowerCase()) ?? text;
}

export function isDateField(field: string): boolean {
  return kindOf(field) === "date";
}

export function isNumberField(field: string): boolean {
  return kindOf(field) === "figure";
}

function figureEntry(field: string): FigureEntry | undefined {
  const entry = isFieldName(field) ? entryOf(field) : undefined;
  return entry?.kind === "figure" ? entry : undefined;
}

/**
 * Reads a cell of a file, in which text may be missing too; text marked by {@link keptAsText} is taken
 * literally.
 * @param reading how the column is read; without it the decimal separator is a point, and a date that can be
 *   read both ways stays a text
 */
export function valueOfCell(field: string, cell: string, reading?: CellReading): unknown {
  const text = textOfCell(field, cell);
  const isMarked = text !== cell;
  if (isTextField(field) && !isMarked && isNothing(text.trim())) return null;
  return valueOfText(field, text.trim(), reading);
}

/** Returns the text of one value in an export, which {@link valueOfCell} reads back as the same value. */
export function cellOf(field: string, value: EvRow[keyof EvRow]): string {
  if (value === null) return "";
  return typeof value === "string" ? keptAsText(field, value) : String(value);
}

/** The first character of a formula, after any number of apostrophes. */
const FORMULA = /^'*[=+\-@\t\r＝＋－＠]/u;
const APOSTROPHES = /^'+/;

/**
 * Digits and signs that a spreadsheet turns into a number or date and then writes differently: `250+` becomes
 * 250, `9-3` becomes March 9. Text that comes back unchanged, such as `500`, does not match.
 */
const LIKE_A_FIGURE =
  /^(?=\D*\d)'*(?!(?:0|[1-9]\d{0,14})(?:\.\d{0,9}[1-9])?$)(?:[\d ().,:/%$+-]|e(?=[+-]?\d))+$/i;

/**
 * Whether a spreadsheet would run the text or write it differently, or an import would read it as no value.
 */
function isChangedBySpreadsheet(field: string, text: string): boolean {
  if (FORMULA.test(text) || isWordForNothing(text.replace(APOSTROPHES, ""))) return true;
  return isTextField(field) && LIKE_A_FIGURE.test(text);
}

/** Adds an apostrophe that stops a spreadsheet from interpreting the text; {@link textOfCell} removes it. */
export function keptAsText(field: string, text: string): string {
  return isChangedBySpreadsheet(field, text) ? `'${text}` : text;
}

/** @param cell a cell of a file, which may be one of our exports */
export function textOfCell(field: string, cell: string): string {
  return cell.startsWith("'") && isChangedBySpreadsheet(field, cell) ? cell.slice(1) : cell;
}

/** How the figures or dates of a column are read. */
export type CellReading = DecimalSign | DateOrder;

function decimalSign(reading: CellReading | undefined): DecimalSign {
  return reading === "comma" ? reading : "point";
}

function dateOrder(reading: CellReading | undefined): DateOrder | undefined {
  return reading === "day-first" || reading === "month-first" ? reading : undefined;
}
