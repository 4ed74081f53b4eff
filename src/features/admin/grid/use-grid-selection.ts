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

/** Zero-based, among the visible rows and columns. */
export interface CellPosition {
  row: number;
  column: number;
}

const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value));

/** Both ends are inclusive. */
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

/** Finds the cell of an event by the rows' data attributes; null outside of them. */
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
  /** tracks the row by its id, or by its position if the row is gone */
  active: CellPosition & { rowId: number | null };
  /** where the selection started; null when only the active cell is selected */
  anchor: CellPosition | null;
  /** the ids of the block's rows when it was selected, from the top */
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
 * Where the block started, moved along with its rows. If other rows are there now, such as those of another
 * page, only the active cell stays selected, since nobody selected them. @param active its position now
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

/** @param columnCount visible columns; others may have been hidden in the meantime */
function findActive({ active }: Selection, rows: readonly EvRow[], columnCount: number) {
  const followed = rows.findIndex(({ id }) => id === active.rowId);
  const row = followed >= 0 ? followed : Math.min(active.row, rows.length - 1);
  return { row: Math.max(0, row), column: Math.min(active.column, columnCount - 1) };
}

/** Scrolls a column away of which the pinned ones cover a part. */
function hideCutColumn(scroller: HTMLElement): void {
  const pinnedPx = Number.parseFloat(getComputedStyle(scroller).scrollPaddingLeft);
  const edge = scroller.getBoundingClientRect().left + scroller.clientLeft + pinnedPx;
  const cut = Array.from(scroller.querySelectorAll("th[data-field]"), (heading) =>
    heading.getBoundingClientRect(),
  ).find(({ left, right }) => left < edge - 1 && right > edge + 1);
  if (cut) scroller.scrollBy(cut.right - edge, 0);
}

/** Keeps the focus on the active cell, even when rows change because of paging or other users. */
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
    const target = isItself ? cell : cell?.querySelector<HTMLElement>("[data-cell-focus]");
    target?.focus({ preventScroll: true });
    if (!cell) return;
    // Browsers do not scroll a cell into view that is partly behind a pinned one, which itself needs none.
    const isPinned = getComputedStyle(cell).position === "sticky";
    const scroller = table.current?.parentElement;
    const before = scroller?.scrollLeft;
    (isPinned ? cell.parentElement : cell)?.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (scroller && scroller.scrollLeft !== before) hideCutColumn(scroller);
  };
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (!hasFocus.current || isInEditor(activeElement)) return;
    if (!findElement()?.contains(activeElement)) focusCell();
  });
  return {
    findElement: () => findElement() ?? null,
    focusCell,
    enterCell: () => findElement()?.querySelector("button")?.focus(),
  };
}

export type GridSelection = ReturnType<typeof useGridSelection>;

/** The active cell, which has the focus, and the selected block around it. */
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
  const { findElement, focusCell, enterCell } = useCellFocus(table, active, hasFocus);

  /** Stops at the edge of the table. @param isExtending keeps the anchor, so that the block grows */
  const moveTo = ({ row, column }: CellPosition, isExtending = false) => {
    const cell = { row: within(row, rows.length), column: within(column, columnCount) };
    setSelection({
      active: { ...cell, rowId: rows[cell.row]?.id ?? null },
      anchor: isExtending ? anchor : null,
      rowIds: isExtending ? rowIdsBetween(anchor, cell, rows) : [],
    });
  };

  const handlers = {
    onMouseDown: (event: MouseEvent) => {
      // Otherwise the focus would move and start a new selection.
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
    findElement,
    focusCell,
    enterCell,
    handlers,
    /** State from which a reloaded page can continue at the same cell. */
    savePosition: () => ({ ...selection.active, hadFocus: hasFocus.current }),
    restorePosition: ({ hadFocus, ...cell }: Selection["active"] & { hadFocus: boolean }) => {
      hasFocus.current = hadFocus;
      setSelection({ active: cell, anchor: null, rowIds: [] });
    },
  };
}
