/** Reads and validates the cells of one row (importing.md#cells). */
import type { z } from "zod";
import { DATE_ORDERS, type DateOrder, readDate } from "../../../domain/cell-dates.ts";
import {
  FORMULA_ERROR,
  isDateField,
  isNumberField,
  isTextField,
  LOST_LETTER,
  textOfCell,
  valueOfCell,
  isNothing,
} from "../../../domain/ev-cells.ts";
import { EvInput } from "../../../domain/ev-input.ts";
import { type FieldName, isFieldName } from "../../../domain/fields.ts";
import { type CellReading, firstOfAddresses } from "../../../domain/field-rules.ts";
import { identityKey } from "../../../domain/names.ts";
import { DECIMAL_SIGNS, type DecimalSign } from "../../../domain/read-number.ts";
import { isPossible, storedWordOf } from "../columns/column-values.server.ts";
import { modelWithout } from "../columns/split-name.server.ts";
import {
  convertFigure,
  figureOfCell,
  multiplied,
  otherUnitProblem,
  ownUnit,
  rangeOf,
  ROUNDED_TO_0,
  toStoredUnit,
  withoutMarks,
  withUnits,
} from "../columns/units.server.ts";
import { A_RANGE, DOUBTFUL, DOUBTFUL_DATE, MAY_LACK, NO_SUCH_MAKE } from "../import-reasons.ts";
import type { BadCell, Note, StoredValue } from "../import.schema.ts";
import type { NamePart } from "../mapping/import-mapping.schema.ts";
import { textKey } from "../mapping/import-mapping.ts";
import { convertedUnit, fileText, storedText, unitLabel, valueAsTyped } from "../stored-text.ts";
import {
  type TableLine,
  cellIssue,
  type BadRow,
  type ImportRow,
  previewValue,
} from "./lines-and-rows.server.ts";
import {
  type FieldColumn,
  findUnparsedCells,
  type RowPlan,
  textsOfCell,
} from "./row-plan.server.ts";

/** Whether the cells of a field can be read in several ways. */
export function isAmbiguousKind(field: FieldName): boolean {
  return isNumberField(field) || isDateField(field);
}

/** The decimal sign of a column of figures. */
function decimalSignOf(reading: CellReading | undefined): DecimalSign {
  return reading === "comma" ? "comma" : "point";
}

function readFigureOrDate(column: FieldColumn, text: string, reading: CellReading) {
  return isDateField(column.field)
    ? readDate(text.trim(), reading as DateOrder) // the reading of a date column is an order
    : toStoredUnit(column, text, decimalSignOf(reading));
}

/** A figure or date can be read in one way, in both with different results, or with the same result. */
function possibleFormats(column: FieldColumn, text: string): CellReading | "both" | "same" {
  const [a, b] = isDateField(column.field) ? DATE_ORDERS : DECIMAL_SIGNS;
  if (!a || !b) return "same";
  const [first, second] = [readFigureOrDate(column, text, a), readFigureOrDate(column, text, b)];
  if (first === second) return "same";
  if (second === undefined) return a;
  if (first === undefined) return b;
  const { field, isTolerant } = column;
  const [isFirst, isSecond] = [first, second].map((value) => {
    const isAllowed = EvInput.shape[field].safeParse(value).success;
    return isAllowed && !(isTolerant && isNumberField(field) && !isPossible(field, Number(value)));
  });
  return isFirst === isSecond ? "both" : isFirst ? a : b;
}

