import { yieldOften } from "../../../server/yield-often.server.ts";
import { UserError } from "../../../server/errors.server.ts";
import { formatCount } from "../../../vehicle/counts.ts";
import { DATE_ORDERS, readDate } from "../../../vehicle/cell-dates.ts";
import { numberOfText } from "../../../vehicle/ev-cells.ts";
import { formatNumber } from "../../../vehicle/format.ts";
import {
  type BadRow,
  type ImportFile,
  ImportRefusal,
  type ImportRow,
  type TableLine,
} from "./import-file.server.ts";
import { createPackedRows } from "./packed-rows.server.ts";
import { DOUBTFUL, DOUBTFUL_DATE } from "./column-cells.server.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import type { RowJudge } from "./row-judge.server.ts";

export interface RowLimits {
  rows: number;
  badCells: number;
  /** whether more rows are known to follow */
  hasMore?(this: void): boolean;
}

/**
 * Collects the judged rows of a file.
 * @param unnamed places of columns that have no name and are expected to be empty
 * @throws ImportRefusal when too many cells are wrong; UserError 413 when there are too many rows
 */
export function createRowCollector(
  judge: RowJudge,
  unnamed: readonly number[],
  titles: string[],
  most: RowLimits,
) {
  let rows = createPackedRows();
  const badRows: BadRow[] = [];
  let hasPictures = false;
  let waitingRows = 0;
  let badCells = 0;
  let leftOut = 0;

  function keep(verdict: ImportRow | BadRow): void {
    if ("issues" in verdict) return void badRows.push(verdict);
    rows.add(verdict);
    hasPictures ||= verdict.cells !== undefined;
  }

  function judgeRow(line: TableLine, row: number): void {
    const isFull = rows.length + badRows.length + waitingRows === most.rows;
    if (isFull || most.hasMore?.()) throw tooManyRows(most.rows);
    const verdict = judge.judge(line, row);
    if (verdict) {
      keep(verdict);
      if ("issues" in verdict) badCells += verdict.issues.length;
      if (badCells > most.badCells) throw tooManyBad(badRows, most.badCells);
      return;
    }
    waitingRows++;
    if (judge.doubtfulRows() > most.badCells) {
      throw unclearRefusal({ columns: judge.columns(), titles, badRows, facts: {} });
    }
  }

  /** Rows that waited for how a column is read come in between the others. */
  async function settle(): Promise<void> {
    if (waitingRows === 0) return;
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

  return {
    /** @returns whether it fits; false: a value stands in a column that has no name */
    take(given: TableLine, row: number): boolean {
      if (given.cells.every((cell) => cell.trim() === "")) return true;
      const line = judge.completeLine(given, row);
      if (judge.isLeftOut(line.cells)) {
        leftOut++;
        return true;
      }
      if (unnamed.some((at) => (line.cells[at]?.trim() ?? "") !== "")) return false;
      judgeRow(line, row);
      return true;
    },
    async finish() {
      await settle();
      return { rows, badRows, hasPictures, leftOut };
    },
  };
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
  facts,
}: Pick<ImportFile, "columns" | "titles" | "badRows" | "facts">): ImportRefusal {
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
    facts,
  );
}
