import type { KeyboardEvent } from "react";

import type { EvRow } from "../../../vehicle/vehicle.ts";
import { type GridColumn, type GridField, isEditable, isOptional } from "./grid-columns.ts";
import { type KeyAction, readKey } from "./grid-keys.ts";
import type { CellEditing } from "./use-cell-editing.ts";
import type { Clipboard } from "./use-clipboard.ts";
import { type GridSelection, hasManyCells, isInEditor } from "./use-grid-selection.ts";
import type { RowSaves } from "./use-row-saves.ts";
import type { UndoableSaves } from "./use-undo.ts";

interface KeyContext {
  columns: readonly GridColumn[];
  saves: RowSaves;
  undoable: UndoableSaves;
  selection: GridSelection;
  editing: CellEditing;
  clipboard: Clipboard;
  onTurnPage: (step: 1 | -1) => void;
  onFilter: (field: GridField) => void;
  /** selects the rows of the selected cells, or none of them */
  onToggleRows: () => void;
}

/** Does what a key says that is pressed in the table (grid.md#keys); an editor reads its own keys. */
export function handleGridKey(event: KeyboardEvent, context: KeyContext): void {
  const { target, key, shiftKey: shift, altKey: alt } = event;
  const { columns, saves, selection } = context;
  if (isInEditor(target) || !(target instanceof HTMLElement)) return;
  if (event.nativeEvent.isComposing) return;
  if (!target.matches("[data-cell-focus]")) {
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
  const ctrl = event.ctrlKey || event.metaKey;
  const action = readKey({ key, shift, alt, ctrl }, selection.active, size);
  // Boolean cells are buttons, so the browser handles Enter and Space.
  if (!action || (action.do === "edit" && kind === "boolean")) return;
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
  else if (column.kind !== "boolean") editing.open(row, column, typed);
}

/** Keys on a button inside a cell: the arrows go to its neighbour, Escape back to the cell. */
function walkInside(event: KeyboardEvent, button: HTMLElement, leave: () => void): void {
  const buttons = [...(button.closest("[data-column]")?.querySelectorAll("button") ?? [])];
  const at = buttons.findIndex((one) => one === button);
  const next = event.key === "ArrowRight" ? at + 1 : event.key === "ArrowLeft" ? at - 1 : null;
  if (event.key === "Escape" || event.key === "Tab") leave();
  if (next !== null) buttons[next]?.focus();
  if (next !== null || event.key === "Escape") event.preventDefault();
}
