import type { EvInput } from "../../vehicle/ev-input.ts";
import type { EvRow } from "../../vehicle/vehicle.ts";

/** One change of a cell that was refused because somebody else had changed the row. */
export interface RowConflict {
  /** the row as it was read */
  base: EvRow;
  /** what was to be saved */
  changes: Partial<EvInput>;
  /** the row as it is now */
  current: EvRow;
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
  /** PageDown and PageUp; does nothing where there is no such page */
  onTurnPage: (step: 1 | -1) => void;
  /** another page is on its way; the rows are those before it */
  isWaiting: boolean;
}
