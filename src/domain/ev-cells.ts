/** Converts rows to and from the text cells of a table, such as a CSV file. */
import type { FieldEntry } from "./field-kinds.ts";
import { entryOf, isFieldName } from "./fields.ts";
import { type CellReading, rulesOf } from "./field-rules.ts";
import type { EvRow } from "./vehicle.ts";

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
/** The same in files, where a figure is not known yet; a model may be called so. */
const NOT_KNOWN: ReadonlySet<string> = new Set(
  "unknown tba tbc tbd poa p.o.a. k.a. k.a n/d n.d.".split(" "),
);
const LONGEST_NOTHING = Math.max(...[...NOTHING, ...NOT_KNOWN].map((word) => word.length));

/** Whether text without surrounding space means that there is no value: empty, `N/A`, a dash. */
export function isNothing(text: string): boolean {
  return text.length <= LONGEST_NOTHING && (text === "" || NOTHING.has(text.toLowerCase()));
}

/** The same for a cell of a file, which may also say that nobody knows: `TBA`. */
function isNothingInFile(text: string): boolean {
  return isNothing(text) || (text.length <= LONGEST_NOTHING && NOT_KNOWN.has(text.toLowerCase()));
}

/** Returns values by field name; text that does not fit its field stays, so that the schema reports it. */
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
  if (isNothingInFile(text)) return null;
  if (!isFieldName(field)) return text;
  const entry = entryOf(field);
  return rulesOf(entry).read(text, entry, reading) ?? text;
}

export function isDateField(field: string): boolean {
  return kindOf(field) === "date";
}

export function isNumberField(field: string): boolean {
  return kindOf(field) === "figure";
}

/**
 * Reads a cell of a file, in which text may be missing too; text marked by {@link keptAsText} is taken literally.
 * @param reading without it the decimal separator is a point, and a date that can be read both ways stays text
 */
export function valueOfCell(field: string, cell: string, reading?: CellReading): unknown {
  const text = textOfCell(field, cell);
  const isMarked = text !== cell;
  if (isTextField(field) && !isMarked && isNothingInFile(text.trim())) return null;
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

/** An import refuses both, because a spreadsheet or a wrong encoding leaves them behind. */
export const FORMULA_ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/i;
export const LOST_LETTER = "\uFFFD";

/**
 * Digits and signs that a spreadsheet turns into a number or date and then writes differently: `250+` becomes
 * 250, `9-3` becomes March 9. Text that comes back unchanged, such as `500`, does not match.
 */
const LIKE_A_FIGURE =
  /^(?=\D*\d)'*(?!(?:0|[1-9]\d{0,14})(?:\.\d{0,9}[1-9])?$)(?:[\d ().,:/%$+-]|e(?=[+-]?\d))+$/i;

/** Whether a spreadsheet would run or change the text, or an import would refuse it or read it as no value. */
function isChangedBySpreadsheet(field: string, text: string): boolean {
  const bare = text.replace(APOSTROPHES, "");
  if (FORMULA.test(text) || FORMULA_ERROR.test(bare)) return true;
  if (bare !== "" && isNothingInFile(bare)) return true;
  if (text.includes(LOST_LETTER)) return true;
  return isTextField(field) && LIKE_A_FIGURE.test(text);
}

/** Adds an apostrophe that stops a spreadsheet from interpreting the text; {@link textOfCell} removes it. */
function keptAsText(field: string, text: string): string {
  return isChangedBySpreadsheet(field, text) ? `'${text}` : text;
}

/** @param cell a cell of a file, which may be one of our exports */
export function textOfCell(field: string, cell: string): string {
  return cell.startsWith("'") && isChangedBySpreadsheet(field, cell) ? cell.slice(1) : cell;
}
