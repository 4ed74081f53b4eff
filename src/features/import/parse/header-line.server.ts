/** Finds the line that names the columns, and maps them to fields (importing.md#columns). */
import { isDateField, isNumberField, textOfCell, isNothing } from "../../../domain/ev-cells.ts";
import {
  FIELD_NAMES,
  type FieldName,
  isFieldName,
  REQUIRED_FIELDS,
} from "../../../domain/fields.ts";
import { NAMED_FIRST } from "../accepted-files.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { isCurrency } from "../columns/currencies.server.ts";
import { fieldNamed } from "../columns/field-names.server.ts";
import { isUnitText } from "../columns/header-words.server.ts";
import { findUnit } from "../columns/column-unit.server.ts";
import {
  type FieldMapping,
  type ImportMapping,
  MAX_COLUMNS,
} from "../mapping/import-mapping.schema.ts";
import { fieldMapping, findColumn, headerAmong, isNameMapping } from "../mapping/import-mapping.ts";
import { readRate } from "../mapping/import-mapping.server.ts";
import { type FileFacts, ImportRefusal, type TableLine } from "./lines-and-rows.server.ts";

/** Columns of an export that are not imported. */
export const EXPORT_ONLY_FIELDS = ["id", "isModelHeader", "version"] as const;

/** Only our exports have this column. In other files, `Version` contains trims. */
const OWN_COLUMN = "ismodelheader";

export function isOwnExport(columns: readonly Pick<CsvColumn, "header">[]): boolean {
  return columns.some(({ header }) => header.toLowerCase() === OWN_COLUMN);
}

const FIELD_BY_NAME: ReadonlyMap<string, FieldName | null> = new Map<string, FieldName | null>([
  ...FIELD_NAMES.map((field) => [field.toLowerCase(), field] as const),
  ...[...EXPORT_ONLY_FIELDS, "modelId"].map((name) => [name.toLowerCase(), null] as const),
]);

/** The letter of a column in spreadsheets: A, B, …, Z, AA. */
export function columnLetter(at: number): string {
  const rest = Math.floor(at / 26) - 1;
  return (rest < 0 ? "" : columnLetter(rest)) + String.fromCharCode(65 + (at % 26));
}

/**
 * The columns of a header row, in order. A header that is the name of a field, in any letter case, means that
 * field; the mapping takes precedence.
 * @param valued indexes of columns without a name that contain a value; the mapping may name others
 */
function planColumns(
  headers: readonly string[],
  mapping: ImportMapping,
  valued: ReadonlySet<number> = new Set(),
): CsvColumn[] {
  const inRules = new Set(mapping.rules?.map(({ column }) => column.toLowerCase()));
  const names = headers.map((text) => textOfCell("", text.trim()));
  const keys = names.map((name) => name.toLowerCase());
  const isExport = keys.includes(OWN_COLUMN);
  const columns = names.map((name, at): CsvColumn => {
    const letter = columnLetter(at);
    // Another column may be called like the letter of one without a name.
    const unnamed = keys.includes(letter.toLowerCase()) ? `Column ${letter}` : letter;
    const isUnnamed =
      name === "" &&
      (valued.has(at) ||
        findColumn(mapping, unnamed) !== undefined ||
        inRules.has(unnamed.toLowerCase()));
    const isRepeated = name !== "" && keys.indexOf(name.toLowerCase()) < at;
    // A mapping must tell it from the first column of its name.
    const named = isRepeated ? `${name} (column ${letter})` : name;
    const header = isUnnamed ? unnamed : named;
    return {
      header,
      ...(isUnnamed && { isUnnamed }),
      ...(isRepeated && { isRepeated }),
      ...describeColumn(header, mapping, { inRules, isExport }),
    };
  });
  return withoutDoubleParts(columns);
}

/** Leaves out the parts of whole names that have a column of their own. */
function withoutDoubleParts(columns: readonly CsvColumn[]): CsvColumn[] {
  const fields = new Set<string | null>(columns.map(({ field }) => field));
  return columns.map((column) => {
    if (!column.split) return column;
    const split = column.split.filter((part) => !fields.has(part));
    const isPart = split.length > 1 || (split.length === 1 && !split.includes("model"));
    if (isPart) return { ...column, split };
    const { split: _parts, ...bare } = column;
    return { ...bare, field: "model" };
  });
}

