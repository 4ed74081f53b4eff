/**
 * The mapping while it is edited in the five steps. Input stays text until `completeMapping` converts it to
 * the mapping of the call.
 */
import {
  isNothing,
  isNumberField,
  readTypedFigure,
  valueOfCell,
} from "../../../domain/ev-cells.ts";
import { DECIMAL_SIGNS, type DecimalSign } from "../../../domain/read-number.ts";
import { entryOf, type FieldName, isFieldName } from "../../../domain/fields.ts";
import { type Meanings, meaningsOfField } from "../mapping/cell-meanings.ts";
import { suggestFields } from "../mapping/column-suggestions.ts";
import type { CsvColumn, FieldMapping } from "../mapping/import-mapping.schema.ts";
import type { DryRunAnswer, ExistingMode, RepeatedMode } from "../import.schema.ts";
import { storedText } from "./import-texts.ts";
import { isCurrency } from "../mapping/currencies.ts";
import { fieldOfValues } from "../mapping/column-values.ts";
import { holdsWholeNames, isNameOfCars } from "../mapping/split-name.ts";
import { foundUnit, multipleIn } from "../mapping/stated-units.ts";
import {
  type FigureColumn,
  figureOfCell,
  ROUNDED_TO_0,
  toStoredUnit,
  unitsOf,
} from "../mapping/unit-conversion.ts";
import { MAX_FOREIGN_RATE } from "../limits.ts";

/** The value for a column of whole names, which are split. */
export const NAME = "name";

/** The mapping of a column as typed. */
export interface ColumnDraft extends Pick<FieldMapping, "unit" | "dates" | "fillDown" | "clear"> {
  field: FieldName | typeof NAME | null;
  /** US dollars per unit of a currency */
  rate?: string;
  /**
   * Values of cells by their text in lowercase. A value is a text as in our own files, or a figure as typed,
   * in the column's unit; a number is already in the stored unit.
   */
  values?: Readonly<Record<string, string | number>>;
}

export interface RuleDraft {
  column: string;
  is: boolean;
  text: string;
}

/** A value that replaces the one for all rows if a field of the row has certain values. */
export interface ExceptionDraft {
  field: FieldName;
  value: string;
  where: FieldName;
  /** the values, separated by commas */
  text: string;
}

/** Replaces one cell or, with `field` and no column, one field of a row. */
export interface TypedCell {
  row: number;
  column: string;
  field?: FieldName;
  text: string;
}

export type ExistingChoice = "skip" | ExistingMode;

export interface ImportDraft {
  columns: Readonly<Record<string, ColumnDraft>>;
  constants: Readonly<Partial<Record<FieldName, string>>>;
  /** makes in the file's spelling, each with the make that it stands for */
  makes?: Readonly<Record<string, string>>;
  rule?: RuleDraft;
  exceptions?: readonly ExceptionDraft[];
  /** for this file only */
  cells?: readonly TypedCell[];
  decimal?: DecimalSign | undefined;
  existing: ExistingChoice;
  /** for contradictory rows of this file only; undefined until the user has chosen */
  repeated?: RepeatedMode;
  /** workbooks only; undefined if the server chooses */
  sheets?: readonly string[];
  /** whether the first column names the fields, so that the file is turned */
  isSideways?: boolean;
}

export const EMPTY_DRAFT: ImportDraft = { columns: {}, constants: {}, existing: "skip" };

export function meaningsOf(field: ColumnDraft["field"]): Meanings {
  return isFieldName(field) ? meaningsOfField(field) : {};
}

/** Suggestions for unknown columns, and foreign units named in the cells of known ones. */
export function suggestedColumns(columns: readonly CsvColumn[]): ImportDraft["columns"] {
  const unknown = columns.filter(({ field }) => field === "unknown");
  const usedFields = new Set(columns.map(({ field }) => field ?? ""));
  const suggested = suggestFields(unknown, usedFields);
  const fields = new Map<string, FieldName>();
  for (const [header, { field, issue }] of suggested) if (!issue) fields.set(header, field);
  for (const { header, isUnnamed, samples = [] } of unknown) {
    const field = isUnnamed && !fields.has(header) ? fieldOfValues(samples) : undefined;
    if (field && !usedFields.has(field) && ![...fields.values()].includes(field)) {
      fields.set(header, field);
    }
  }
  const isModel = ({ header, field }: CsvColumn) =>
    field === "model" || fields.get(header) === "model";
  const name = wholeNameAmong(
    columns.filter((column) => column.field === "unknown" || isModel(column)),
    columns.find(isModel),
    new Set([...usedFields, ...fields.values()]),
  );
  const inOtherUnits = columns.flatMap(({ header, field, unit }) => {
    const found = isFieldName(field) ? foreignUnit(columns, header, field) : undefined;
    return isFieldName(field) && found !== undefined && unit === undefined
      ? [[header, { field, unit: found }] as const]
      : [];
  });
  return Object.fromEntries<ColumnDraft>([
    ...inOtherUnits,
    ...(name === undefined ? [] : [[name, { field: NAME }] as const]),
    ...unknown.map(({ header }): [string, ColumnDraft] => {
      if (header === name) return [header, { field: NAME }];
      const field = fields.get(header);
      if (!field) return [header, { field: null }];
      const found = suggested.get(header)?.unit ?? foreignUnit(columns, header, field);
      return [header, found === undefined ? { field } : { field, unit: found }];
    }),
  ]);
}

