import { stat } from "node:fs/promises";
import { DATE_ORDERS, type DateOrder, readDate } from "../../../domain/cell-dates.ts";
import { isDateField } from "../../../domain/ev-cells.ts";
import { formatCount, formatNumber } from "../../../domain/format.ts";
import { DECIMAL_SIGNS, type DecimalSign, readNumber } from "../../../domain/read-number.ts";
import { REQUIRED_FIELDS } from "../../../domain/fields.ts";
import { type ImportMapping, MAX_COLUMNS, NAME_PARTS } from "../mapping/import-mapping.schema.ts";
import {
  BARE,
  createLineCompleter,
  findUnparsedCells,
  type FieldColumn,
  isBare,
  isExcluded,
  type KnownModel,
  createRowPlan,
  type RowPlan,
  TOTAL,
  unitNamedIn,
} from "./row-plan.server.ts";
import {
  type BadRow,
  cellIssue,
  ImportRefusal,
  type ImportRow,
  readableValues,
  type TableLine,
} from "./lines-and-rows.server.ts";
import {
  decideFormats,
  findNotes,
  findUndecided,
  isAmbiguousKind,
  keepRanges,
  validateRow,
} from "./read-row.server.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";
import { mostRowsOf, openTable, type Table, tooManyRows } from "./table-file.server.ts";
import { MOST_DECIMALS, storedText, unitLabel } from "../stored-text.ts";
import { NAMED_VALUES } from "../accepted-files.ts";
import { createReasons, DOUBTFUL, DOUBTFUL_DATE } from "../import-reasons.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { electricWords, fuelOf, holdsFuels, samplesOf } from "../columns/column-values.server.ts";
import { annotateColumns } from "../columns/describe-columns.server.ts";
import { toStoredUnit, unitsOf } from "../columns/units.server.ts";
import { fieldNamed } from "../columns/field-names.server.ts";
import { createNameSplitter } from "../columns/split-name.server.ts";
import {
  columnIssues,
  columnsOf,
  findHeader,
  type HeaderLine,
  columnProblem,
  headerRefusal,
  isOwnExport,
  MAX_TITLE_LINES,
} from "./header-line.server.ts";

/** After this many bad cells, the rest of the file is not read. */
const MAX_BAD_CELLS = 20_000;

/** What is known about a file before its rows are validated. */
interface ReadContext {
  table: Table;
  head: TableHead;
  plan: RowPlan;
  mapping: ImportMapping;
  /** the default decimal sign; undefined when it must be detected */
  defaultDecimal: DecimalSign | undefined;
  limits: { rows: number; badCells: number };
}

/**
 * Reads a whole file, yielding to other requests: its header and samples of its columns, how its figures and
 * dates are written, and then its rows.
 * @param models of the catalogue, used to split names and for body types
 * @throws ImportRefusal when it is not such a file; UserError 413 when it is too long
 */
export async function readImportFile(
  file: SpooledFile,
  mapping: ImportMapping,
  models: Iterable<KnownModel> = [],
  limits: Partial<ReadContext["limits"]> = {},
) {
  const table = await openTable(file, mapping);
  try {
    const head = await readHead(table, mapping, models);
    const isRuled = (mapping.rules?.length ?? 0) > 0;
    const isExport = isOwnExport(head.columns);
    const bounds = { rows: mostRowsOf(table, isExport), badCells: MAX_BAD_CELLS, ...limits };
    const defaultDecimal: DecimalSign | undefined = table.delimiter === "," ? "point" : undefined;
    // With rules, the number of rows is not known before they are read.
    const isLong = !isRuled && (await stat(file.path)).size >= bounds.rows * SHORTEST_ROW_BYTES;
    const plan = createRowPlan(head.columns, mapping, models, defaultDecimal);
    const context = { table, head, plan, mapping, defaultDecimal, limits: bounds };
    const unclear = await findFormats(context, isLong);
    const { leftOut, ...read } = await readTableRows(context, unclear);
    const facts = { ...table.facts, ...head.header.facts };
    const { encoding } = table;
    return { ...read, mapping, isExport, encoding, facts, ...(isRuled && { leftOut }) };
  } catch (error) {
    if (error instanceof ImportRefusal) error.facts = { ...table.facts, ...error.facts };
    throw error;
  }
}

export type ImportFile = Awaited<ReturnType<typeof readImportFile>>;