/** Describes a column by the mapping, or else by its name. */
function describeColumn(
  header: string,
  mapping: ImportMapping,
  { inRules, isExport }: { inRules: ReadonlySet<string>; isExport: boolean },
): Omit<CsvColumn, "header"> & { field: CsvColumn["field"] } {
  const key = header.toLowerCase();
  const isKnown = FIELD_BY_NAME.has(key) && (isExport || key !== "version");
  const column = findColumn(mapping, header);
  const mapped: Partial<FieldMapping> = column ? fieldMapping(column) : {};
  const unmapped = inRules.has(key) ? null : "unknown";
  const byName = isKnown ? (FIELD_BY_NAME.get(key) ?? null) : unmapped;
  const { field = byName, unit, dates, decimal = mapping.decimal } = mapped;
  const { unknown: unitUnknown, multiple = 1 } = isFieldName(field)
    ? findUnit({ header }, field)
    : {};
  return {
    field,
    ...(decimal && field && isNumberField(field) && { decimal }),
    ...(dates && field && isDateField(field) && { dates }),
    ...(unit === undefined ? unitUnknown !== undefined && { unitUnknown } : { unit }),
    ...(multiple > 1 && { multiple }),
    ...(column?.fillDown && { fillDown: true as const }),
    ...(isNameMapping(column) && { split: [...column.split] }),
  };
}

/** Why a column is not read: its name states another unit than ours that nothing confirms, or a rate is missing. */
function missingUnit(
  { header, field, unit, unitUnknown }: CsvColumn,
  mapping: ImportMapping,
): string | undefined {
  if (!isFieldName(field)) return undefined;
  const mapped = findColumn(mapping, header);
  if (unit !== undefined) {
    const isRateMissing = mapped && readRate(fieldMapping(mapped)).problem !== undefined;
    return isRateMissing ? "Enter its exchange rate" : undefined;
  }
  const { stated = unitUnknown } = findUnit({ header }, field);
  if (stated === undefined) return undefined;
  const isMoney = isCurrency(stated) || (field === "price" && stated === unitUnknown);
  return `The column name says ${stated}. Choose its unit${isMoney ? " and rate" : ""}`;
}

interface ColumnIssue {
  /** the header, or the missing field */
  column: string;
  message: string;
  /** Whether the columns call asks about it too. */
  isAsked: boolean;
}

/** The problems of the columns that the columns call does not tell, in sentences. */
export function columnProblem(issues: readonly ColumnIssue[]) {
  const sentences = issues
    .filter(({ isAsked }) => !isAsked)
    .map(({ column, message }) => `${column}: ${message}.`);
  return sentences.length > 0 ? { columnProblem: sentences.join(" ") } : {};
}

export function columnIssues(columns: readonly CsvColumn[], mapping: ImportMapping): ColumnIssue[] {
  const { constants = {}, rules = [], cells = [], bodyTypes } = mapping;
  const issues: ColumnIssue[] = [];
  const add = (column: string, message: string, isAsked = false) =>
    issues.push({ column, message, isAsked });
  // Spreadsheets leave behind empty columns without a name.
  const used = columns.filter(({ header }) => header !== "");
  const headers = new Set(used.map(({ header }) => header.toLowerCase()));
  const fields = new Map<string, string>();
  for (const column of used) {
    const { header, field, split = [], isUnnamed, isRepeated } = column;
    const own = field === null ? split : [field];
    const usedTwice = own.find((each) => fields.has(each));
    const other = fields.get(usedTwice ?? "");
    const unit = missingUnit(column, mapping);
    if (field === "unknown") {
      const named = isRepeated ? "This column appears twice" : "There is no field with this name";
      add(header, isUnnamed ? "This column has no name" : named, true);
    } else if (usedTwice !== undefined) {
      add(header, `“${other}” is read as the ${usedTwice}, too. Skip one of them`);
    } else if (unit !== undefined) add(header, unit, column.unit !== undefined);
    for (const each of own) fields.set(each, header);
  }
  if (bodyTypes) fields.set("bodyType", "");
  for (const field of REQUIRED_FIELDS) {
    const isMissing = !fields.has(field) && constants[field] === undefined;
    if (isMissing) add(field, "This column is missing", true);
  }
  for (const { field } of columns) {
    const isTwice = isFieldName(field) && constants[field] !== undefined;
    if (isTwice) add(field, "It has a column and one value for all rows");
  }
  const isGone = (column: string) => !headers.has(column.toLowerCase());
  for (const { column } of rules.filter((rule) => isGone(rule.column))) {
    add(column, "A rule names this column, which is missing");
  }
  const repaired = new Set(cells.flatMap((cell) => ("column" in cell ? cell.column : [])));
  for (const column of [...repaired].filter(isGone)) {
    add(column, "A repaired cell is in this column, which is missing");
  }
  return issues;
}

/** Lines of titles above the header, not counting blank ones. */
export const MAX_TITLE_LINES = 20;
const MAX_TITLE_CHARACTERS = 120;

export interface HeaderLine {
  cells: readonly string[];
  /** the line's number in the file, from which rows are counted */
  number: number;
  /** In a file without a header the columns are named by letters, and every line is a row. */
  facts: Pick<FileFacts, "titles" | "headerless">;
}

const NO_COLUMNS =
  "No line of the file names its columns, with commas, semicolons or tabs between them.";
const NO_HEADER =
  "The file has no line with column names. Add one as its first line, or match its columns by letter (A, B, …).";

