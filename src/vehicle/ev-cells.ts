/** Between a row and the cells of a table of text, such as a CSV file. */
import type { FieldEntry } from "./field-kinds.ts";
import { entryOf, FIELD_NAMES, isFieldName } from "./fields.ts";
import type { EvRow } from "./vehicle.ts";

const FLAG_WORDS: readonly (readonly [string, boolean])[] = [
  ...["true", "yes", "y", "1"].map((word) => [word, true] as const),
  ...["false", "no", "n", "0"].map((word) => [word, false] as const),
];

/** Texts that stand for a value of a field, in small letters. */
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

const NOTHING = /^(?:n\/a|[-–—])?$/i;

/** Whether a text without space around it says that there is no value: empty, `N/A`, a dash. */
export function isNothing(text: string): boolean {
  return NOTHING.test(text);
}

/** Values by field name; text that is not what its field needs stays, so that the schema says why. */
export function inputFromCells(cells: Readonly<Record<string, string>>): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const field of Object.keys(cells)) {
    values[field] = valueOfText(field, (cells[field] ?? "").trim(), "point");
  }
  return values;
}

/** The value of one text, without space around it: letter case never matters, nor does `$`. */
function valueOfText(field: string, text: string, decimal: DecimalSign): unknown {
  if (text === "") return null;
  if (isTextField(field)) return text;
  if (isNothing(text)) return null;
  if (isNumberField(field)) return numberOfCell(field, text, decimal) ?? text;
  if (kindOf(field) === "date") return dateOfText(text);
  return WORDS.get(field)?.get(text.toLowerCase()) ?? text;
}

/** As a spreadsheet set to US English, or to a language with points, writes the date of an export. */
function dateOfText(text: string): string {
  const us = /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/.exec(text);
  const {
    year,
    month = "",
    day = "",
  } = (us ?? /^(?<day>\d\d?)\.(?<month>\d\d?)\.(?<year>\d{4})$/.exec(text))?.groups ?? {};
  return year ? `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}` : text;
}

export function isNumberField(field: string): boolean {
  return kindOf(field) === "figure";
}

/** The number that a text without space around it is; a price may have its dollar sign. */
export function numberOfCell(field: string, text: string, decimal: DecimalSign) {
  return numberOfText(field === "price" ? text.replace(/^\$\s?/, "") : text, decimal);
}

/** In a file text may be missing too; text that {@link keptAsText} has marked is that text. */
export function valueOfCell(field: string, cell: string, decimal: DecimalSign = "point"): unknown {
  const text = textOfCell(field, cell);
  const isMarked = text !== cell;
  if (isTextField(field) && !isMarked && isNothing(text.trim())) return null;
  return valueOfText(field, text.trim(), decimal);
}

/** The text of one value in an export: what {@link valueOfCell} reads back as the same value. */
export function cellOf(field: string, value: EvRow[keyof EvRow]): string {
  if (value === null) return "";
  return typeof value === "string" ? keptAsText(field, value) : String(value);
}

/** A formula, or a word for "no value" (`isNothing`), after any number of apostrophes. */
const FORMULA = /^'*(?:[=+\-@\t\r＝＋－＠]|(?:n\/a|[–—])$)/iu;

/**
 * Digits and signs, of which a spreadsheet makes a number or a date that it writes otherwise: of
 * `250+` 250, of `9-3` March 9. What it writes as it was, such as `500`, is none.
 */
const LIKE_A_FIGURE =
  /^(?=\D*\d)'*(?!(?:0|[1-9]\d{0,14})(?:\.\d{0,9}[1-9])?$)(?:[\d ().,:/%$+-]|e(?=[+-]?\d))+$/i;

function isChangedBySpreadsheet(field: string, text: string): boolean {
  return FORMULA.test(text) || (isTextField(field) && LIKE_A_FIGURE.test(text));
}

/** One apostrophe more keeps a spreadsheet from reading the text; {@link textOfCell} undoes it. */
export function keptAsText(field: string, text: string): string {
  return isChangedBySpreadsheet(field, text) ? `'${text}` : text;
}

/** @param cell of a file, which may be one of our exports */
export function textOfCell(field: string, cell: string): string {
  return cell.startsWith("'") && isChangedBySpreadsheet(field, cell) ? cell.slice(1) : cell;
}

/** What stands before the decimals; the other sign groups thousands. */
export type DecimalSign = "point" | "comma";
export const DECIMAL_SIGNS: readonly DecimalSign[] = ["point", "comma"];

/** With an exponent only as `String` writes numbers below a millionth. */
const PLAIN = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e-\d+)?$/;
const GROUPED = /^[+-]?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/;

const SWAPPED: Readonly<Record<string, string>> = { ".": ",", ",": "." };

/** `45 990`, `45'990,50`: signs that only group thousands. */
const SPACED = /^[+-]?[1-9]\d{0,2}(?:[ '’\u00A0\u202F]\d{3})+(?![^.,])/;
/** No cents: `45.990,-` */
const NO_CENTS = /(?<=\d[.,])[-–—]{1,2}$/;

/** `45,990.50`, or with a decimal comma `45.990,50`; undefined for what is no number in that way. */
export function numberOfText(text: string, decimal: DecimalSign): number | undefined {
  const bare = text
    .replace(NO_CENTS, "0")
    .replace(SPACED, (digits) => digits.replaceAll(/[^\d+-]/g, ""));
  const pointed =
    decimal === "point" ? bare : bare.replaceAll(/[.,]/g, (sign) => SWAPPED[sign] ?? sign);
  if (PLAIN.test(pointed)) return Number(pointed);
  return GROUPED.test(pointed) ? Number(pointed.replaceAll(",", "")) : undefined;
}