/** No row with all required values is shorter. */
const SHORTEST_ROW_BYTES = 8;

/**
 * Finds how figures and dates are read, as far as the mapping does not say.
 * @param isLong the rows are counted before they are validated, which takes much longer
 * @returns columns whose cells can be read in two ways, where no cell decides
 * @throws UserError 413
 */
async function findFormats(context: ReadContext, isLong: boolean): Promise<FieldColumn[]> {
  const { table, head, plan, limits, defaultDecimal } = context;
  const completeLine = createLineCompleter(plan);
  let undecided = findUndecided(plan.fields);
  let rows = 0;
  if (undecided.length === 0 && !isLong) return [];
  for await (const rawLine of table.lines()) {
    const row = rawLine.number - head.header.number;
    if (row < 1) continue;
    if (isLong && ++rows > limits.rows) throw tooManyRows(limits.rows, "rows");
    if (undecided.length === 0) continue;
    const line = completeLine(rawLine, row);
    if (isExcluded(plan, line) || findUnparsedCells(plan, line, row).length > 0) continue;
    decideFormats(undecided, line, row);
    undecided = findUndecided(undecided);
    if (undecided.length === 0 && !isLong) break;
  }
  return undecided.filter(
    ({ field, example }) => example !== undefined && (isDateField(field) || !defaultDecimal),
  );
}

/** Without the sign of the file, these could be decimals too. */
const GROUPED = /\d[.,]\d{3}(?!\d)/;
/** Shows that the point is the decimal sign, as in `68,600` or `2.5`; `68.600` may also mean thousands. */
const HAS_DECIMAL_POINT = /,\d{3}(?!\d)|\.(?!\d{3}(?!\d))/;

const DAY = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** `November 5, 2026` for `05/11/2026` if the day comes first; the text itself if it is no date. */
function dayText(text: string, order: DateOrder): string {
  const day = readDate(text, order);
  return day === undefined ? text : DAY.format(new Date(day));
}

/** How a column's cells were read. @param defaultDecimal the decimal sign of the file by default */
function describeFormat(
  column: FieldColumn,
  samples: readonly string[],
  defaultDecimal: DecimalSign | undefined,
): Partial<CsvColumn> {
  const { field, reading, example, decidingRow } = column;
  if (!isAmbiguousKind(field)) return {};
  const isDate = isDateField(field);
  const key = isDate ? "dates" : "decimal";
  if (defaultDecimal && !isDate) {
    if (!samples.some((sample) => GROUPED.test(sample))) return {};
    const pointed = samples.find((sample) => sample.includes("."));
    const isClear =
      decidingRow !== undefined || samples.some((sample) => HAS_DECIMAL_POINT.test(sample));
    const isAsked = pointed !== undefined && !isClear;
    return { [key]: reading ?? defaultDecimal, ...(isAsked && { example: pointed }) };
  }
  if (reading) return { [key]: reading };
  if (example === undefined) return {};
  const figures = DECIMAL_SIGNS.map((sign) => toStoredUnit(column, example, sign));
  const readings = isDate
    ? DATE_ORDERS.map((order) => dayText(example, order))
    : figures.map((figure) => (figure ? storedText(field, figure) : example));
  return { [key]: "unclear", example, readings };
}

function describeFormats({ columns, fields }: RowPlan, defaultDecimal: DecimalSign | undefined) {
  return columns.map((column, at): CsvColumn => {
    const found = fields.find((each) => each.at === at);
    if (!found) return column;
    const { ranges } = found;
    const reading = describeFormat(found, column.samples ?? [], defaultDecimal);
    return { ...column, ...reading, ...(ranges && { ranges }) };
  });
}

/**
 * Validates the rows below the header.
 * @param unclear columns whose cells can be read in two ways
 * @throws ImportRefusal when too many cells are wrong, or a column without a name has a value; UserError 413
 * when there are too many rows
 */
