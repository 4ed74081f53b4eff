/** Maps keys to actions while the table has the focus (grid.md#keys). */
import type { KeyboardEvent } from "react";

import type { EvRow } from "../../../domain/vehicle.ts";
import { type GridColumn, type GridField, isEditable, isOptional } from "./grid-columns.ts";
import type { CellDialogs } from "./use-cell-dialogs.ts";
import type { CellEditing } from "./use-cell-editing.ts";
import type { Clipboard } from "./use-clipboard.ts";
import {
  type CellPosition,
  type Direction,
  type GridSelection,
  type GridSize,
  hasManyCells,
  isInEditor,
  within,
} from "./use-grid-selection.ts";
import type { RowSaves } from "./use-row-saves.ts";
import type { UndoableSaves } from "./use-undo.ts";

export interface GridKey {
  key: string;
  /** the physical key, such as KeyZ */
  code: string;
  ctrl: boolean;
  shift: boolean;
  alt: boolean;
}

export type KeyAction =
  /** `extends`: the selection grows from its anchor */
  | { do: "move"; to: CellPosition; extends: boolean }
  | { do: "turn"; step: 1 | -1 }
  | { do: "edit"; typed?: string }
  | { do: "clear" }
  | { do: "fill" }
  /** opens the dialog that sorts and filters by this column */
  | { do: "filter" }
  | { do: "history" }
  | { do: "sources" }
  | { do: "undo" }
  | { do: "redo" }
  /** Escape: reduces the selection to one cell, or dismisses an error */
  | { do: "collapse" };

/** Keys that save an open editor, and the direction to move in; the second one is with Shift. */
const SAVING_KEYS: Readonly<Record<string, readonly [Direction, Direction]>> = {
  Enter: ["down", "up"],
  Tab: ["right", "left"],
};

export function readSavingKey({ key, shift }: Pick<GridKey, "key" | "shift">) {
  return SAVING_KEYS[key]?.[shift ? 1 : 0];
}

/** Null leaves the key to the browser, such as Tab at the end of a row, which leaves the table. */
export function readKey(pressed: GridKey, at: CellPosition, size: GridSize): KeyAction | null {
  if (pressed.alt) return readAltKey(pressed);
  return readMove(pressed, at, size) ?? readCommand(pressed);
}

function readAltKey({ key }: GridKey): KeyAction | null {
  if (key === "ArrowUp") return { do: "history" };
  return key === "ArrowDown" ? { do: "filter" } : null;
}

function readMove(pressed: GridKey, at: CellPosition, size: GridSize): KeyAction | null {
  const { key, ctrl, shift } = pressed;
  const last = { row: size.rows - 1, column: size.columns - 1 };
  const move = (row: number, column: number, extending = shift): KeyAction => ({
    do: "move",
    to: { row: within(row, size.rows), column: within(column, size.columns) },
    extends: extending,
  });
  switch (key) {
    case "ArrowUp":
      return move(ctrl ? 0 : at.row - 1, at.column);
    case "ArrowDown":
      return move(ctrl ? last.row : at.row + 1, at.column);
    case "ArrowLeft":
      return move(at.row, ctrl ? 0 : at.column - 1);
    case "ArrowRight":
      return move(at.row, ctrl ? last.column : at.column + 1);
    case "Home":
      return move(ctrl ? 0 : at.row, 0);
    case "End":
      return move(ctrl ? last.row : at.row, last.column);
    case "PageUp":
      return { do: "turn", step: -1 };
    case "PageDown":
      return { do: "turn", step: 1 };
    case "Tab": {
      const column = at.column + (shift ? -1 : 1);
      return column < 0 || column > last.column || ctrl ? null : move(at.row, column, false);
    }
    default:
      return null;
  }
}

const OTHER_ALPHABET = /^(?!\p{Script=Latin})[\p{L}\p{M}]+$/u;

/**
 * The Latin letter of a shortcut. A keyboard with another alphabet has none, so there the physical key counts;
 * a Latin layout such as Dvorak keeps its own letters.
 */
function letterOf({ key, code }: GridKey): string {
  const letter = OTHER_ALPHABET.test(key) ? code.replace(/^Key/, "") : key;
  return letter.toLowerCase();
}

/** Also the question marks of Arabic and full-width keyboards. */
export function isQuestionMark(key: string): boolean {
  return ["?", "؟", "？"].includes(key);
}

