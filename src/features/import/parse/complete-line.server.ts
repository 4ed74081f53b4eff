import type { ImportMapping } from "../mapping/import-mapping.schema.ts";
import { headerAmong } from "../mapping/import-mapping.ts";
import type { TableLine } from "./import-file.server.ts";
import type { RowPlan } from "./row-plan.server.ts";

type Repairs = NonNullable<ImportMapping["cells"]>;

/** The line with what was typed in place of its cells. */
function repairLine(
  line: TableLine,
  headers: readonly string[],
  repairs: Repairs | undefined,
): TableLine {
  if (!repairs) return line;
  const cells = [...line.cells];
  const typed = new Set<number>();
  for (const { column, text } of repairs) {
    const at = headers.indexOf(headerAmong(headers, column) ?? "");
    if (at < 0 || at >= cells.length) continue;
    cells[at] = text;
    typed.add(at);
  }
  return { ...line, cells, typed };
}

interface FilledCell {
  text: string;
  raw: unknown;
  isTyped: boolean;
}

/**
 * Fills the empty cells of some columns with the last value above, for lines in their order. Merged
 * cells are read as their first one with a value (importing.md#fill-down).
 * @param columns by their places
 */
function createFillDown(columns: readonly number[]) {
  if (columns.length === 0) return (line: TableLine): TableLine => line;
  const above = new Map<number, FilledCell>();
  return (line: TableLine): TableLine => {
    const cells = [...line.cells];
    const raw = line.raw && [...line.raw];
    const typed = new Set(line.typed);
    let isFilled = false;
    for (const at of columns) {
      const text = cells[at];
      // A row that is too short is a bad row, and stays one.
      if (text === undefined) continue;
      if (text.trim() !== "") {
        above.set(at, { text, raw: raw?.[at], isTyped: typed.has(at) });
        continue;
      }
      const filled = above.get(at);
      if (!filled) continue;
      isFilled = true;
      cells[at] = filled.text;
      if (raw) raw[at] = filled.raw;
      if (filled.isTyped) typed.add(at);
    }
    return isFilled ? { ...line, cells, ...(raw && { raw }), typed } : line;
  };
}

/**
 * @returns gives the lines of a pass, in their order, as they are read: with what was typed in place
 *   of their cells, and filled down
 */
export function createLineCompleter({ headers, filledDown, repairs }: RowPlan) {
  const fillDown = createFillDown(filledDown);
  return (line: TableLine, row: number): TableLine =>
    fillDown(repairLine(line, headers, repairs.get(row)));
}
