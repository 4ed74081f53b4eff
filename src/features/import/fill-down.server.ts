import { fieldNamed } from "./column-suggestions.ts";
import type { TableLine } from "./import-file.server.ts";
import type { CsvColumn } from "./import-schemas.server.ts";

interface FilledCell {
  text: string;
  raw: unknown;
  isTyped: boolean;
}

/**
 * Fills the empty cells of some columns with the last value above, for lines in their order. Merged
 * cells are read as their first one with a value (beyond 14).
 * @param columns by their places
 */
export function createFillDown(columns: readonly number[]) {
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
    return isFilled ? { cells, ...(raw && { raw }), typed } : line;
  };
}

const NAMING_FIELDS: ReadonlySet<unknown> = new Set(["make", "model", "trim", "year"]);

/** Whether every row needs a value in the column, or would by the field its header suggests. */
function isNaming({ header, field, split }: CsvColumn): boolean {
  return split !== undefined || NAMING_FIELDS.has(field === "unknown" ? fieldNamed(header) : field);
}

/** Finds the naming columns in which a cell is empty below one with a value. */
export function createBlankFinder(columns: readonly CsvColumn[]) {
  const filled = new Set<number>();
  const blankBelow = new Set<number>();
  const naming = columns.flatMap((column, at) => (isNaming(column) ? [at] : []));
  return {
    look(cells: readonly string[]): void {
      if (cells.every((cell) => cell.trim() === "")) return;
      for (const at of naming) {
        if (cells[at]?.trim()) filled.add(at);
        else if (filled.has(at)) blankBelow.add(at);
      }
    },
    isBlankBelow: (at: number) => blankBelow.has(at),
  };
}