async function readTableRows(context: ReadContext, unclear: readonly FieldColumn[]) {
  const { table, head, plan, mapping, limits } = context;
  const completeLine = createLineCompleter(plan);
  const counter = createColumnCounter(plan.columns);
  const notes = createReasons();
  const bareCells = createBareCellFinder(plan);
  const rows: ImportRow[] = [];
  const badRows: BadRow[] = [];
  let badCells = 0;
  let leftOut = 0;
  for await (const rawLine of table.lines()) {
    const row = rawLine.number - head.header.number;
    if (row < 1) continue;
    counter.addLine(rawLine.cells);
    const line = completeLine(rawLine, row);
    if (isExcluded(plan, line)) {
      leftOut++;
      continue;
    }
    if (plan.unnamedColumns.some((at) => line.cells[at]?.trim())) {
      const sampled = [...head.sampled, line.cells];
      const named = columnsWithSamples(head.header, mapping, sampled, [line.cells]);
      throw columnsRefusal({ ...head, sampled, columns: named }, mapping);
    }
    if (rows.length + badRows.length === limits.rows) throw tooManyRows(limits.rows, "rows");
    counter.addFuels(line.cells);
    bareCells.addUnits(rawLine.cells);
    const outcome = validateRow(plan, unclear, line, row);
    badCells += "issues" in outcome ? outcome.issues.length : 0;
    if (badCells > limits.badCells) throw tooManyBad(context, badRows);
    if (isNoCar(context, line, outcome)) {
      const text = line.cells.find((cell) => cell.trim());
      notes.add(cellIssue(row, "", NO_CARS, text));
      continue;
    }
    if ("issues" in outcome) {
      keepRanges(plan.fields, line, outcome.issues);
      badRows.push(outcome);
    } else rows.push(outcome);
    const values = readableValues(outcome);
    for (const note of findNotes(plan.fields, line, row, values)) notes.add(note);
    bareCells.addCells(line, row, values);
  }
  const read = describeFormats(plan, context.defaultDecimal);
  const columns = counter.markColumns(annotateColumns(read, mapping));
  const bodyTypes = rows.filter(({ hasKnownBody }) => hasKnownBody).length;
  const { cleared } = plan;
  const allNotes = [...bareCells.notes(), ...notes.notes()];
  return { columns, rows, badRows, notes: allNotes, cleared, leftOut, bodyTypes };
}

const NO_CARS = "Lines that aren’t cars are left out";

/** No car's whole name: one word, or a text that begins with a sign. */
const NO_NAME = /^(?:[^\p{L}\d]|\S+$)/u;
/** `Seat heat = standard; * as of 11/2026` */
const FOOTNOTE = /[=;*]\s/;

/** Whether a line is a heading, a note, a total or the header again, on the screen, in a table of many columns. */
function isNoCar(
  { plan, head }: ReadContext,
  { cells }: TableLine,
  outcome: ImportRow | BadRow,
): boolean {
  const { columns, isTolerant } = plan;
  if (!isTolerant || columns.length < REQUIRED_FIELDS.length) return false;
  const first = cells.findIndex((cell) => cell.trim());
  const text = cells[first]?.trim() ?? "";
  const isAlone = cells.every((cell, at) => at <= first || !cell.trim());
  if (isAlone && columns[first]?.split && FOOTNOTE.test(text)) return true;
  if ("input" in outcome) return false;
  if (cells.every((cell, at) => cell.trim() === head.header.cells[at]?.trim())) return true;
  const { car } = outcome;
  // Beside a total may stand the number of cars.
  if (TOTAL.test(text)) return !car || BARE.test(car.model);
  if (car || !isAlone) return false;
  const { field, split } = columns[first] ?? {};
  // Merged cells leave only the trim or model of a car.
  if (split) return split.includes("make") && NO_NAME.test(text);
  return field !== "model" && field !== "trim";
}

const HOW_TO_SAY =
  "Say which with decimal=comma or decimal=point, or write the figures without thousands separators.";
const HOW_TO_SAY_DATES =
  "Say which in the mapping, with dates: day-first or month-first, or write dates as 2026-11-23.";

/** A column whose figures or dates can be read in two ways. */
export function unclearColumn(columns: readonly CsvColumn[]): CsvColumn | undefined {
  return columns.find(({ decimal, dates }) => decimal === "unclear" || dates === "unclear");
}

/** The two meanings of an ambiguous cell. */
function bothMeanings(example: string, isDate: boolean): string[] {
  if (isDate) return DATE_ORDERS.map((order) => readDate(example, order) ?? "");
  return DECIMAL_SIGNS.toReversed().map((sign) =>
    formatNumber(readNumber(example, sign) ?? 0, MOST_DECIMALS),
  );
}

