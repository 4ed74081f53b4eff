/** What the table's screen is about: the active cell, the selection, the editor and the marks. */
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { CellValue, GridField } from "./grid-columns.ts";
import { blockBetween, type GridBlock, type GridPlace } from "./grid-keys.ts";

/** How the last change of a cell fared. */
export type CellMark =
  /** on its way; the cell shows it already */
  | { state: "saving"; value: CellValue }
  | { state: "saved" }
  /** the cell shows the stored value again; what was typed is offered once more */
  | { state: "failed"; typed: string; message: string };

export type RowMarks = Readonly<Partial<Record<GridField, CellMark>>>;

/** The one cell that is being edited. */
export interface Editing {
  /** the row as it was when the editor opened: what the person knows of it */
  row: EvRow;
  field: GridField;
  /** what stands in the editor at first; null: the value as it is */
  typed: string | null;
  /** what stands in it once something was typed: its row may go or move to another place */
  now?: string;
  /** what is wrong with it, said at once */
  message?: string;
  /** it was opened by a pointer, so that a list of choices may open at once */
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
  /** takes a mark away, unless another has taken its place */
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

/** The row as it is shown: what is on its way to be saved stands there already. */
export function shownRow(row: EvRow, marks: RowMarks | undefined): EvRow {
  const pending = Object.entries(marks ?? {}).flatMap(([field, mark]) =>
    mark.state === "saving" ? [[field, mark.value] as const] : [],
  );
  return pending.length > 0 ? { ...row, ...Object.fromEntries(pending) } : row;
}

/** Where the active cell is among these rows. */
export function activePlace({ active }: GridState, rows: readonly EvRow[]): GridPlace {
  const followed = rows.findIndex((row) => row.id === active.rowId);
  const row = followed >= 0 ? followed : Math.min(active.row, rows.length - 1);
  return { row: Math.max(0, row), column: active.column };
}

/** The selected block; one cell where nothing more is selected. */
export function selectedBlock(state: GridState, at: GridPlace, rows: number): GridBlock {
  const anchor = state.anchor ?? at;
  return blockBetween({ row: Math.min(anchor.row, rows - 1), column: anchor.column }, at);
}

/** Whether the block is more than one cell. */
export function isBlock({ top, bottom, left, right }: GridBlock): boolean {
  return top !== bottom || left !== right;
}
