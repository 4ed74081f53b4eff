import {
  type FocusEvent,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from "react";

import type { EvRow } from "../../../domain/vehicle.ts";
import { isWidthHandle } from "./width-handle.tsx";

/** Zero-based, among the rows and columns in sight. */
export interface CellPosition {
  row: number;
  column: number;
}

export interface GridSize {
  rows: number;
  columns: number;
}

export type Direction = "up" | "down" | "left" | "right";

const STEPS: Readonly<Record<Direction, readonly [down: number, along: number]>> = {
  up: [-1, 0],
  down: [1, 0],
  left: [0, -1],
  right: [0, 1],
};

/** The cell beside this one, as far as the table goes. */
export function neighbourOf(
  { row, column }: CellPosition,
  direction: Direction,
  size: GridSize,
): CellPosition {
  const [down, along] = STEPS[direction];
  return { row: within(row + down, size.rows), column: within(column + along, size.columns) };
}

export const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/** Both ends are included. */
export interface CellBlock {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

export function blockBetween(a: CellPosition, b: CellPosition): CellBlock {
  return {
    top: Math.min(a.row, b.row),
    bottom: Math.max(a.row, b.row),
    left: Math.min(a.column, b.column),
    right: Math.max(a.column, b.column),
  };
}

export function isWithin({ top, bottom, left, right }: CellBlock, { row, column }: CellPosition) {
  return row >= top && row <= bottom && column >= left && column <= right;
}

export function hasManyCells({ top, bottom, left, right }: CellBlock): boolean {
  return top !== bottom || left !== right;
}

/** The cell of an event, by the marks that the rows carry; null outside of them. */
export function findCell(target: EventTarget): CellPosition | null {
  if (!(target instanceof Element)) return null;
  const cell = target.closest<HTMLElement>("[data-column]");
  const row = cell?.closest<HTMLElement>("[data-row]");
  if (!cell || !row) return null;
  return { row: Number(row.dataset["row"]), column: Number(cell.dataset["column"]) };
}

export function isInEditor(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-editor]") !== null;
}

interface Selection {
  /** the row is followed by its id, and where it is gone by its position */
  active: CellPosition & { rowId: number | null };
  /** where the selection began; null: the active cell alone is selected */
  anchor: CellPosition | null;
  /** the rows of the block when it was selected, from its top */
  rowIds: readonly number[];
}

const FIRST_CELL: Selection = {
  active: { rowId: null, row: 0, column: 0 },
  anchor: null,
  rowIds: [],
};

function rowIdsBetween(a: CellPosition, b: CellPosition, rows: readonly Pick<EvRow, "id">[]) {
  const { top, bottom } = blockBetween(a, b);
  return rows.slice(top, bottom + 1).map(({ id }) => id);
}

/**
 * Where the block began, moved along with its rows. When the list shows other rows there, such as
 * those of another page, only the active cell is still selected: nobody has chosen the others.
 * @param active where the active cell is now
 */
export function findAnchor(
  { anchor, active: chosen, rowIds }: Selection,
  active: CellPosition,
  rows: readonly Pick<EvRow, "id">[],
): CellPosition {
  if (!anchor) return active;
  const moved = { row: anchor.row + active.row - chosen.row, column: anchor.column };
  const isSame = rowIdsBetween(moved, active, rows).join() === rowIds.join();
  return isSame ? moved : active;
}

/** @param columnCount of those shown; others may have been hidden since */
function findActive({ active }: Selection, rows: readonly EvRow[], columnCount: number) {
  const followed = rows.findIndex(({ id }) => id === active.rowId);
  const row = followed >= 0 ? followed : Math.min(active.row, rows.length - 1);
  return { row: Math.max(0, row), column: Math.min(active.column, columnCount - 1) };
}

/**
 * Keeps the focus on the active cell for as long as the table has it: rows come and go with the
 * pages and with what others change.
 */
function useCellFocus(
  table: RefObject<HTMLTableElement | null>,
  active: CellPosition,
  hasFocus: RefObject<boolean>,
) {
  const findElement = () =>
    table.current?.querySelector<HTMLElement>(
      `[data-row="${active.row}"] [data-column="${active.column}"]`,
    );
  const focusCell = () => {
    const cell = findElement();
    const isItself = cell?.matches("[data-cell-focus]");
    (isItself ? cell : cell?.querySelector<HTMLElement>("[data-cell-focus]"))?.focus();
    // By itself a browser leaves a cell that is partly behind a pinned one where it is.
    cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!hasFocus.current || isInEditor(activeElement) || isWidthHandle(activeElement)) return;
    if (!findElement()?.contains(activeElement)) focusCell();
  });
  return { focusCell, enterCell: () => findElement()?.querySelector("button")?.focus() };
}

export type GridSelection = ReturnType<typeof useGridSelection>;

/** The active cell, which has the focus, and the block of selected cells around it. */
export function useGridSelection(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly EvRow[],
  columnCount: number,
) {
  const [selection, setSelection] = useState(FIRST_CELL);
  const active = findActive(selection, rows, columnCount);
  const anchor = findAnchor(selection, active, rows);
  const block = blockBetween(anchor, active);
  const hasFocus = useRef(false);
  const { focusCell, enterCell } = useCellFocus(table, active, hasFocus);

  /** @param extends the selection grows from where it began */
  const moveTo = (cell: CellPosition, isExtending = false) =>
    setSelection({
      active: { ...cell, rowId: rows[cell.row]?.id ?? null },
      anchor: isExtending ? anchor : null,
      rowIds: isExtending ? rowIdsBetween(anchor, cell, rows) : [],
    });

  const handlers = {
    onMouseDown: (event: MouseEvent) => {
      // The focus would move, and the selection begin anew.
      if (event.shiftKey && !isInEditor(event.target)) event.preventDefault();
    },
    onPointerOver: (event: PointerEvent) => {
      const cell = findCell(event.target);
      const isDrag = event.pointerType === "mouse" && event.buttons === 1 && hasFocus.current;
      if (isDrag && cell && !isInEditor(document.activeElement)) moveTo(cell, true);
    },
    onFocus: (event: FocusEvent) => {
      hasFocus.current = true;
      const cell = findCell(event.target);
      if (cell && (cell.row !== active.row || cell.column !== active.column)) moveTo(cell);
    },
    onBlur: (event: FocusEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget)) hasFocus.current = false;
    },
  };

  return {
    active,
    block,
    moveTo,
    collapse: () => setSelection((before) => ({ ...before, anchor: null, rowIds: [] })),
    focusCell,
    enterCell,
    handlers,
    /** What another page load needs to go on at the same cell. */
    describe: () => ({ ...selection.active, hadFocus: hasFocus.current }),
    restore: ({ hadFocus, ...cell }: Selection["active"] & { hadFocus: boolean }) => {
      hasFocus.current = hadFocus;
      setSelection({ active: cell, anchor: null, rowIds: [] });
    },
  };
}
