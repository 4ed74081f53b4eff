/** Handles keys while the table has the focus (grid.md#keys). */
import type { KeyboardEvent } from "react";

import { type GridColumn, type GridField, isEditable, isOptional } from "./grid-columns.ts";
import type { CellDialogs } from "./use-cell-dialogs.ts";
import { type CellEditing, refuseNames } from "./use-cell-editing.ts";
import type { Clipboard } from "./use-clipboard.ts";
import {
  type CellPosition,
  type GridSelection,
  hasManyCells,
  isInEditor,
} from "./use-grid-selection.ts";
import type { Saves } from "./use-saves.ts";

/** Enter and Tab save an open editor. @returns how far the focus moves then; with Shift, backwards */
export function readSavingKey({ key, shiftKey }: Pick<KeyboardEvent, "key" | "shiftKey">) {
  const step = shiftKey ? -1 : 1;
  if (key === "Enter") return { row: step, column: 0 };
  return key === "Tab" ? { row: 0, column: step } : undefined;
}

interface KeyContext {
  columns: readonly GridColumn[];
  saves: Saves;
  selection: GridSelection;
  editing: CellEditing;
  clipboard: Clipboard;
  cellDialogs: CellDialogs;
  onTurnPage: (step: 1 | -1) => void;
  onFilter: (field: GridField) => void;
  /** selects or deselects the rows of the selected cells */
  onToggleRows: () => void;
}

/** Handles a key that is pressed in the table; editors handle their own keys. */
export function handleGridKey(event: KeyboardEvent, context: KeyContext): void {
  const { target } = event;
  const { columns, selection } = context;
  if (isInEditor(target) || !(target instanceof HTMLElement)) return;
  if (event.nativeEvent.isComposing) return;
  if (!target.matches("[data-cell-focus]") && !hasCtrl(event)) {
    moveFocusWithin(event, target, selection.focusCell);
    return;
  }
  const to = event.altKey ? null : findTarget(event, selection.active, columns.length);
  const act = to
    ? () => selection.moveTo(to, event.shiftKey && event.key !== "Tab")
    : findCommand(event, context);
  if (!act) return;
  event.preventDefault();
  act();
}

const hasCtrl = (event: KeyboardEvent) => event.ctrlKey || event.metaKey;

/**
 * The cell that a key moves to, perhaps beyond the edge of the table; null for other keys, and for Tab at the end
 * of a row, which leaves the table.
 */
function findTarget(
  event: KeyboardEvent,
  { row, column }: CellPosition,
  columnCount: number,
): CellPosition | null {
  const isFar = hasCtrl(event);
  const step = isFar ? Infinity : 1;
  switch (event.key) {
    case "ArrowUp":
      return { row: row - step, column };
    case "ArrowDown":
      return { row: row + step, column };
    case "ArrowLeft":
      return { row, column: column - step };
    case "ArrowRight":
      return { row, column: column + step };
    case "Home":
      return { row: isFar ? 0 : row, column: 0 };
    case "End":
      return { row: isFar ? Infinity : row, column: Infinity };
    case "Tab": {
      const next = column + (event.shiftKey ? -1 : 1);
      return next < 0 || next >= columnCount || isFar ? null : { row, column: next };
    }
    default:
      return null;
  }
}

const OTHER_ALPHABET = /^(?!\p{Script=Latin})[\p{L}\p{M}]+$/u;

/** The Latin letter of a shortcut. Where the keyboard has another alphabet, the physical key counts. */
export function keyLetter({ key, code }: Pick<KeyboardEvent, "key" | "code">): string {
  const letter = OTHER_ALPHABET.test(key) ? code.replace(/^Key/, "") : key;
  return letter.toLowerCase();
}

/** Also the question marks of Arabic and full-width keyboards. */
export function isQuestionMark(key: string): boolean {
  return ["?", "؟", "？"].includes(key);
}

type Command = (() => void) | null;

/** What a key does; null leaves it to the browser. */
function findCommand(event: KeyboardEvent, context: KeyContext): Command {
  const { columns, saves, selection, cellDialogs, onFilter, onTurnPage } = context;
  const row = saves.rows[selection.active.row];
  const column = columns[selection.active.column];
  if (!row || !column) return null;
  const { key, shiftKey, altKey, target } = event;
  if (altKey) return key === "ArrowDown" ? () => onFilter(column.field ?? "make") : null;
  if (hasCtrl(event)) return findShortcut(event, context);
  /** Opens the cell's editor, or enters its buttons. @param typed replaces the value */
  const edit = (typed: string | null) => () => {
    if (column.kind === "actions") selection.enterCell();
    else if (isEditable(column, row)) context.editing.open(row, column, typed);
    else if (column.field !== null) refuseNames();
  };
  switch (key) {
    case "PageUp":
      return () => onTurnPage(-1);
    case "PageDown":
      return () => onTurnPage(1);
    case "Enter":
    case " ":
      if (column.kind === "position") return context.onToggleRows;
      // The browser handles these keys on a cell that is a button.
      return target instanceof HTMLButtonElement ? null : edit(null);
    case "F2":
      if (!shiftKey) return edit(null);
      return column.field === null ? null : () => cellDialogs.openSources(row, column);
    case "Backspace":
      return edit("");
    case "Delete":
      if (hasManyCells(selection.block)) return () => context.clipboard.clear();
      return column.field !== null && isEditable(column, row) && isOptional(column.field)
        ? () => context.editing.setCellText(row, column, "")
        : edit("");
    case "Escape":
      return () => {
        selection.collapse();
        if (column.field !== null) saves.forgetFailure(row, column.field);
      };
    default:
      // `useQuestionMark` opens the list of keys.
      return /^.$/u.test(key) && !isQuestionMark(key) ? edit(key) : null;
  }
}

function findShortcut(event: KeyboardEvent, { saves, clipboard }: KeyContext): Command {
  switch (keyLetter(event)) {
    case "d":
      return event.shiftKey ? null : () => clipboard.fillDown();
    case "y":
      return event.shiftKey ? null : saves.redo;
    case "z":
      return event.shiftKey ? saves.redo : saves.undo;
    default:
      return null;
  }
}

/** Handles keys on a button inside a cell: arrow keys move to the next button, Escape returns to the cell. */
function moveFocusWithin(event: KeyboardEvent, button: HTMLElement, leave: () => void): void {
  const buttons = [...(button.closest("[data-column]")?.querySelectorAll("button") ?? [])];
  const at = buttons.findIndex((one) => one === button);
  const next = event.key === "ArrowRight" ? at + 1 : event.key === "ArrowLeft" ? at - 1 : null;
  if (event.key === "Escape" || event.key === "Tab") leave();
  if (next !== null) buttons[next]?.focus();
  if (next !== null || event.key === "Escape") event.preventDefault();
}
