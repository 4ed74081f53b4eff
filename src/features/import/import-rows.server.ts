import { UserError } from "../../server/errors.server.ts";
import { csvRecords } from "./csv-records.server.ts";
import { createHeaderFinder } from "./header-line.server.ts";
import { columnIssues, type CsvColumn, readColumns, type SaidOfFile } from "./import-columns.ts";
import { type BadRow, type ImportFile, type ImportRow, takeOut } from "./import-file.server.ts";
import { ImportRefusal } from "./import-refusal.server.ts";
import { MAX_BAD_CELLS, MAX_COLUMNS, MAX_ROWS } from "./limits.ts";
import { createRowJudge, DOUBTFUL, type RowJudge } from "./row-judge.server.ts";
import type { Delimiter } from "../../server/csv-cells.server.ts";
import { createTurns, eachInTurns } from "../../server/turns.server.ts";
import { createRowsModels } from "../../vehicle/rows-models.server.ts";
import { formatCount } from "../../vehicle/counts.ts";
import { numberOfText } from "../../vehicle/ev-numbers.ts";
import { formatNumber } from "../../vehicle/numbers.ts";

const isBlank = (cells: readonly string[]) => cells.every((cell) => cell.trim() === "");

/** The columns that a header row names. @throws ImportRefusal unless each is a field or left out */
function columnsOf(
  { header, titles }: { header: readonly string[]; titles: readonly string[] },
  said: SaidOfFile,
): CsvColumn[] {
  if (header.length > MAX_COLUMNS) {
    throw new ImportRefusal(`The file has more than ${MAX_COLUMNS} columns.`, []);
  }
  const columns = readColumns(header, said);
  const issues = columnIssues(columns);
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

/** Of figures in a sentence. */
const MOST_DECIMALS = 6;

/** How many of each are refused when there are more. */
const MOST = { rows: MAX_ROWS, badCells: MAX_BAD_CELLS };

/** Takes the records of a file: the header, with titles above it or without, then the rows. */
function createRowReader(said: SaidOfFile, most: typeof MOST) {
  const rows: ImportRow[] = [];
  const models = createRowsModels();
  const badRows: BadRow[] = [];
  const finder = createHeaderFinder(said);
  let titles: readonly string[] = [];
  let columns: CsvColumn[] | undefined;
  let judge: RowJudge | undefined;
  let row = 0;
  let badCells = 0;

  function open(line: ReturnType<typeof finder.end>, delimiter: Delimiter): void {
    ({ titles } = line);
    columns = columnsOf(line, said);
    judge = createRowJudge(columns, delimiter === "," ? "point" : undefined);
  }

  function take(cells: readonly string[], delimiter: Delimiter): void {
    if (!columns || !judge) {
      const line = finder.take(cells);
      if (line) open(line, delimiter);
      return;
    }
    row++;
    if (isBlank(cells)) return;
    if (rows.length + badRows.length === most.rows) {
      throw new UserError(
        413,
        `The file has more than ${formatCount(most.rows)} rows. Please split it.`,
      );
    }
    const judged = judge.judge(cells, row);
    if (!Array.isArray(judged)) {
      const of = models.of(judged);
      const isJudgedLater = judge.isDoubtful() || judged.image?.startsWith("data:");
      const kept = isJudgedLater ? { row, input: judged, of, cells } : { row, input: judged, of };
      rows.push(kept);
      if (judge.isDoubtful() && judge.wait(kept) > most.badCells) {
        throw unclearRefusal({ columns: judge.columns(), titles, badRows });
      }
      return;
    }
    // A row may have millions of cells; those beyond the header are of no use.
    badRows.push({ row, cells: cells.slice(0, columns.length), issues: judged });
    badCells += judged.length;
    if (badCells > most.badCells) throw tooManyBad(badRows, most.badCells);
  }

  /** @throws ImportRefusal when there is no header */
  function end(delimiter: Delimiter): ImportFile {
    if (!columns || !judge) open(finder.end(), delimiter);
    if (!columns || !judge) throw new ImportRefusal("The file is empty.", []);
    const file = { columns: judge.columns(), titles, delimiter, rows, models, badRows };
    takeOut(file, judge.settle());
    return file;
  }

  return { take, end };
}

/**
 * Reads and checks a whole file, in turns with other work.
 * @throws ImportRefusal when it is no such file, or too long
 */
export async function readImportFile(
  file: AsyncIterable<Buffer>,
  said: SaidOfFile,
  most = MOST,
): Promise<ImportFile> {
  const takeTurns = createTurns(true);
  const reader = createRowReader(said, most);
  let delimiter: Delimiter = ",";
  for await (const batch of csvRecords(file)) {
    delimiter = batch.delimiter;
    await eachInTurns(batch.records, (cells) => reader.take(cells, delimiter), takeTurns);
  }
  return reader.end(delimiter);
}

const WAYS =
  "Say which with decimal=comma or decimal=point, or write the figures without thousands separators.";

/** Why nothing is added of a file with figures that can be read both ways. */
export function unclearRefusal({
  columns,
  titles,
  badRows,
}: Pick<ImportFile, "columns" | "titles" | "badRows">): ImportRefusal {
  const { header = "", example = "" } = columns.find(({ decimal }) => decimal === "unclear") ?? {};
  const issues = badRows.flatMap((row) => row.issues);
  const first = issues.find(({ message, column }) => message === DOUBTFUL && column === header);
  const [comma = 0, point = 0] = (["comma", "point"] as const).map((sign) =>
    numberOfText(example, sign),
  );
  const where = first ? `row ${first.row}, column ${header}` : `column ${header}`;
  const either = `${formatNumber(comma, MOST_DECIMALS)} or ${formatNumber(point, MOST_DECIMALS)}`;
  return new ImportRefusal(
    `Nothing was added: “${example}” in ${where} can be ${either}. ${WAYS}`,
    issues,
    columns,
    titles,
  );
}

function tooManyBad(badRows: readonly BadRow[], most: number): ImportRefusal {
  return new ImportRefusal(
    `Nothing was added: more than ${formatCount(most)} cells are wrong. Is each column the right one?`,
    badRows.flatMap(({ issues }) => issues),
  );
}
