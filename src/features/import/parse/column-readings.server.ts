/** Finds how to read the figures and dates of a column if the mapping does not say (importing.md#cells). */
import { DATE_ORDERS, readDate } from "../../../domain/cell-dates.ts";
import { isDateField, isNumberField } from "../../../domain/ev-cells.ts";
import { DECIMAL_SIGNS, type DecimalSign, readNumber } from "../../../domain/read-number.ts";
import { formatNumber } from "../../../domain/format.ts";
import type { CsvColumn } from "../columns/columns.schema.ts";
import { cellText, type FieldColumn, hasReadings, readingsOf } from "./column-cells.server.ts";
import { toStoredUnit } from "../columns/units.server.ts";
import { storedText } from "../stored-text.ts";
import { cellIssue, type ImportFile, ImportRefusal, type TableLine } from "./import-file.server.ts";
import type { BadCell } from "../import.schema.ts";

/** The same text for all such cells, so that they form one reason. */
const DOUBTFUL = "This can be read two ways, with a decimal point and with a decimal comma";
const DOUBTFUL_DATE = "This can be read two ways, with the day first and with the month first";

/** Columns where no cell has decided yet how they are read. */
export function findUndecided(fields: readonly FieldColumn[]): FieldColumn[] {
  return fields.filter(({ field, reading }) => hasReadings(field) && reading === undefined);
}

/** Decides how to read undecided columns: the first cell that can be read in only one way decides. */
export function lookForReadings(
  undecided: readonly FieldColumn[],
  line: TableLine,
  row: number,
): void {
  for (const column of undecided) {
    const { text, isFromFile } = cellText(column, line);
    if (text === undefined) continue;
    const readings = readingsOf(column, text);
    if (readings === "both") column.example ??= text.trim();
    else if (readings !== "same" && isFromFile) {
      column.reading = readings;
      column.decidingRow = row;
    }
  }
}

/** The cells of a row that can be read in two ways. */
export function findDoubts(unclear: readonly FieldColumn[], line: TableLine, row: number) {
  return unclear.flatMap((column): BadCell[] => {
    const { field, at, header } = column;
    const isDoubtful = readingsOf(column, cellText(column, line).text ?? "") === "both";
    const doubt = isDateField(field) ? DOUBTFUL_DATE : DOUBTFUL;
    return isDoubtful ? [cellIssue(row, header, doubt, line.cells[at])] : [];
  });
}

/**
 * Describes how the cells of a column were read.
 * @param defaultDecimal the decimal sign of the file by default
 */
export function describeReading(
  column: CsvColumn,
  found: FieldColumn | undefined,
  defaultDecimal: DecimalSign | undefined,
): CsvColumn {
  if (!found || !hasReadings(found.field)) return column;
  const { field, reading, example } = found;
  if (defaultDecimal && isNumberField(field)) return column;
  const key = isDateField(field) ? "dates" : "decimal";
  if (reading) return { ...column, [key]: reading };
  if (example === undefined) return column;
  const unclear = { ...column, [key]: "unclear", example };
  if (isDateField(field)) return unclear;
  const figures = DECIMAL_SIGNS.map((sign) => toStoredUnit(found, example, sign));
  const readings = figures.map((figure) => (figure ? storedText(field, figure) : example));
  return { ...unclear, readings };
}

const MOST_DECIMALS = 6;
const WAYS =
  "Say which with decimal=comma or decimal=point, or write the figures without thousands separators.";
const DATE_WAYS =
  "Say which in the mapping, with dates: day-first or month-first, or write dates as 2026-11-23.";

/** A column whose figures or dates can be read in two ways. */
export function unclearColumn(columns: readonly CsvColumn[]): CsvColumn | undefined {
  return columns.find(({ decimal, dates }) => decimal === "unclear" || dates === "unclear");
}

/** The two meanings of an ambiguous cell. */
function bothReadings(example: string, isDate: boolean): string[] {
  if (isDate) return DATE_ORDERS.map((order) => readDate(example, order) ?? "");
  return DECIMAL_SIGNS.toReversed().map((sign) =>
    formatNumber(readNumber(example, sign) ?? 0, MOST_DECIMALS),
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
  const rows = badRows.flatMap((row) => row.issues);
  const first = rows.find(({ message, column }) => message === doubt && column === header);
  const where = first ? `row ${first.row}, column ${header}` : `column ${header}`;
  const either = bothReadings(example, dates !== undefined).join(" or ");
  return new ImportRefusal(
    `Nothing was added: “${example}” in ${where} can be ${either}. ${dates ? DATE_WAYS : WAYS}`,
    { rows, columns, titles, facts },
  );
}
