import type { EvInput } from "../../../vehicle/ev-input.ts";
import type { EvRow } from "../../../vehicle/vehicle.ts";
import type { CellValue, FieldColumn, GridField } from "./grid-columns.ts";
import type { RowSort } from "../rows/row-filters.ts";
import type { RowsAsked } from "../rows/rows.queries.ts";
import { blockBetween, type GridBlock, type GridPlace } from "./grid-keys.ts";

/** How the last change of a cell fared. */
export type CellMark =
  /** on its way; the cell shows it already */
  | { state: "saving"; value: CellValue }
  | { state: "saved" }
  /** the cell shows the stored value again; what was typed is offered once more */
  | { state: "failed"; typed: string; message: string };

export type RowMarks = Readonly<Partial<Record<GridField, CellMark>>>;

export interface Editing {
  /** the row as it was when the editor opened: what the person knows of it */
  row: EvRow;
  field: GridField;
  /** initial text; null: the stored value */
  typed: string | null;
  /** the edited text; kept because its row may move or be deleted */
  now?: string;
  message?: string;
  /** a pointer opened it: a list of choices may open at once */
  byPointer: boolean;
}

export interface GridState {
  /** the row is followed by its id, and where it is gone by its place */
  active: { rowId: number | null; row: number; column: number };
  /** where the selection began; null: the active cell alone is selected */
  anchor: GridPlace | null;
  editing: Editing | null;
  marks: Readonly<Record<number, RowMarks>>;
}

export type GridEvent =
  | { type: "moved"; to: GridPlace; rowId: number | null; extends: boolean; from: GridPlace }
  | { type: "collapsed" }
  | { type: "opened"; editing: Editing }
  | { type: "typed"; text: string }
  | { type: "closed" }
  | { type: "marked"; rowId: number; field: GridField; mark: CellMark | null }
  /** removes a mark unless a newer one replaced it */
  | { type: "faded"; rowId: number; field: GridField; mark: CellMark };

export const FIRST_STATE: GridState = {
  active: { rowId: null, row: 0, column: 0 },
  anchor: null,
  editing: null,
  marks: {},
};

export function gridReducer(state: GridState, event: GridEvent): GridState {
  switch (event.type) {
    case "moved":
      return {
        ...state,
        active: { rowId: event.rowId, ...event.to },
        anchor: event.extends ? (state.anchor ?? event.from) : null,
      };
    case "collapsed":
      return state.anchor ? { ...state, anchor: null } : state;
    case "opened":
      return { ...state, editing: event.editing, anchor: null };
    case "typed":
      return state.editing ? { ...state, editing: { ...state.editing, now: event.text } } : state;
    case "closed":
      return state.editing ? { ...state, editing: null } : state;
    case "marked":
      return withMark(state, event.rowId, event.field, event.mark);
    case "faded":
      return state.marks[event.rowId]?.[event.field] === event.mark
        ? withMark(state, event.rowId, event.field, null)
        : state;
  }
}

function withMark(
  state: GridState,
  rowId: number,
  field: GridField,
  mark: CellMark | null,
): GridState {
  const { [field]: _before, ...others } = state.marks[rowId] ?? {};
  return {
    ...state,
    marks: { ...state.marks, [rowId]: mark ? { ...others, [field]: mark } : others },
  };
}

export function shownRow(row: EvRow, marks: RowMarks | undefined): EvRow {
  const pending = Object.entries(marks ?? {}).flatMap(([field, mark]) =>
    mark.state === "saving" ? [[field, mark.value] as const] : [],
  );
  return pending.length > 0 ? { ...row, ...Object.fromEntries(pending) } : row;
}

/** @param columns shown; others may have been hidden since */
export function activePlace(
  { active }: GridState,
  rows: readonly EvRow[],
  columns: number,
): GridPlace {
  const followed = rows.findIndex((row) => row.id === active.rowId);
  const row = followed >= 0 ? followed : Math.min(active.row, rows.length - 1);
  return { row: Math.max(0, row), column: Math.min(active.column, columns - 1) };
}

export function selectedBlock(state: GridState, at: GridPlace, rows: number): GridBlock {
  const anchor = state.anchor ?? at;
  return blockBetween({ row: Math.min(anchor.row, rows - 1), column: anchor.column }, at);
}

export function isBlock({ top, bottom, left, right }: GridBlock): boolean {
  return top !== bottom || left !== right;
}

export interface RowConflict {
  base: EvRow;
  changes: Partial<EvInput>;
  current: EvRow;
}

export interface TypedCell {
  /** the row as the person knew it */
  row: EvRow;
  column: FieldColumn;
  typed: string;
}

/** What the dashboard gives its table: `<EvGrid {...props}>`, exported by `ev-grid.tsx`. */
export interface EvGridProps {
  rows: readonly EvRow[];
  /** what these rows are a page of */
  asked: RowsAsked;
  /** on all pages of it */
  rowCount: number;
  highlightedId: number | null;
  onSort: (sort: RowSort | null) => void;
  /** the dialog that sorts and filters is to open at this column */
  onFilter: (field: GridField) => void;
  /** a row was clicked: it stands out for 3 s (limits-and-texts.md#timings) */
  onHighlight: (id: number) => void;
  onEdit: (row: EvRow) => void;
  onDelete: (row: EvRow) => void;
  /** the form to add a row is to begin with this one's values, or only with its model's */
  onAddLike: (row: EvRow, onlyModel: boolean) => void;
  /** a `saveRow` of the grid met a ChangedMeanwhileError; the dashboard asks what shall hold */
  onConflict: (conflict: RowConflict) => void;
  /** the list has lost the row in which this was typed */
  onRowGone: (cell: TypedCell) => void;
  /** PageDown and PageUp; does nothing where there is no such page */
  onTurnPage: (step: 1 | -1) => void;
  isWaiting: boolean;
}