/** The column of whole names, if no column contains the make, model or trim. */
function wholeNameAmong(
  columns: readonly CsvColumn[],
  model: CsvColumn | undefined,
  fields: ReadonlySet<string>,
): string | undefined {
  if (!fields.has("make")) return columns.find(holdsWholeNames)?.header;
  // A model that repeats the make also contains the trim, if no other column does.
  if (model) return !fields.has("trim") && holdsWholeNames(model) ? model.header : undefined;
  return columns.find(({ header }) => isNameOfCars(header))?.header;
}

/** The unit that a column's header or cells name, if it is not ours. */
export function foreignUnit(
  columns: readonly CsvColumn[],
  header: string,
  field: FieldName,
): string | undefined {
  const column = columns.find((each) => each.header === header);
  const unit = column && foundUnit(column, field);
  return unit === unitsOf(field)[0] ? undefined : unit;
}

export function findColumnDraft(
  { columns }: ImportDraft,
  { header, field }: CsvColumn,
): ColumnDraft {
  if (Object.hasOwn(columns, header)) return columns[header] ?? { field: null };
  return { field: isFieldName(field) ? field : null };
}

function signsOf(decimal: DecimalSign | undefined): readonly DecimalSign[] {
  return decimal ? [decimal] : DECIMAL_SIGNS;
}

/** The figures that a text can mean: two, if its decimal sign is ambiguous. */
function sampleFigures(column: FigureColumn, text: string, decimal: DecimalSign | undefined) {
  return [...new Set(signsOf(decimal).flatMap((sign) => toStoredUnit(column, text, sign) ?? []))];
}

/** The decimal sign for input in a column. */
export function signOf({ decimal }: CsvColumn, draft: ImportDraft): DecimalSign | undefined {
  return decimal === "unclear" ? draft.decimal : (decimal ?? draft.decimal);
}

function figureColumn(header: string, field: FieldName, columnDraft: ColumnDraft): FigureColumn {
  const { unit } = columnDraft;
  const multiple = multipleIn(header, field);
  const { value: rate = Number.NaN } = readRate(columnDraft) ?? {};
  return { field, ...(unit !== undefined && { unit }), rate, multiple };
}

/** What is wrong with the text typed instead of a cell of the column with this header. */
export function findProblem(
  header: string,
  columnDraft: ColumnDraft,
  text: string,
  decimal: DecimalSign | undefined,
): string | undefined {
  const { field } = columnDraft;
  if (!isFieldName(field)) return undefined;
  return figureProblem(figureColumn(header, field, columnDraft), text, decimal);
}

/** What to enter instead of a text that is no figure or could be two (vehicles.md#figures). */
function figureProblem(
  column: FigureColumn,
  text: string,
  decimal: DecimalSign | undefined,
): string | undefined {
  const entry = entryOf(column.field);
  if (entry.kind !== "figure" || isNothing(text.trim())) return undefined;
  const figures = sampleFigures(column, text, decimal);
  const isClear = decimal === "comma" || (decimal === undefined && figures.length === 1);
  if (!isClear && (column.multiple ?? 1) === 1) {
    const max = column.unit === undefined ? entry.max : Infinity; // bounds are in our unit
    const { message } = readTypedFigure({ ...entry, max }, text) ?? {};
    if (message !== undefined) return message;
  }
  if (figures.length > 0) return undefined;
  const isFigure = signsOf(decimal).some((sign) => figureOfCell(column, text, sign) !== undefined);
  return isFigure ? ROUNDED_TO_0 : "This is not a number";
}

/** Whether the call would refuse some input in these columns. */
export function hasUnreadable(draft: ImportDraft, columns: readonly CsvColumn[]): boolean {
  const isWrongField = ({ field, text }: TypedCell) =>
    field !== undefined && constantOf(field, text, draft.decimal) === undefined;
  if (draft.cells?.some(isWrongField)) return true;
  return columns.some((column) => {
    const columnDraft = findColumnDraft(draft, column);
    const typed = draft.cells?.filter((cell) => cell.column === column.header) ?? [];
    const texts = [...typed.map(({ text }) => text), ...Object.values(columnDraft.values ?? {})];
    const sign = signOf(column, draft);
    return texts.some(
      (text) =>
        typeof text === "string" &&
        findProblem(column.header, columnDraft, text, sign) !== undefined,
    );
  });
}

