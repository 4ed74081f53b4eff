import { yieldOften } from "../../server/yield-often.server.ts";
import { createPackedRows } from "./packed-rows.server.ts";
import { UserError } from "../../server/errors.server.ts";
import { formatCount } from "../../vehicle/counts.ts";
import { DATE_ORDERS, readDate } from "../../vehicle/cell-dates.ts";
import { numberOfText } from "../../vehicle/ev-cells.ts";
import { formatNumber } from "../../vehicle/format.ts";
import { readTable } from "./table-file.server.ts";
import { createBlankFinder } from "./fill-down.server.ts";
import { fieldNamed } from "./column-suggestions.ts";
import type { CsvColumn } from "./import-schemas.server.ts";
import { columnIssues, readColumns, type SaidOfFile } from "./import-columns.ts";
import {
  type BadRow,
  type Delimiter,
  type ImportFile,
  ImportRefusal,
  type ImportRow,
  shownValue,
  type TableLine,
} from "./import-file.server.ts";
import {
  MAX_BAD_CELLS,
  MAX_COLUMNS,
  MAX_ROWS,
  MAX_TITLE_CHARACTERS,
  MAX_TITLE_LINES,
  NAMED_SAMPLES,
  SAMPLED_ROWS,
} from "./limits.ts";
import { DOUBTFUL, DOUBTFUL_DATE } from "./column-cells.server.ts";
import { createRowJudge, type RowJudge } from "./row-judge.server.ts";
import type { SpooledFile } from "./spooled-upload.server.ts";

const MOST = { rows: MAX_ROWS, badCells: MAX_BAD_CELLS };

/**
 * Reads and judges a whole file while other requests are served.
 * @param models of the catalogue, by which names are divided
 * @throws ImportRefusal when it is no such file; UserError 413 when it is too long
 */
export async function readImportFile(
  file: SpooledFile,
  said: SaidOfFile,
  models: Iterable<{ make: string; model: string }> = [],
  most = MOST,
): Promise<ImportFile> {
  const firstLines: (readonly string[])[] = [];
  let rows = createPackedRows();
  let hasPictures = false;
  const badRows: BadRow[] = [];
  let judge: RowJudge | undefined;
  let titles: string[] = [];
  let delimiter: Delimiter = ",";
  let row = 0;
  let waitingRows = 0;
  let badCells = 0;
  let leftOut = 0;
  let sampledRows = 0;

  let refused: ImportRefusal | undefined;
  let samples: string[][] = [];
  let blanks = createBlankFinder([]);

  function openRows(line: HeaderLine): RowJudge | undefined {
    ({ titles } = line);
    samples = line.header.map(() => []);
    const usual = delimiter === "," ? "point" : undefined;
    try {
      const columns = columnsOf(line, said);
      blanks = createBlankFinder(columns);
      return createRowJudge(columns, said, models, usual);
    } catch (error) {
      if (!(error instanceof ImportRefusal) || !error.columns) throw error;
      blanks = createBlankFinder(error.columns);
      // Some rows are read nevertheless, for what stands in each column.
      refused = error;
      return undefined;
    }
  }

  /** Without a line of known names: its rows are there already. */
  function openUnknown(): RowJudge | undefined {
    const line = headerLine(firstLines);
    const opened = openRows(line);
    for (const cells of firstLines.slice(firstLines.indexOf(line.header) + 1)) takeSamples(cells);
    return opened;
  }

  function takeSamples(cells: readonly string[]): void {
    if (refused) blanks.look(cells);
    for (const [at, list] of samples.entries()) {
      const { value } = shownValue(cells[at]);
      if (value && list.length < NAMED_SAMPLES && !list.includes(value)) list.push(value);
    }
  }

  const withSamples = (columns: readonly CsvColumn[]) =>
    columns.map((column, at) => {
      const list = samples[at] ?? [];
      return {
        ...column,
        ...(list.length > 0 && { samples: list }),
        ...(blanks.isBlankBelow(at) && { isBlankBelow: true as const }),
      };
    });

  function refusal({ message, rows: issues, columns = [] }: ImportRefusal): ImportRefusal {
    return new ImportRefusal(message, issues, withSamples(columns), titles);
  }

  function keep(verdict: ImportRow | BadRow): void {
    if ("issues" in verdict) return void badRows.push(verdict);
    rows.add(verdict);
    hasPictures ||= verdict.cells !== undefined;
  }

  function takeRow(given: TableLine, rowJudge: RowJudge) {
    const { judge: judgeRow, completeLine, isLeftOut, doubtfulRows, columns } = rowJudge;
    row++;
    if (given.cells.every((cell) => cell.trim() === "")) return;
    blanks.look(given.cells);
    const line = completeLine(given, row);
    const { cells } = line;
    if (isLeftOut(cells)) return void leftOut++;
    if (rows.length + badRows.length + waitingRows === most.rows) throw tooManyRows(most.rows);
    const verdict = judgeRow(line, row);
    if (verdict) {
      keep(verdict);
      if ("issues" in verdict) badCells += verdict.issues.length;
      if (badCells > most.badCells) throw tooManyBad(badRows, most.badCells);
      return;
    }
    waitingRows++;
    if (doubtfulRows() > most.badCells) {
      throw unclearRefusal({ columns: columns(), titles, badRows });
    }
  }

  const encoding = await readTable(file, (line, between) => {
    const { cells } = line;
    delimiter = between;
    if (sampledRows < SAMPLED_ROWS && (judge || refused)) {
      sampledRows++;
      takeSamples(cells);
    } else if (refused) throw refusal(refused);
    if (refused) return;
    if (judge) return takeRow(line, judge);
    if (filled(cells).length === 0) return;
    firstLines.push(cells);
    if (isHeader(cells, said)) judge = openRows(headerLine(firstLines, cells));
    else if (firstLines.length > MAX_TITLE_LINES) judge = openUnknown();
  });
  if (!refused) judge ??= openUnknown();
  if (!judge) throw refused ? refusal(refused) : new ImportRefusal(NO_COLUMNS, []);
  if (waitingRows > 0) {
    // They come in between.
    const inTime = rows;
    rows = createPackedRows();
    const settled = judge.settle().values();
    let next = settled.next().value;
    for await (const each of yieldOften(inTime)) {
      for (; next && next.row < each.row; next = settled.next().value) keep(next);
      rows.add(each);
    }
    for (; next; next = settled.next().value) keep(next);
    badRows.sort((a, b) => a.row - b.row);
  }
  const wasRuled = said.rules && said.rules.length > 0;
  const counts = wasRuled ? { leftOut } : {};
  const columns = withSamples(judge.columns());
  const notes = judge.notes();
  return { columns, titles, delimiter, rows, hasPictures, badRows, notes, encoding, ...counts };
}

