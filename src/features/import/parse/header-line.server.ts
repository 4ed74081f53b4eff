import { fieldNamed } from "../mapping/column-suggestions.ts";
import {
  columnIssues,
  columnLetter,
  headerAmong,
  isFieldHeader,
  readColumns,
  type SaidOfFile,
} from "../mapping/import-columns.ts";
import { ImportRefusal } from "./import-file.server.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { MAX_COLUMNS, MAX_TITLE_CHARACTERS } from "../limits.ts";

export interface HeaderLine {
  header: readonly string[];
  /** lines above it */
  titles: string[];
  /** The file has none: its columns are named by letters, and every line is a row. */
  headerless?: true;
}

const NO_COLUMNS =
  "No line of the file names its columns, with commas, semicolons or tabs between them.";
const NO_HEADER =
  "The file has no line with column names. Add one as its first line, or match its columns by letter (A, B, …).";

export const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

/** Whether a line names make and model, by whatever name is known for them. */
export function isHeader(cells: readonly string[], said: SaidOfFile): boolean {
  if (cells.length > MAX_COLUMNS) return true;
  if (filled(cells).length < 2) return false;
  const columns = readColumns(cells, said);
  const fields = new Set<string | null | undefined>(Object.keys(said.constants ?? {}));
  let hasName = false;
  for (const { header, field, split = [], isUnnamed } of columns) {
    const known = field === "unknown" ? fieldNamed(header) : field;
    // Letters alone name the columns of a file that has no header.
    hasName ||= !isUnnamed && (Boolean(known) || split.length > 0);
    fields.add(known);
    for (const part of split) fields.add(part);
  }
  return hasName && fields.has("make") && fields.has("model");
}

function titleOf(cells: readonly string[]): string {
  return filled(cells).join(" ").trim().slice(0, MAX_TITLE_CHARACTERS).toWellFormed();
}

/** Titles, dates and notes may stand above the header. */
export function headerLine(
  lines: readonly (readonly string[])[],
  header: readonly string[],
): HeaderLine {
  return { header, titles: lines.slice(0, lines.indexOf(header)).map(titleOf) };
}

/**
 * Where none of the first lines names make and model, the header is the first one with several
 * cells, so that its names can be mapped, unless it looks like data or the mapping is by letters.
 * @throws ImportRefusal without such a line
 */
export function guessHeader(lines: readonly (readonly string[])[], said: SaidOfFile): HeaderLine {
  const [first] = lines;
  if (!first) throw new ImportRefusal("The file is empty.", []);
  const header = lines.find((cells) => filled(cells).length > 1);
  if (isByLetters(header ?? first, said) || (header && isData(header))) {
    const letters = (header ?? first).map((_cell, at) => columnLetter(at));
    return { header: letters, titles: [], headerless: true };
  }
  if (!header) throw new ImportRefusal(NO_COLUMNS, []);
  return headerLine(lines, header);
}

function isByLetters(cells: readonly string[], { mapping }: SaidOfFile): boolean {
  const names = Object.keys(mapping);
  return (
    names.length > 0 &&
    names.every((name) => /^[a-z]{1,2}$/i.test(name) && headerAmong(cells, name) === undefined)
  );
}

/** A figure or a date, without a letter. */
const FIGURE = /^[^\p{L}\d]*\d[^\p{L}]*$/u;

function isData(cells: readonly string[]): boolean {
  const names = filled(cells).map((cell) => cell.trim());
  const isKnown = names.some((name) => isFieldHeader(name) || fieldNamed(name) !== undefined);
  return !isKnown && names.some((name) => FIGURE.test(name));
}

interface JudgedColumns {
  columns: CsvColumn[];
  /** unless each is a field or left out */
  refusal?: ImportRefusal;
}

/**
 * The columns that a header row names.
 * @param valued places of columns without a name in which a value was found
 * @throws ImportRefusal when there are too many
 */
export function judgeColumns(
  { header, titles, headerless }: HeaderLine,
  said: SaidOfFile,
  valued?: ReadonlySet<number>,
): JudgedColumns {
  if (header.length > MAX_COLUMNS) {
    throw new ImportRefusal(`The file has more than ${MAX_COLUMNS} columns.`, []);
  }
  const columns = headerless
    ? readColumns(
        header.map(() => ""),
        said,
        new Set(header.keys()),
      )
    : readColumns(header, said, valued);
  const issues = columnIssues(columns, said);
  if (issues.length === 0) return { columns };
  const isMapped = Object.keys(said.mapping).some((name) => headerAmong(header, name));
  const refusal = new ImportRefusal(
    headerless && !isMapped ? NO_HEADER : columnsDoNotFit(issues),
    issues.map((issue) => ({ row: 0, ...issue })),
    columns,
    titles,
    headerless ? { headerless } : {},
  );
  return { columns, refusal };
}

const NAMED_COLUMNS = 5;

function columnsDoNotFit(issues: readonly { column: string; message: string }[]): string {
  const named = issues.map(({ column, message }) => `${column} (${lowerFirst(message)})`);
  const more = named.length > NAMED_COLUMNS ? "…" : "";
  return `Nothing was added: the columns of the file do not fit: ${named.slice(0, NAMED_COLUMNS).join(", ")}${more}.`;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