export function unclearRefusal(
  file: Pick<ImportFile, "columns" | "badRows" | "facts">,
): ImportRefusal {
  const { columns, badRows, facts } = file;
  const { header = "", example = "", dates } = unclearColumn(columns) ?? {};
  const doubt = dates ? DOUBTFUL_DATE : DOUBTFUL;
  const rows = badRows.flatMap((row) => row.issues);
  const first = rows.find(({ message, column }) => message === doubt && column === header);
  const where = first ? `row ${first.row}, column ${header}` : `column ${header}`;
  const either = bothMeanings(example, dates !== undefined).join(" or ");
  return new ImportRefusal(
    `Nothing was added: “${example}” in ${where} can be ${either}. ${dates ? HOW_TO_SAY_DATES : HOW_TO_SAY}`,
    { rows, columns, facts },
  );
}

function tooManyBad(
  { plan, head, defaultDecimal, limits }: ReadContext,
  badRows: BadRow[],
): ImportRefusal {
  const columns = describeFormats(plan, defaultDecimal);
  const { facts } = head.header;
  if (unclearColumn(columns)) return unclearRefusal({ columns, badRows, facts });
  return new ImportRefusal(
    `Nothing was added: more than ${formatCount(limits.badCells)} cells are wrong. Is each column the right one?`,
    { rows: badRows.flatMap(({ issues }) => issues) },
  );
}

const SAMPLED_ROWS = 50;

/** Lines with a value: all possible titles, the header, and the sampled rows. */
const HEAD_LINES = MAX_TITLE_LINES + 1 + SAMPLED_ROWS;

type Rows = readonly (readonly string[])[];

interface TableHead {
  header: HeaderLine;
  /** some of the rows below it */
  sampled: Rows;
  columns: CsvColumn[];
  /** of the catalogue */
  models: Iterable<KnownModel>;
}

/**
 * Reads the first lines of a file.
 * @throws ImportRefusal when there is no header, or its columns do not fit
 */
async function readHead(
  table: Table,
  mapping: ImportMapping,
  models: Iterable<KnownModel>,
): Promise<TableHead> {
  const lines: TableLine[] = [];
  for await (const line of table.lines()) if (lines.push(line) === HEAD_LINES) break;
  const header = table.header
    ? { cells: table.header, number: 0, facts: {} }
    : findHeader(lines, mapping);
  const below = lines.filter(({ number }) => number > header.number).slice(0, SAMPLED_ROWS);
  const sampled = below.map(({ cells }) => cells);
  const all = columnsWithSamples(header, mapping, sampled);
  // Rows that a rule leaves out may have anything in columns without a name.
  const plan = createRowPlan(all, mapping, [], "point");
  const kept = below.flatMap((line) => (isExcluded(plan, line) ? [] : [line.cells]));
  const columns = columnsWithSamples(header, mapping, sampled, kept);
  const head = { header, sampled, columns, models };
  if (columnIssues(columns, mapping).length > 0) throw columnsRefusal(head, mapping);
  return head;
}

/** The columns that a header names, with samples. @param kept rows that no rule leaves out @throws ImportRefusal */
function columnsWithSamples(
  header: HeaderLine,
  mapping: ImportMapping,
  rows: Rows,
  kept = rows,
): CsvColumn[] {
  if (header.cells.length > MAX_COLUMNS) {
    throw new ImportRefusal(`The file has more than ${MAX_COLUMNS} columns.`);
  }
  const samples = header.cells.map((_cell, at) => samplesOf(rows.map((cells) => cells[at] ?? "")));
  const valued = new Set(
    header.cells.flatMap((_cell, at) => (kept.some((cells) => cells[at]?.trim()) ? [at] : [])),
  );
  return columnsOf(header, mapping, valued).map((column, at) => ({ ...column, ...samples[at] }));
}

/** Why the columns of a file do not fit, with samples. */
function columnsRefusal(
  { header, sampled, columns, models }: TableHead,
  mapping: ImportMapping,
): ImportRefusal {
  const issues = columnIssues(columns, mapping);
  const counter = createColumnCounter(columns);
  for (const cells of sampled) counter.addLine(cells);
  return new ImportRefusal(headerRefusal(header, mapping, issues), {
    rows: issues.map(({ column, message }) => ({ row: 0, column, message })),
    columns: counter.markColumns(annotateColumns(columns, mapping, findTrims(sampled, models))),
    facts: { ...header.facts, ...columnProblem(issues) },
  });
}