type CellPlace = Omit<TypedCell, "text">;

function isAt(cell: CellPlace, { row, column, field }: CellPlace): boolean {
  return cell.row === row && cell.column === column && cell.field === field;
}

export function typedText({ cells = [] }: ImportDraft, place: CellPlace): string | undefined {
  return cells.find((cell) => isAt(cell, place))?.text;
}

/** Replaces the text of a cell; undefined restores the one in the file. */
export function withCell(
  { cells = [] }: ImportDraft,
  { text, ...place }: Omit<TypedCell, "text"> & { text: string | undefined },
): Pick<ImportDraft, "cells"> {
  const others = cells.filter((cell) => !isAt(cell, place));
  return { cells: text === undefined ? others : [...others, { ...place, text }] };
}

/** Updates part of a column's draft. */
export function withColumn(
  draft: ImportDraft,
  column: CsvColumn,
  part: Partial<ColumnDraft>,
): ImportDraft {
  const columnDraft = { ...findColumnDraft(draft, column), ...part };
  return { ...draft, columns: { ...draft.columns, [column.header]: columnDraft } };
}

/** Gives all cells with this text a value; an empty text leaves them as they are. */
export function withValue(
  draft: ImportDraft,
  column: CsvColumn,
  value: string,
  text: string,
): ImportDraft {
  const before = findColumnDraft(draft, column);
  return withColumn(draft, column, {
    values: { ...before.values, [value.toLowerCase()]: text },
  });
}

/** Adds known meanings for bad values that are not mapped yet. */
export function withMeanings(
  draft: ImportDraft,
  { reasons, columns }: Pick<DryRunAnswer, "reasons" | "columns">,
): ImportDraft {
  let meant = draft;
  for (const { column: header, values } of reasons) {
    const column = columns.find((each) => each.header === header);
    if (!column) continue;
    for (const { value } of values) {
      const { field, values: mapped = {} } = findColumnDraft(meant, column);
      const text = meaningsOf(field)[value.toLowerCase()];
      const isMapped = mapped[value.toLowerCase()] !== undefined;
      if (text !== undefined && !isMapped) meant = withValue(meant, column, value, text);
    }
  }
  return meant;
}

/**
 * The stored form of a value for all rows.
 * @returns null for no value; undefined for a figure that cannot be read, or can be read in two ways
 */
export function constantOf(
  field: FieldName,
  text: string,
  decimal: DecimalSign | undefined,
): unknown {
  if (!isNumberField(field)) return valueOfCell(field, text);
  if (isNothing(text.trim())) return null;
  const figures = sampleFigures({ field }, text, decimal);
  const isClear = figures.length === 1 && constantProblem(field, text, decimal) === undefined;
  return isClear ? figures[0] : undefined;
}

/** What to enter instead of a value for all rows. */
export function constantProblem(
  field: FieldName,
  text: string,
  decimal: DecimalSign | undefined,
): string | undefined {
  return figureProblem({ field }, text, decimal);
}

/** The exchange rate, or what to enter instead; undefined without one. */
export function readRate({ rate = "" }: ColumnDraft) {
  return readTypedFigure({ max: MAX_FOREIGN_RATE, symbol: "$" }, rate);
}

export function needsRate(columnDraft: ColumnDraft): boolean {
  const { unit } = columnDraft;
  const { value = 0 } = readRate(columnDraft) ?? {};
  return unit !== undefined && isCurrency(unit) && !(value > 0 && value <= MAX_FOREIGN_RATE);
}

/**
 * Describes how a sample of the column with this header is stored; undefined if only the check can show that.
 */
export function sampleText(
  header: string,
  columnDraft: ColumnDraft,
  sample: string,
  decimal: DecimalSign | undefined,
): string | undefined {
  const { field, values } = columnDraft;
  if (!isFieldName(field)) return undefined;
  const key = sample.trim().toLowerCase();
  const meant = { ...meaningsOf(field), ...values }[key] || undefined;
  if (typeof meant === "number") return storedText(field, meant);
  if (!isNumberField(field)) {
    const value = valueOfCell(field, meant ?? sample);
    const isKnown = value !== null || meant !== undefined;
    return isKnown ? storedText(field, value as string | boolean | null) : undefined;
  }
  if (meant !== undefined && isNothing(meant.trim())) return storedText(field, null);
  const column = figureColumn(header, field, columnDraft);
  const figures = sampleFigures(column, meant ?? sample, decimal);
  // The check asks about ambiguous figures and reports invalid ones.
  return figures.length === 1 ? storedText(field, figures[0]) : undefined;
}