function readCommand(pressed: GridKey): KeyAction | null {
  const { key, ctrl, shift } = pressed;
  if (ctrl) {
    const letter = letterOf(pressed);
    if (letter === "d" && !shift) return { do: "fill" };
    if (letter === "y" && !shift) return { do: "redo" };
    return letter === "z" ? { do: shift ? "redo" : "undo" } : null;
  }
  // Left to `useQuestionMark`, which opens the list of keys.
  if (isQuestionMark(key)) return null;
  if (key === "F2" && shift) return { do: "sources" };
  if (key === "Enter" || key === "F2" || key === " ") return { do: "edit" };
  if (key === "Backspace") return { do: "edit", typed: "" };
  if (key === "Delete") return { do: "clear" };
  if (key === "Escape") return { do: "collapse" };
  return /^.$/u.test(key) ? { do: "edit", typed: key } : null;
}

interface KeyContext {
  columns: readonly GridColumn[];
  saves: RowSaves;
  undoable: UndoableSaves;
  selection: GridSelection;
  editing: CellEditing;
  clipboard: Clipboard;
  cellDialogs: CellDialogs;
  onTurnPage: (step: 1 | -1) => void;
  onFilter: (field: GridField) => void;
  /** selects or deselects the rows of the selected cells */
  onToggleRows: () => void;
}

/** Handles a key that is pressed in the table (grid.md#keys); editors handle their own keys. */
export function handleGridKey(event: KeyboardEvent, context: KeyContext): void {
  const { target, key, code, shiftKey: shift, altKey: alt } = event;
  const { columns, saves, selection } = context;
  if (isInEditor(target) || !(target instanceof HTMLElement)) return;
  if (event.nativeEvent.isComposing) return;
  const ctrl = event.ctrlKey || event.metaKey;
  if (!target.matches("[data-cell-focus]") && !ctrl) {
    walkInside(event, target, selection.focusCell);
    return;
  }
  const kind = columns[selection.active.column]?.kind;
  if (kind === "position" && (key === " " || key === "Enter")) {
    event.preventDefault();
    context.onToggleRows();
    return;
  }
  const size = { rows: saves.rows.length, columns: columns.length };
  const action = readKey({ key, code, shift, alt, ctrl }, selection.active, size);
  // The browser handles Enter and Space on a cell that is a button.
  if (!action || (action.do === "edit" && target instanceof HTMLButtonElement)) return;
  event.preventDefault();
  act(action, context);
}

function act(action: KeyAction, context: KeyContext): void {
  const { columns, saves, undoable, selection, clipboard } = context;
  const row = saves.rows[selection.active.row];
  const column = columns[selection.active.column];
  switch (action.do) {
    case "move":
      return selection.moveTo(action.to, action.extends);
    case "turn":
      return context.onTurnPage(action.step);
    case "undo":
      return undoable.undo();
    case "redo":
      return undoable.redo();
    case "filter":
      return context.onFilter(column?.field ?? "make");
    case "sources":
      return row && column?.field ? context.cellDialogs.openSources(row, column) : undefined;
    case "history":
      return row && context.cellDialogs.openHistory(row, column?.field ? column : null);
    case "fill":
      return clipboard.fillDown();
    case "collapse":
      selection.collapse();
      if (row && column?.field) saves.forgetFailure(row, column.field);
      return;
    case "clear":
      if (hasManyCells(selection.block)) return clipboard.clear();
      return row && column && editCell(row, column, action, context);
    case "edit":
      return row && column && editCell(row, column, action, context);
  }
}

function editCell(
  row: EvRow,
  column: GridColumn,
  action: Extract<KeyAction, { do: "edit" | "clear" }>,
  { selection, editing }: KeyContext,
): void {
  if (column.kind === "actions") return selection.enterCell();
  if (!isEditable(column, row)) return column.field ? editing.announceReadOnly() : undefined;
  const typed = action.do === "clear" ? "" : (action.typed ?? null);
  if (action.do === "clear" && isOptional(column.field)) editing.enter(row, column, "");
  else editing.open(row, column, typed);
}

/** Handles keys on a button inside a cell: arrow keys move to the next button, Escape returns to the cell. */
function walkInside(event: KeyboardEvent, button: HTMLElement, leave: () => void): void {
  const buttons = [...(button.closest("[data-column]")?.querySelectorAll("button") ?? [])];
  const at = buttons.findIndex((one) => one === button);
  const next = event.key === "ArrowRight" ? at + 1 : event.key === "ArrowLeft" ? at - 1 : null;
  if (event.key === "Escape" || event.key === "Tab") leave();
  if (next !== null) buttons[next]?.focus();
  if (next !== null || event.key === "Escape") event.preventDefault();
}
