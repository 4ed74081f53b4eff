import { stringify } from "csv-stringify/sync";
import { isNothing, keptAsText, textOfCell } from "../../domain/ev-cells.ts";
import type { DryRunAnswer } from "./import.schema.ts";
import { BAD_ROW_COLUMNS } from "./parse/import-columns.server.ts";
import type { ImportFile } from "./parse/import-file.server.ts";
import { yieldOften } from "../../server/yield-often.server.ts";

const ITEMS_PER_PIECE = 100;
/** Without it, Excel does not recognize UTF-8. */
export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * Streams the JSON of an answer: 50,000 rows are 20 MB, which should never be in memory at once.
 * @param bounds limits each list; the counts report how many items there are
 * @param rest other fields of the answer, sent whole
 */
export async function* answerPieces(
  lists: Readonly<Record<string, Iterable<unknown>>>,
  { mostItems, mostCharacters }: { mostItems: number; mostCharacters: number },
  rest: Partial<DryRunAnswer>,
): AsyncGenerator<string> {
  let isFirstList = true;
  for (const [name, items] of Object.entries(lists)) {
    let piece = `${isFirstList ? "{" : ","}${JSON.stringify(name)}:[`;
    isFirstList = false;
    let count = 0;
    let characters = 0;
    for await (const item of yieldOften(Iterator.from(items).take(mostItems))) {
      const text = JSON.stringify(item);
      characters += text.length;
      if (characters > mostCharacters) break;
      piece += `${count === 0 ? "" : ","}${text}`;
      if (++count % ITEMS_PER_PIECE !== 0) continue;
      yield piece;
      piece = "";
    }
    yield `${piece}]`;
  }
  for (const [name, value] of Object.entries(rest)) {
    yield `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
  }
  yield "}";
}

/** Marks text that a spreadsheet would change; a cell that means "nothing" stays as it is. */
function safeCell(field: string, cell: string): string {
  return isNothing(cell.trim()) ? cell : keptAsText(field, textOfCell(field, cell));
}

/**
 * The bad rows of a file with what is wrong with each, to be corrected and imported again. The import
 * recognizes the two added columns and ignores them.
 */
export async function* badRowsCsv(file: ImportFile): AsyncGenerator<string> {
  const added: ReadonlySet<string> = new Set(BAD_ROW_COLUMNS);
  const encodedColumns = file.columns
    .map(({ header, field }, at) => ({ header, field: field ?? "", at }))
    .filter(({ header }) => !added.has(header.toLowerCase()));
  const line = (cells: readonly string[]) =>
    stringify([cells], { delimiter: file.delimiter, record_delimiter: "windows" });
  yield (
    BYTE_ORDER_MARK +
      line([...encodedColumns.map(({ header }) => keptAsText("", header)), ...BAD_ROW_COLUMNS])
  );
  for await (const { row, cells, issues } of yieldOften(file.badRows)) {
    const own = encodedColumns.map(({ field, at }) => safeCell(field, cells[at] ?? ""));
    const reason = issues
      .map(({ column, message }) => (column ? `${column}: ${message}` : message))
      .join("; ");
    yield line([...own, String(row), keptAsText("", reason)]);
  }
}