const filledCells = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

/** Whether a line names make and model, by any known name. */
export function isHeader(cells: readonly string[], mapping: ImportMapping): boolean {
  if (cells.length > MAX_COLUMNS) return true;
  if (filledCells(cells).length < 2) return false;
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
 * Finds the header among the first lines. If none names make and model, the first one with several cells,
 * unless it looks like data or the mapping uses letters. @throws ImportRefusal without such a line
 */
export function findHeader(lines: readonly TableLine[], mapping: ImportMapping): HeaderLine {
  const candidates = lines.slice(0, MAX_TITLE_LINES + 1);
  const known = candidates.find(({ cells }) => isHeader(cells, mapping));
  if (known) return headerBelowTitles(lines, known);
  const [first] = candidates;
  if (!first) throw new ImportRefusal("The file is empty.");
  const line = candidates.find(({ cells }) => filledCells(cells).length > 1);
  const { cells } = line ?? first;
  if (isByLetters(cells, mapping) || (line && looksLikeData(cells))) {
    const letters = cells.map((_cell, at) => columnLetter(at));
    return { cells: letters, number: 0, facts: { headerless: true } };
  }
  if (!line) throw new ImportRefusal(NO_COLUMNS);
  return headerBelowTitles(lines, line);
}

/** Titles, dates and notes may be above the header, and its second line below it. */
function headerBelowTitles(lines: readonly TableLine[], header: TableLine): HeaderLine {
  const at = lines.indexOf(header);
  const titles = lines.slice(0, at).map(({ cells }) => {
    return filledCells(cells).join(" ").trim().slice(0, MAX_TITLE_CHARACTERS).toWellFormed();
  });
  const facts = titles.length > 0 ? { titles } : {};
  const below = lines[at + 1];
  if (!below || !continuesHeader(header.cells, below.cells)) {
    return { cells: header.cells, number: header.number, facts };
  }
  let group = "";
  // The cells of a merged last heading are missing in a workbook.
  const last = Math.max(header.cells.length, below.cells.length);
  const cells = Array.from({ length: last }, (_cell, column) => {
    const cell = header.cells[column] ?? "";
    const text = below.cells[column]?.trim() ?? "";
    group = cell.trim() || group;
    if (isNothing(text)) return cell;
    // The unit may already be in brackets.
    if (isUnitText(text)) return `${group} [${text.replaceAll(/[[\]()]/g, "")}]`;
    return fieldNamed(text) === undefined ? `${group} ${text}` : text;
  });
  return { cells, number: below.number, facts };
}

/** Whether a line below a header belongs to it: units, or names below the headings of merged cells. */
function continuesHeader(header: readonly string[], below: readonly string[]): boolean {
  if (below.length > MAX_COLUMNS) return false;
  const texts = filledCells(below).map((cell) => cell.trim());
  const isUnits = (text: string) => isUnitText(text) || isNothing(text);
  if (texts.some(isUnitText) && texts.every(isUnits)) return true;
  const isName = (text: string) => isUnitText(text) || fieldNamed(text) !== undefined;
  const hasMerged = below.some((cell, at) => cell.trim() !== "" && !header[at]?.trim());
  // No cell of a car is only `(km)`.
  const hasUnits = texts.some((text) => /^[[(].*[\])]$/.test(text) && isUnitText(text));
  return (
    hasMerged &&
    !texts.some((text) => FIGURE.test(text)) &&
    (hasUnits || texts.filter(isName).length * 2 >= texts.length)
  );
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
  const names = filledCells(cells).map((cell) => cell.trim());
  const isKnown = names.some(
    (name) => FIELD_BY_NAME.has(name.toLowerCase()) || fieldNamed(name) !== undefined,
  );
  return !isKnown && names.some((name) => FIGURE.test(name));
}

/** The columns that a header names. @param valued indexes of columns without a name that contain a value */
export function columnsOf(
  { cells, facts }: HeaderLine,
  mapping: ImportMapping,
  valued: ReadonlySet<number>,
): CsvColumn[] {
  if (!facts.headerless) return planColumns(cells, mapping, valued);
  const unnamed = cells.map(() => "");
  return planColumns(unnamed, mapping, new Set(cells.keys()));
}

/** Why the columns of a file do not fit. */
export function headerRefusal(
  { cells, facts }: HeaderLine,
  mapping: ImportMapping,
  issues: readonly { column: string; message: string }[],
): string {
  const isMapped = Object.keys(mapping.columns).some((name) => headerAmong(cells, name));
  if (facts.headerless && !isMapped) return NO_HEADER;
  const named = issues.map(
    ({ column, message }) => `${column} (${message.charAt(0).toLowerCase()}${message.slice(1)})`,
  );
  const more = named.length > NAMED_FIRST ? "…" : "";
  return `Nothing was added: the columns of the file do not fit: ${named.slice(0, NAMED_FIRST).join(", ")}${more}.`;
}
