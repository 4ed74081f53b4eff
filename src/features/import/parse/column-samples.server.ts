import { fieldNamed } from "../mapping/column-suggestions.ts";
import { shownValue } from "./import-file.server.ts";
import type { CsvColumn } from "../mapping/import-mapping.schema.ts";
import { NAMED_SAMPLES } from "../limits.ts";

/** What stands in the columns of a file: the first different values of each. */
export function createColumnSamples(width: number) {
  const samples: string[][] = Array.from({ length: width }, () => []);
  return {
    look(cells: readonly string[]): void {
      for (const [at, list] of samples.entries()) {
        const { value } = shownValue(cells[at]);
        if (value && list.length < NAMED_SAMPLES && !list.includes(value)) list.push(value);
      }
    },
    of: (at: number): readonly string[] => samples[at] ?? [],
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