/** @returns whether most cells of a column begin with a model of the catalogue and go on with a trim */
function findTrims(rows: Rows, models: Iterable<KnownModel>) {
  return (makeAt: number, modelAt: number): boolean => {
    const split = createNameSplitter(["model", "trim"], models);
    const named = rows.filter((cells) => cells[modelAt]?.trim());
    const longer = named.filter((cells) => {
      return split(cells[modelAt] ?? "", { make: cells[makeAt]?.trim() ?? "" })?.trim !== undefined;
    });
    return longer.length > named.length / 2;
  };
}

/**
 * Counts what rows tell about columns: rows of cars that are not electric, by columns without a field, and empty
 * cells below one with a value in rows of cars. A single empty cell in the file is a gap, and totals are no cars.
 */
function createColumnCounter(columns: readonly CsvColumn[]) {
  const fuels = columns.flatMap(({ field, split, samples }, at) => {
    const isFree = (field === null || field === "unknown") && !split;
    return isFree && holdsFuels(samples)
      ? [{ at, electric: new Set<string>(), others: new Set<string>(), rows: 0 }]
      : [];
  });
  const naming = columns.flatMap(({ header, field, split }, at) => {
    // Every row needs a value in the column, or would need one if the suggested field is right.
    const name = field === "unknown" ? fieldNamed(header) : field;
    return split || NAME_PARTS.some((part) => part === name)
      ? [{ at, isMake: name === "make" }]
      : [];
  });
  const filled = new Set<number>();
  const blankBelow = new Set<number>();
  let blankCells = 0;
  return {
    /** Counts empty cells, in excluded rows too. */
    addLine(cells: readonly string[]): void {
      const named = naming.filter(({ at }) => cells[at]?.trim());
      const isCar =
        named.some(({ isMake }) => !isMake) &&
        !named.some(({ at }) => TOTAL.test(cells[at]?.trim() ?? ""));
      for (const { at } of naming) {
        if (cells[at]?.trim()) filled.add(at);
        else if (isCar && filled.has(at)) {
          blankBelow.add(at);
          blankCells++;
        }
      }
    },
    addFuels(cells: readonly string[]): void {
      for (const found of fuels) {
        const cell = cells[found.at]?.trim() ?? "";
        const fuel = fuelOf(cell);
        if (fuel === undefined) continue;
        const words = fuel === "electric" ? found.electric : found.others;
        if (words.size < NAMED_VALUES) words.add(cell);
        if (fuel !== "electric") found.rows++;
      }
    },
    /** Adds what was counted, and all words for electric cars. */
    markColumns: (all: readonly CsvColumn[]) =>
      all.map((column, at): CsvColumn => {
        const isBlankBelow = blankCells > 1 && blankBelow.has(at);
        const { electric = [], others = [], rows = 0 } = fuels.find((each) => each.at === at) ?? {};
        const values = [...others];
        const [example] = values;
        return {
          ...column,
          ...(isBlankBelow && { isBlankBelow }),
          ...(example !== undefined && {
            electric: electricWords([...electric]),
            notElectric: { rows, example, values },
          }),
        };
      }),
  };
}

/** Collects the units that a file's cells name, and the figures without one. */
function createBareCellFinder({ fields }: RowPlan) {
  const found = fields
    .filter(({ field }) => unitsOf(field).length > 1)
    .map((column) => ({ column, units: new Set<string>(), cells: createReasons() }));
  return {
    addUnits(cellsOfFile: readonly string[]): void {
      for (const { column, units } of found) {
        const unit = unitNamedIn(cellsOfFile[column.at] ?? "", column);
        if (unit !== undefined) units.add(unit);
      }
    },
    addCells(line: TableLine, row: number, values: ReturnType<typeof readableValues>): void {
      for (const { column, cells } of found) {
        const { at, header, field, multiple, unit = unitsOf(field)[0] ?? "" } = column;
        if (values[field] == null || !isBare(column, line)) continue;
        const words = `read as ${unitLabel(unit, multiple)}`;
        const message = `No unit in the cell, and the column has several: ${words}`;
        cells.add(cellIssue(row, header, message, line.cells[at]));
      }
    },
    notes: () => found.flatMap(({ units, cells }) => (units.size > 1 ? cells.notes() : [])),
  };
}
