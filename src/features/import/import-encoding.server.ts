import { stringify } from "csv-stringify/sync";
import { isNothing, withFormula, withoutFormula } from "../../vehicle/ev-cells.ts";
import type { DryRunAnswer, ImportCounts, SkippedRow } from "./import-answer.ts";
import { BAD_ROW_COLUMNS } from "./import-columns.ts";
import type { ImportFile, ImportRow } from "./import-file.server.ts";
import type { TakeTurns } from "../../server/turns.server.ts";

const ITEMS_PER_PIECE = 100;
/** Without it Excel takes UTF-8 for something else. */
export const BYTE_ORDER_MARK = "\uFEFF";

function* take<T>(items: Iterable<T>, most: number): Generator<T> {
  let left = most;
  for (const item of items) {
    if (left-- <= 0) return;
    yield item;
  }
}

/** The skipped rows as readings 3 names them. */
export function* skippedRows(skipped: Iterable<ImportRow>): Generator<SkippedRow> {
  for (const { row, input } of skipped) {
    const { make, model, trim, year } = input;
    yield { row, make, model, trim, year };
  }
}

/**
 * The JSON of an answer in pieces: 100,000 rows are 40 MB, which are never there at once.
 * @param most items of each list at most; the counts tell how many there are
 * @param rest what is said besides, whole
 */
export async function* answerPieces(
  lists: Readonly<Record<string, Iterable<unknown>>>,
  { most, ...rest }: { most: number; counts?: ImportCounts } & Partial<DryRunAnswer>,
  takeTurns: TakeTurns,
): AsyncGenerator<string> {
  let piece = "{";
  for (const [name, items] of Object.entries(lists)) {
    piece += `${piece === "{" ? "" : ","}${JSON.stringify(name)}:[`;
    let at = 0;
    for (const item of take(items, most)) {
      piece += `${at === 0 ? "" : ","}${JSON.stringify(item)}`;
      if (++at % ITEMS_PER_PIECE !== 0) continue;
      yield piece;
      // Not empty, which stands for the start.
      piece = " ";
      await takeTurns();
    }
    piece += "]";
  }
  for (const [name, value] of Object.entries(rest)) {
    piece += `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  yield `${piece}}`;
}

/** A cell that no spreadsheet runs; one that says nothing goes on saying it. */
function safeCell(cell: string): string {
  return isNothing(cell.trim()) ? cell : withoutFormula(withFormula(cell));
}

/**
 * The bad rows of a file with what is wrong with each, to be mended and imported again: the
 * import knows the two columns that are added and leaves them out.
 */
export async function* badRowsCsv(file: ImportFile, takeTurns: TakeTurns): AsyncGenerator<string> {
  const added: ReadonlySet<string> = new Set(BAD_ROW_COLUMNS);
  const kept = file.columns
    .map(({ header }, at) => ({ header, at }))
    .filter(({ header }) => !added.has(header.toLowerCase()));
  const line = (cells: readonly string[]) =>
    stringify([cells], { delimiter: file.delimiter, record_delimiter: "windows" });
  yield BYTE_ORDER_MARK + line([...kept.map(({ header }) => header), ...BAD_ROW_COLUMNS]);
  for (const { row, cells, issues } of file.badRows) {
    const own = kept.map(({ at }) => safeCell(cells[at] ?? ""));
    const reason = issues
      .map(({ column, message }) => (column ? `${column}: ${message}` : message))
      .join("; ");
    yield line([...own, String(row), withoutFormula(reason)]);
    await takeTurns();
  }
}