interface HeaderLine {
  header: readonly string[];
  titles: string[];
}

const NO_COLUMNS =
  "No line of the file names its columns, with commas, semicolons or tabs between them.";

const filled = (cells: readonly string[]) => cells.filter((cell) => cell.trim() !== "");

/** Whether a line names make and model, by whatever name is known for them. */
function isHeader(cells: readonly string[], said: SaidOfFile): boolean {
  if (cells.length > MAX_COLUMNS) return true;
  if (filled(cells).length < 2) return false;
  const columns = readColumns(cells, said);
  const fields = new Set<string | null | undefined>(Object.keys(said.constants ?? {}));
  for (const { header, field, split = [] } of columns) {
    fields.add(field === "unknown" ? fieldNamed(header) : field);
    for (const part of split) fields.add(part);
  }
  return fields.has("make") && fields.has("model");
}

function titleOf(cells: readonly string[]): string {
  return filled(cells).join(" ").trim().slice(0, MAX_TITLE_CHARACTERS).toWellFormed();
}

/**
 * Titles, dates and notes may stand above the header. Where none of the first lines names make and
 * model, it is the first one with several cells, so that its names can be mapped.
 * @throws ImportRefusal without such a line
 */
function headerLine(
  lines: readonly (readonly string[])[],
  header = lines.find((cells) => filled(cells).length > 1),
): HeaderLine {
  if (header) return { header, titles: lines.slice(0, lines.indexOf(header)).map(titleOf) };
  throw new ImportRefusal(lines.length === 0 ? "The file is empty." : NO_COLUMNS, []);
}

/** The columns that a header row names. @throws ImportRefusal unless each is a field or left out */
function columnsOf({ header, titles }: HeaderLine, said: SaidOfFile): CsvColumn[] {
  if (header.length > MAX_COLUMNS) {
    throw new ImportRefusal(`The file has more than ${MAX_COLUMNS} columns.`, []);
  }
  const columns = readColumns(header, said);
  const issues = columnIssues(columns, said);
  if (issues.length > 0) {
    const named = issues.map(({ column, message }) => `${column} (${lowerFirst(message)})`);
    throw new ImportRefusal(
      `Nothing was added: the columns of the file do not fit: ${named.slice(0, 5).join(", ")}${named.length > 5 ? "…" : ""}.`,
      issues.map((issue) => ({ row: 0, ...issue })),
      columns,
      titles,
    );
  }
  return columns;
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function tooManyRows(most: number): UserError {
  return new UserError(413, `The file has more than ${formatCount(most)} rows. Please split it.`);
}

function tooManyBad(badRows: readonly BadRow[], most: number): ImportRefusal {
  return new ImportRefusal(
    `Nothing was added: more than ${formatCount(most)} cells are wrong. Is each column the right one?`,
    badRows.flatMap(({ issues }) => issues),
  );
}

const MOST_DECIMALS = 6;
const WAYS =
  "Say which with decimal=comma or decimal=point, or write the figures without thousands separators.";
const DATE_WAYS =
  "Say which in the mapping, with dates: day-first or month-first, or write dates as 2026-11-23.";

/** A column whose figures or dates can be read both ways. */
export function unclearColumn(columns: readonly CsvColumn[]): CsvColumn | undefined {
  return columns.find(({ decimal, dates }) => decimal === "unclear" || dates === "unclear");
}

/** What an unclear cell can mean. */
function bothReadings(example: string, isDate: boolean): string[] {
  if (isDate) return DATE_ORDERS.map((order) => readDate(example, order) ?? "");
  return (["comma", "point"] as const).map((sign) =>
    formatNumber(numberOfText(example, sign) ?? 0, MOST_DECIMALS),
  );
}

export function unclearRefusal({
  columns,
  titles,
  badRows,
}: Pick<ImportFile, "columns" | "titles" | "badRows">): ImportRefusal {
  const { header = "", example = "", dates } = unclearColumn(columns) ?? {};
  const doubt = dates ? DOUBTFUL_DATE : DOUBTFUL;
  const issues = badRows.flatMap((row) => row.issues);
  const first = issues.find(({ message, column }) => message === doubt && column === header);
  const where = first ? `row ${first.row}, column ${header}` : `column ${header}`;
  const either = bothReadings(example, dates !== undefined).join(" or ");
  return new ImportRefusal(
    `Nothing was added: “${example}” in ${where} can be ${either}. ${dates ? DATE_WAYS : WAYS}`,
    issues,
    columns,
    titles,
  );
}
