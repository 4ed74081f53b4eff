import { isDateField } from "../../../vehicle/ev-cells.ts";
import {
  DOUBTFUL,
  DOUBTFUL_DATE,
  type FieldColumn,
  hasReadings,
  meantBy,
  readingsOf,
} from "./column-cells.server.ts";
import { cellIssue, type TableLine } from "./import-file.server.ts";
import type { BadCell } from "../import.schema.ts";

/**
 * Finds the decimal sign or the order of dates of columns where none is said: the first cell that can
 * be read in one way only tells it.
 */
export function createColumnReadings(fields: readonly FieldColumn[]) {
  const read = fields.filter(({ field }) => hasReadings(field));
  const undecided = () => read.filter(({ reading }) => reading === undefined);

  return {
    /** @returns whether the row has a cell that can be read both ways */
    find(line: TableLine, row: number): boolean {
      let isDoubtful = false;
      for (const column of undecided()) {
        const { text, isFromFile } = meantBy(column, line);
        if (text === undefined) continue;
        const readings = readingsOf(column, text);
        if (readings === "both") {
          column.example ??= text.trim();
          isDoubtful = true;
        } else if (readings !== "same" && isFromFile) {
          Object.assign(column, { reading: readings, toldBy: row });
        }
      }
      return isDoubtful;
    },
    /** What is wrong with a row while it is not known how to read it. */
    doubtsOf: (line: TableLine, row: number): BadCell[] =>
      undecided()
        .filter((column) => readingsOf(column, meantBy(column, line).text ?? "") === "both")
        .map(({ field, at, header }) => {
          const doubt = isDateField(field) ? DOUBTFUL_DATE : DOUBTFUL;
          return cellIssue(row, header, doubt, line.cells[at]);
        }),
    /** Whether some column has nothing but cells that can be read both ways. */
    isOpen: () => undecided().some(({ example }) => example),
  };
}
