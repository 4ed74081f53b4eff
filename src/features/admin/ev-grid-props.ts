import type { EvInput } from "../../vehicle/ev-input.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { FieldColumn } from "./grid-columns.ts";

/** One change of a cell that was refused because somebody else had changed the row. */
export interface RowConflict {
  /** the row as it was read */
  base: EvRow;
  /** what was to be saved */
  changes: Partial<EvInput>;
  /** the row as it is now */
  current: EvRow;
}

/** What was typed into a cell and is not saved. */
export interface TypedCell {
  /** the row as the person knew it */
  row: EvRow;
  column: FieldColumn;
  typed: string;
}

/** What the dashboard gives its table: `<EvGrid {...props}>`, exported by `ev-grid.tsx`. */
export interface EvGridProps {
  /** one page, in the list's order */
  rows: readonly EvRow[];
  /** what stands under # in the first row, from 1 */
  firstNumber: number;
  /** rows of the search or, without one, of the catalogue; for `aria-rowcount` */
  rowCount: number;
  /** the row that stands out now */
  highlightedId: number | null;
  /** a row was clicked: it stands out for 3 s (§2, §9) */
  onHighlight: (id: number) => void;
  onEdit: (row: EvRow) => void;
  onDelete: (row: EvRow) => void;
  /** a `saveRow` of the grid met a ChangedMeanwhileError; the dashboard asks what shall hold */
  onConflict: (conflict: RowConflict) => void;
  /** what stands in the open cell, once something was typed; null when there is none */
  onTyping: (cell: TypedCell | null) => void;
  /** a cell was saved whose row somebody else has deleted */
  onRowGone: (cell: TypedCell) => void;
  /** PageDown and PageUp; does nothing where there is no such page */
  onTurnPage: (step: 1 | -1) => void;
  /** another page is on its way; the rows are those before it */
  isWaiting: boolean;
}
