import { isNothing } from "../../../domain/ev-cells.ts";
import { fieldNamed } from "../columns/field-names.server.ts";
import { isUnitText } from "../columns/header-words.server.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { headerAmong } from "../mapping/import-mapping.ts";
import { MAX_COLUMNS, MAX_TITLE_LINES } from "../limits.ts";
import { columnLetter, isFieldHeader, planColumns } from "./import-columns.server.ts";
import { ImportRefusal, type TableLine } from "./import-file.server.ts";

const MAX_TITLE_CHARACTERS = 120;

export interface HeaderLine {
  cells: readonly string[];
  /** the line's number in the file, from which rows are counted */
  number: number;
  /** lines above the header */
  titles: string[];
  /** The file has no header: its columns are named by letters, and every line is a row. */
  headerless?: true;
}

const NO_COLUMNS =
  "No line of the file names its columns, with commas, semicolons or tabs between them.";
const NO_HEADER =
  "The file has no line with column names. Add one as its first line, or match its columns by letter (A, B, …).";

const withValue = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

/** Whether a line names make and model, by any known name. */
export function isHeader(cells: readonly string[], mapping: ImportMapping): boolean {
  if (cells.length > MAX_COLUMNS) return true;
  if (withValue(cells).length < 2) return false;
  const columns = planColumns(cells, mapping);
  const fields = new Set<string | null | undefined>(Object.keys(mapping.constants ?? {}));
  let hasName = false;
  for (const { header, field, split = [], isUnnamed } of columns) {
    const known = field === "unknown" ? fieldNamed(header) : field;
    // Letters name columns only in a file without a header.
    hasName ||= !isUnnamed && (Boolean(known) || split.length > 0);
    fields.add(known);
    for (const part of split) fields.add(part);
  }
  return hasName && fields.has("make") && fields.has("model");
}

/**
 * Finds the header among the first lines with a value. If none of them names make and model, takes the first
 * one with several cells, so that its names can be mapped, unless it looks like data or the mapping uses
 * letters.
 * @throws ImportRefusal without such a line
 */
export function findHeader(lines: readonly TableLine[], mapping: ImportMapping): HeaderLine {
  const candidates = lines.slice(0, MAX_TITLE_LINES + 1);
  const known = candidates.find(({ cells }) => isHeader(cells, mapping));
  if (known) return headerBelowTitles(lines, known);
  const [first] = candidates;
  if (!first) throw new ImportRefusal("The file is empty.");
  const line = candidates.find(({ cells }) => withValue(cells).length > 1);
  const { cells } = line ?? first;
  if (isByLetters(cells, mapping) || (line && looksLikeData(cells))) {
    const letters = cells.map((_cell, at) => columnLetter(at));
    return { cells: letters, number: 0, titles: [], headerless: true };
  }
  if (!line) throw new ImportRefusal(NO_COLUMNS);
  return headerBelowTitles(lines, line);
}

/** Titles, dates and notes may be above the header, and its second line below it. */
function headerBelowTitles(lines: readonly TableLine[], header: TableLine): HeaderLine {
  const at = lines.indexOf(header);
  const titles = lines.slice(0, at).map(({ cells }) => titleOf(cells));
  const below = lines[at + 1];
  if (!below || !continuesHeader(header.cells, below.cells)) {
    return { cells: header.cells, number: header.number, titles };
  }
  let group = "";
  const cells = header.cells.map((cell, column) => {
    const text = below.cells[column]?.trim() ?? "";
    group = cell.trim() || group;
    if (isNothing(text)) return cell;
    // The unit may already be in brackets.
    if (isUnitText(text)) return `${cell.trim()} [${text.replaceAll(/[[\]()]/g, "")}]`;
    return fieldNamed(text) === undefined ? `${group} ${text}` : text;
  });
  return { cells, number: below.number, titles };
}

export const IS_SIDEWAYS =
  "This file looks transposed: its first column names the fields, and each car is a column. Swap its rows and columns in a spreadsheet.";

