import type { TableLine } from "./import-file.server.ts";

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
    return isFilled ? { ...line, cells, ...(raw && { raw }), typed } : line;
  };
}
