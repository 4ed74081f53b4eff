/** Finds cells without a unit in columns whose other cells name several (importing.md#units). */
import { DECIMAL_SIGNS } from "../../../domain/read-number.ts";
import { currencyUnit } from "../columns/currencies.server.ts";
import { figureOfCell, unitOfCell, unitsOf, withoutMarks } from "../columns/units.server.ts";
import { createReasons } from "../import-reasons.ts";
import { textKey } from "../mapping/import-mapping.ts";
import { unitLabel } from "../stored-text.ts";
import { cellIssue, type ImportRow, type TableLine } from "./import-file.server.ts";
import type { FieldColumn, RowPlan } from "./row-plan.server.ts";

/** A figure, or a range of figures, without any word or sign. */
const BARE = /^\d(?:[\d.,\s/–-]|['’](?=\d{3}))*$/;

/** The unit that a cell names; that of its column in all its spellings, such as `kr` for Swedish kronor. */
function unitNamedIn(cell: string, column: FieldColumn): string | undefined {
  if (cell === "" || BARE.test(cell)) return undefined;
  const { field, unit = unitsOf(field)[0] ?? "" } = column;
  const named = unitOfCell(field, cell);
  if (named === undefined) return undefined;
  const isOfColumn = DECIMAL_SIGNS.some((sign) => figureOfCell(column, cell, sign) !== undefined);
  return isOfColumn ? currencyUnit(unit) : named;
}

function isBare({ at, values }: FieldColumn, { cells, typed }: TableLine): boolean {
  const cell = cells[at] ?? "";
  if (typed?.has(at) || (values && Object.hasOwn(values, textKey(cell)))) return false;
  return BARE.test(cell) || BARE.test(withoutMarks(cell));
}

/** Collects the units that a file's cells name, and its good rows' figures without one. */
export function createBareCellFinder({ fields }: RowPlan) {
  const found = fields
    .filter(({ field }) => unitsOf(field).length > 1)
    .map((column) => ({ column, units: new Set<string>(), cells: createReasons() }));
  return {
    addUnits(cellsOfFile: readonly string[]): void {
      for (const { column, units } of found) {
        const unit = unitNamedIn(cellsOfFile[column.at] ?? "", column);
        if (unit !== undefined) units.add(unit);
      }
    },
    addCells(line: TableLine, { row, input }: ImportRow): void {
      for (const { column, cells } of found) {
        const { at, header, field, multiple, unit = unitsOf(field)[0] ?? "" } = column;
        if (input[field] === null || !isBare(column, line)) continue;
        const words = `read as ${unitLabel(unit, multiple)}`;
        const message = `Without a unit of their own, in a column with several: ${words}`;
        cells.add(cellIssue(row, header, message, line.cells[at]));
      }
    },
    notes: () => found.flatMap(({ units, cells }) => (units.size > 1 ? cells.notes() : [])),
  };
}