const SIDEWAYS_LINES = 20;
const SIDEWAYS_FIELDS = 3;

function countFields(texts: readonly string[]): number {
  return new Set(texts.slice(0, SIDEWAYS_LINES).flatMap((text) => fieldNamed(text) ?? [])).size;
}

/** Whether the first cells of these lines name more fields than any single line does. */
export function looksSideways(lines: readonly TableLine[]): boolean {
  const first = lines.slice(0, SIDEWAYS_LINES);
  const inColumn = countFields(first.map(({ cells }) => cells[0] ?? ""));
  return inColumn >= SIDEWAYS_FIELDS && first.every(({ cells }) => countFields(cells) < inColumn);
}

/** Whether a line below a header belongs to it: units, or names below the headings of merged cells. */
function continuesHeader(header: readonly string[], below: readonly string[]): boolean {
  if (below.length > MAX_COLUMNS) return false;
  if (isUnitsLine(below)) return true;
  const texts = withValue(below).map((cell) => cell.trim());
  const isName = (text: string) => isUnitText(text) || fieldNamed(text) !== undefined;
  const hasMerged = below.some((cell, at) => cell.trim() !== "" && !header[at]?.trim());
  return (
    hasMerged &&
    !texts.some((text) => FIGURE.test(text)) &&
    texts.filter(isName).length * 2 >= texts.length
  );
}

/** Whether a line consists of units only, which belong to the names above them. */
function isUnitsLine(cells: readonly string[]): boolean {
  const texts = withValue(cells).map((cell) => cell.trim());
  return texts.some(isUnitText) && texts.every((text) => isUnitText(text) || isNothing(text));
}

function titleOf(cells: readonly string[]): string {
  return withValue(cells).join(" ").trim().slice(0, MAX_TITLE_CHARACTERS).toWellFormed();
}

function isByLetters(cells: readonly string[], { columns }: ImportMapping): boolean {
  const names = Object.keys(columns);
  return (
    names.length > 0 &&
    names.every((name) => /^[a-z]{1,2}$/i.test(name) && headerAmong(cells, name) === undefined)
  );
}

/** A figure or date without any letters. */
const FIGURE = /^[^\p{L}\d]*\d[^\p{L}]*$/u;

function looksLikeData(cells: readonly string[]): boolean {
  const names = withValue(cells).map((cell) => cell.trim());
  const isKnown = names.some((name) => isFieldHeader(name) || fieldNamed(name) !== undefined);
  return !isKnown && names.some((name) => FIGURE.test(name));
}

/**
 * The columns that a header names.
 * @param valued indexes of columns without a name that contain a value
 * @throws ImportRefusal when there are too many
 */
export function columnsOf(
  { cells, headerless }: HeaderLine,
  mapping: ImportMapping,
  valued?: ReadonlySet<number>,
): CsvColumn[] {
  if (cells.length > MAX_COLUMNS) {
    throw new ImportRefusal(`The file has more than ${MAX_COLUMNS} columns.`);
  }
  return headerless
    ? planColumns(
        cells.map(() => ""),
        mapping,
        new Set(cells.keys()),
      )
    : planColumns(cells, mapping, valued);
}

/** Why the columns of a file do not fit. */
export function headerRefusal(
  { cells, headerless }: HeaderLine,
  mapping: ImportMapping,
  issues: readonly { column: string; message: string }[],
): string {
  const isMapped = Object.keys(mapping.columns).some((name) => headerAmong(cells, name));
  return headerless && !isMapped ? NO_HEADER : columnsDoNotFit(issues);
}

const NAMED_COLUMNS = 5;

function columnsDoNotFit(issues: readonly { column: string; message: string }[]): string {
  const named = issues.map(({ column, message }) => `${column} (${lowerCaseFirst(message)})`);
  const more = named.length > NAMED_COLUMNS ? "…" : "";
  return `Nothing was added: the columns of the file do not fit: ${named.slice(0, NAMED_COLUMNS).join(", ")}${more}.`;
}

function lowerCaseFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