/** Who types `1,734 kg` in a column with decimal commas means what a car can weigh. @param reading of the column */
export function readingOfTyped<Reading extends CellReading>(
  column: FieldColumn,
  text: string,
  reading: Reading | undefined,
): Reading | undefined {
  if (!isAmbiguousKind(column.field)) return reading;
  if (reading && readFigureOrDate(column, text, reading) === undefined) return reading;
  const typed = possibleFormats(column, text);
  // A column has signs or orders, never both.
  return typed === "both" || typed === "same" ? reading : (typed as Reading);
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
export function cellText(column: FieldColumn, line: TableLine): CellText {
  const { field, values = {}, at, multiple } = column;
  const { cells, raw, typed } = line;
  const cell = cells[at] ?? "";
  const isFigure = isNumberField(field);
  const texts = textsOfCell(line, at);
  const key = texts.map(textKey).find((text) => Object.hasOwn(values, text));
  if (key !== undefined) {
    const value = values[key];
    // An empty text leaves the cell as it is.
    if (value === "") return { text: cell, isFromFile: true };
    return isFigure && typeof value === "string" ? { text: value } : { value };
  }
  const meant = column.isTolerant ? storedWordOf(field, cell) : undefined;
  if (meant !== undefined) return { value: valueOfCell(field, meant) };
  const figure = raw?.[at];
  if (typed?.has(at)) return { text: cell };
  // Numbers in a workbook have no decimal sign.
  if (isFigure && typeof figure === "number") {
    const isShortYear = field === "year" && column.isTolerant && /^\d\d$/.test(cell);
    const whole = isShortYear ? 2000 + figure : figure;
    const value = convertFigure(column, multiplied(whole, multiple));
    return value === undefined ? { text: cell } : { value };
  }
  // A price that the cell shows as `$33,240.50` is read as it is stored.
  const text = isFigure ? (texts[0] ?? cell) : cell;
  const range = isFigure && column.range ? rangeOf(column, text) : undefined;
  if (!range) return { text, isFromFile: true };
  if (column.range === "skip") return { value: null };
  return { text: column.range === "lower" ? range[0] : range[1], isFromFile: true };
}

/** Marks of footnotes behind a name, which fall off on the screen: `GT-Line²`, `Model S[a]` */
const FOOTNOTES = /(?<=\S)(?:\s?[¹²³†‡]|\[[a-z]\]){1,5}\s*$/;

function withoutFootnotes({ isTolerant }: { isTolerant?: boolean }, text: string): string {
  return isTolerant ? text.replace(FOOTNOTES, "") : text;
}

function readCell(column: FieldColumn, line: TableLine): unknown {
  const { field, unit } = column;
  const { value: stored, text, isFromFile } = cellText(column, line);
  if (text === undefined) return stored;
  if (field === "image") return firstOfAddresses(text) ?? valueOfCell(field, text);
  const reading = isFromFile ? column.reading : readingOfTyped(column, text, column.reading);
  // A row with an ambiguous date is held back and read again later.
  if (isDateField(field)) return valueOfCell(field, text, reading ?? "day-first");
  if (!isNumberField(field)) return valueOfCell(field, withoutFootnotes(column, text), reading);
  const sign = decimalSignOf(reading);
  const figure = toStoredUnit(column, text, sign);
  if (figure !== undefined) return figure;
  // `1,8 t` among pounds has a decimal sign of its own, too.
  const other = DECIMAL_SIGNS.find((each) => each !== sign);
  const converted =
    ownUnit(column, text) === undefined ? undefined : toStoredUnit(column, text, other ?? sign);
  if (converted !== undefined && isPossible(field, converted)) return converted;
  const value = valueOfCell(field, text, reading);
  // A figure in another unit than the mapping says, such as dollars among euros, is invalid.
  return typeof value === "number" && unit !== undefined ? text : value;
}

const ORDER_WORDS: Readonly<Record<DateOrder, string>> = {
  "day-first": "the day first",
  "month-first": "the month first",
};

/** Why a cell of a date or figure cannot be read, if its field does not say it all. */
function whyNotRead(column: FieldColumn, line: TableLine): string | undefined {
  const { text } = cellText(column, line);
  if (text === undefined) return undefined;
  if (isDateField(column.field)) return otherOrder(column, text.trim());
  if (!isNumberField(column.field)) return undefined;
  if (rangeOf(column, text)) return A_RANGE;
  const figure = figureOfCell(column, text, decimalSignOf(column.reading));
  if (figure !== undefined && convertFigure(column, figure) === undefined) return ROUNDED_TO_0;
  return otherUnitProblem(column, text);
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
function whyNotText(
  { at, field = "" }: { at: number; field?: string },
  { cells, raw, typed }: TableLine,
): string | undefined {
  const text = cells[at]?.trim() ?? "";
  if (textOfCell(field, text) !== text) return undefined; // our export says that it is meant
  if (FORMULA_ERROR.test(text)) return "This is a formula error";
  if (text.includes(LOST_LETTER)) return "A letter of this text was lost when the file was saved";
  return raw?.[at] instanceof Date && !typed?.has(at) ? "This is a date, not a text" : undefined;
}

/** Columns where no cell has decided yet how they are read. */
export function findUndecided(fields: readonly FieldColumn[]): FieldColumn[] {
  return fields.filter(({ field, reading }) => isAmbiguousKind(field) && reading === undefined);
}

/** Decides how to read undecided columns: the first cell that can be read in only one way decides. */
export function decideFormats(
  undecided: readonly FieldColumn[],
  line: TableLine,
  row: number,
): void {
  for (const column of undecided) {
    const { text, isFromFile } = cellText(column, line);
    if (text === undefined) continue;
    const readings = possibleFormats(column, text);
    if (readings === "both") column.example ??= text.trim();
    else if (readings !== "same" && isFromFile) {
      column.reading = readings;
      column.decidingRow = row;
    }
  }
}

/** Keeps the first range of each column, of which the screen asks which figure to read. */
export function keepRanges(fields: readonly FieldColumn[], line: TableLine, issues: BadCell[]) {
  for (const column of fields) {
    const { field, header } = column;
    const isRange = issues.some((issue) => issue.column === header && issue.message === A_RANGE);
    if (!isRange || column.ranges) continue;
    const { text = "" } = cellText(column, line);
    const [lower = "", upper = ""] = (rangeOf(column, text) ?? []).map((end) => {
      const figure = toStoredUnit(column, end, decimalSignOf(column.reading)) ?? end;
      const stored = storedText(field, figure);
      const written = fileText(end, column);
      const isSame = convertedUnit(column) === undefined || written === stored;
      return isSame ? stored : `${written} → ${stored}`;
    });
    column.ranges = { example: text.trim(), lower, upper };
  }
}

/** The cells of a row that can be read in two ways. */
function findDoubts(unclear: readonly FieldColumn[], line: TableLine, row: number) {
  return unclear.flatMap((column): BadCell[] => {
    const { field, at, header } = column;
    const isDoubtful = possibleFormats(column, cellText(column, line).text ?? "") === "both";
    const doubt = isDateField(field) ? DOUBTFUL_DATE : DOUBTFUL;
    return isDoubtful ? [cellIssue(row, header, doubt, line.cells[at])] : [];
  });
}

type Values = Record<string, unknown>;

/** The values of a row's columns, with makes and models as the mapping says. */
function readValues(plan: RowPlan, line: TableLine): Values {
  const values: Values = { ...plan.constants };
  for (const column of plan.fields) values[column.field] = readCell(column, line);
  const { make, model } = values;
  if (typeof make !== "string") return values;
  values["make"] = plan.makes.get(identityKey(make)) ?? make;
  if (typeof model === "string") values["model"] = plan.bareModel(make, model);
  return values;
}

/** Adds the parts of whole names. @returns the names that begin with no known make */
function splitNames(plan: RowPlan, { cells }: TableLine, row: number, values: Values) {
  const typedMake = plan.typedFields.get(row)?.find(({ field }) => field === "make")?.value;
  return plan.names.flatMap(({ at, header, parts, split }): BadCell[] => {
    const ofOtherColumn = (part: NamePart) => (parts.includes(part) ? undefined : values[part]);
    const divided = split(withoutFootnotes(plan, cells[at] ?? ""), {
      make: typedMake ?? ofOtherColumn("make"),
      model: ofOtherColumn("model"),
      year: ofOtherColumn("year"),
    });
    Object.assign(values, divided);
    const isKnown = divided !== undefined || typedMake !== undefined;
    return isKnown ? [] : [cellIssue(row, header, NO_SUCH_MAKE, cells[at])];
  });
}

/** Adds what was typed for the row, and the body type that the catalogue knows. @returns that body type */
function completeValues(plan: RowPlan, { cells }: TableLine, row: number, values: Values) {
  const { model } = values;
  const typed = plan.typedFields.get(row) ?? [];
  if (typeof model === "string") {
    const typedTrim = typed.find(({ field }) => field === "trim")?.value;
    const isBare = plan.isTolerant && typeof typedTrim === "string";
    const own = (isBare ? modelWithout(model, typedTrim) : undefined) ?? model;
    values["model"] = plan.models.get(identityKey(own)) ?? own;
  }
  const own = plan.fields.find(({ field }) => field === "bodyType");
  const cell = own ? (cells[own.at] ?? "") : "";
  // Whatever the mapping reads instead of a cell that says nothing itself.
  const isWithout =
    isNothing(cell.trim()) || (plan.isTolerant && storedWordOf("bodyType", cell) === "");
  for (const { field, value } of typed) values[field] = value;
  if (!isWithout || typed.some(({ field }) => field === "bodyType")) return undefined;
  const body = plan.bodyOf(values);
  if (body !== undefined) values["bodyType"] = body;
  return body;
}

/** Validates the row with the same schema that the form and the calls use. */
function validateValues(plan: RowPlan, line: TableLine, row: number): ImportRow | BadRow {
  const { textColumns } = plan;
  const { cells } = line;
  const wrong = textColumns.flatMap((column) => {
    const message = whyNotText(column, line);
    return message ? [cellIssue(row, column.header, message, cells[column.at])] : [];
  });
  if (wrong.length > 0) return toBadRow(plan, cells, row, wrong);
  const values = readValues(plan, line);
  const unnamed = splitNames(plan, line, row, values);
  if (unnamed.length > 0) {
    const { value: unknownName = "" } = unnamed[0] ?? {};
    const { error } = EvInput.safeParse(values);
    const others = error ? schemaIssues({ ...plan, names: [] }, error, line, row) : [];
    const issues = [...unnamed, ...others.filter(({ column }) => column !== "")];
    const lacking = lackingFields(plan, row, values);
    return { ...toBadRow(plan, cells, row, issues, values), unknownName, lacking };
  }
  const body = completeValues(plan, line, row, values);
  const { data: input, error } = EvInput.safeParse(values);
  if (input && isTrimInModel(plan, row, input)) {
    const issue = { row, column: "", field: "trim", message: TRIM_IN_MODEL } as const;
    return toBadRow(plan, cells, row, [issue], values);
  }
  if (input) {
    const hasKnownBody = body !== undefined && input.bodyType === body;
    const isPicture = input.image?.startsWith("data:");
    const shown = isPicture ? { cells: toBadRow(plan, cells, row, [], input).cells } : {};
    return { row, input, hasKnownBody, ...shown };
  }
  const issues = schemaIssues(plan, error, line, row);
  const lacking = lackingFields(plan, row, values);
  return { ...toBadRow(plan, cells, row, issues, values), lacking };
}

const TRIM_IN_MODEL = "This is part of the model already. Enter what follows it, or Base";

/** Whether a typed trim begins the model, as `5` does `5 E-Tech`, so that the name would say it twice. */
function isTrimInModel(plan: RowPlan, row: number, { model, trim }: EvInput): boolean {
  const isTyped = plan.typedFields.get(row)?.some(({ field }) => field === "trim") ?? false;
  const isStart = `${identityKey(model)} `.startsWith(`${identityKey(trim)} `);
  return plan.isTolerant && isTyped && isStart;
}

/** The required fields without a column that nothing gives a row. */
function lackingFields({ fields, typedFields }: RowPlan, row: number, values: Values) {
  const given = [...fields, ...(typedFields.get(row) ?? [])];
  return MAY_LACK.filter((name) => !values[name] && !given.some(({ field }) => field === name));
}

/** The issues that the schema finds, each assigned to its column. */
function schemaIssues(
  { fields, names }: RowPlan,
  { issues: found }: z.ZodError,
  line: TableLine,
  row: number,
): BadCell[] {
  const issues = [...fields, ...names].flatMap((column) =>
    found
      .filter(({ path: [field] }) =>
        "parts" in column ? column.parts.some((part) => part === field) : column.field === field,
      )
      .map(({ message, path }): BadCell => {
        const cell = line.cells[column.at];
        if ("parts" in column)
          return { ...cellIssue(row, column.header, message, cell), ...fieldAt(path) };
        const problem = whyNotRead(column, line) ?? withUnits(message, column);
        return cellIssue(row, column.header, problem, cell);
      }),
  );
  // A constant that leaves a required field empty has no column.
  if (issues.length > 0) return issues;
  return found.map(({ message, path }) => ({ row, column: "", message, ...fieldAt(path) }));
}

function fieldAt([field]: readonly PropertyKey[]): Pick<BadCell, "field"> {
  return isFieldName(field) ? { field } : {};
}

/** @param values if they could be read; a name that could not be split is one cell, that of the model */
function toBadRow(
  { fields, names, constants }: RowPlan,
  line: readonly string[],
  row: number,
  issues: BadCell[],
  given: Readonly<Record<string, unknown>> = {},
): BadRow {
  const { make, model } = given;
  const car = typeof make === "string" && typeof model === "string" ? { make, model } : undefined;
  const values: Partial<Record<FieldName, unknown>> = car ? given : {};
  const cells: BadRow["cells"] = {};
  const problemOf = (isIssueOfCell: (issue: BadCell) => boolean) => {
    const messages = issues.filter(isIssueOfCell).map(({ message }) => message);
    return messages.length > 0 ? { problem: messages.join(". ") } : {};
  };
  const textAt = (at: number) => previewValue(line[at]).value ?? "";
  const addField = (field: FieldName, value: unknown) => {
    // Cells and mapping were read as stored values.
    const text = valueAsTyped(value as StoredValue | undefined);
    cells[field] ??= { text, ...problemOf((issue) => issue.field === field) };
  };
  for (const { field, at, header } of fields) {
    const isIssueOfCell = ({ field: named = field, column }: BadCell) =>
      named === field && column === header;
    const problem = problemOf(isIssueOfCell);
    const value = given[field] as StoredValue | undefined;
    const text = textAt(at);
    // A make or model may be another name of one in the catalogue, or answered.
    const isName = field === "make" || field === "model";
    const isText = (isTextField(field) && !isName) || field === "image";
    const isSame = text === "" || value === text;
    const isShown = value !== undefined && !problem.problem && !isText && !isSame;
    cells[field] = { text, ...problem, ...(isShown && { value }) };
  }
  for (const { parts, at, header } of names) {
    const problem = problemOf(({ column }) => column === header);
    if (car) for (const part of parts) addField(part, values[part] ?? undefined);
    else cells.model ??= { text: textAt(at), column: header, ...problem };
  }
  // A typed value, or the catalogue's body type, comes before the value for all rows.
  for (const [field, value] of Object.entries(constants))
    if (isFieldName(field)) addField(field, given[field] ?? value);
  if (given["bodyType"] !== undefined) addField("bodyType", given["bodyType"]);
  for (const { field } of issues) if (field) addField(field, undefined);
  const ofRow = problemOf(({ column, field }) => column === "" && !field);
  return { row, cells, issues, ...ofRow, ...(car && { car }) };
}

const ONE_PICTURE = "Only the first picture address is kept";
const NO_MARKS = "Marks around the figure are left out";

/** What the file's reader should know of a cell that is stored as something else. */
function noteOf(column: FieldColumn, cell: string, value: StoredValue): string | undefined {
  const { field, isTolerant, values = {} } = column;
  if (cell === "") return undefined;
  const word = textKey(cell);
  const meant = isTolerant ? storedWordOf(field, cell) : undefined;
  if (meant && !Object.hasOwn(values, word) && valueOfCell(field, meant) === value)
    return word === textKey(meant) ? undefined : `“${cell.trim()}” is read as ${meant}`;
  if (field === "image") return firstOfAddresses(cell) === value ? ONE_PICTURE : undefined;
  if (column.range && rangeOf(column, cell))
    return `The ${column.range} figure of a range is stored`;
  const unit = isNumberField(field) ? ownUnit(column, cell) : undefined;
  if (unit !== undefined) return `Converted from ${unitLabel(unit)}, as the cell says`;
  return isNumberField(field) && withoutMarks(cell) !== cell.trim() ? NO_MARKS : undefined;
}

/** Test cycles whose ranges are not those of the EPA, which the catalogue has. */
const OTHER_CYCLE = /wltp|wltc|nedc|nefz|cltc/i;

/** Cells that are stored as something else, or only in part. @param values those that can be stored */
export function findNotes(
  fields: readonly FieldColumn[],
  line: TableLine,
  row: number,
  values: Partial<EvInput>,
): (BadCell & Pick<Note, "isCertain">)[] {
  return fields.flatMap((column) => {
    const { at, field, header } = column;
    const cell = line.cells[at] ?? "";
    const { [field]: value = null } = values;
    if (value === null) return [];
    const cycle = field === "range" ? OTHER_CYCLE.exec(header)?.[0].toUpperCase() : undefined;
    const ofName =
      cycle && `${cycle} ranges are stored as they are; EPA ranges are usually shorter`;
    const ofCell = noteOf(column, cell, value);
    return [
      ...(ofName ? [cellIssue(row, header, ofName, cell)] : []),
      ...(ofCell ? [{ ...cellIssue(row, header, ofCell, cell), isCertain: true as const }] : []),
    ];
  });
}

/**
 * @param unclear columns whose cells can be read in two ways
 * @returns the row as a vehicle, or what is wrong with its cells
 */
export function validateRow(
  plan: RowPlan,
  unclear: readonly FieldColumn[],
  line: TableLine,
  row: number,
): ImportRow | BadRow {
  const unread = findUnparsedCells(plan, line, row);
  if (unread.length > 0) return toBadRow(plan, line.cells, row, unread);
  const outcome = validateValues(plan, line, row);
  if ("issues" in outcome) return outcome;
  const doubts = findDoubts(unclear, line, row);
  return doubts.length > 0
    ? toBadRow(plan, line.cells, row, doubts, { ...outcome.input })
    : outcome;
}
