import { useEffect, useEffectEvent, useState } from "react";

import { toast } from "../../../ui/toast.ts";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { isRowMissing } from "../rows/rows.queries.ts";
import {
  type CellValue,
  columnOf,
  type FieldColumn,
  type GridColumn,
  type GridField,
  isEditable,
  cellToText,
  readCell,
  shownText,
  toggled,
} from "./grid-columns.ts";
import type { RowConflict } from "./save-queue.ts";
import { type Direction, type GridSelection, neighbourOf } from "./use-grid-selection.ts";
import { failureText, reloadsAfter, type RowSaves, sendCell, shownRow } from "./use-row-saves.ts";
import type { UndoableSaves } from "./use-undo.ts";

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

export interface TypedCell {
  /** the row as the person knew it */
  row: EvRow;
  column: FieldColumn;
  typed: string;
}

interface CellSavingOptions {
  saves: RowSaves;
  undoable: UndoableSaves;
  announce: (sentence: string) => void;
  reload: () => void;
  onConflict: (conflict: RowConflict) => void;
  onRowGone: (cell: TypedCell) => void;
  /** a value was saved whose source is to be named */
  onNameSource: (row: EvRow, column: FieldColumn) => void;
}

/** The one way in which a cell is saved (grid.md#saving-a-cell). */
function useCellSaving(options: CellSavingOptions) {
  const { saves, undoable, announce, reload, onConflict, onRowGone, onNameSource } = options;
  const { marks, forgetFailure, findLatest } = saves;

  const tellSaved = (row: EvRow, column: FieldColumn, value: CellValue) => {
    const name = rowName(findLatest(row));
    announce(`Saved: ${column.label} of ${name} is ${shownText(column, value)}`);
    if (reloadsAfter(column.field)) {
      toast({ description: "Field updated" });
      reload();
    } else {
      const action = { label: "Undo", onClick: undoable.undo };
      toast({ title: "Success", description: "EV updated successfully", action });
    }
  };

  const saveValue = async (cell: TypedCell, value: CellValue, namesSource: boolean) => {
    const { row, column, typed } = cell;
    const { field } = column;
    const outcome = await undoable.saveChanges(
      [{ seen: row, changes: { [field]: value } }],
      sendCell,
      typed,
    );
    if (outcome.kind === "saved") {
      tellSaved(row, column, value);
      if (namesSource) onNameSource(findLatest(row), column);
    } else if (outcome.kind === "conflict") {
      for (const conflict of outcome.conflicts) onConflict(conflict);
    } else if (isRowMissing(outcome.error)) {
      onRowGone({ row, column, typed });
    } else {
      const title = reloadsAfter(field) ? "Update failed" : "Error";
      toast({ title, description: failureText(field, outcome.error), variant: "destructive" });
    }
  };

  /**
   * Saves what was typed unless the cell shows it already.
   * @param namesSource then asks who says so @returns what is wrong with it
   */
  return function saveCell(cell: TypedCell, namesSource = false): string | undefined {
    const { row, column, typed } = cell;
    const { field } = column;
    const reading = readCell(column, typed);
    if (reading.message !== undefined) return reading.message;
    if (reading.value !== shownRow(marks, row)[field]) {
      void saveValue(cell, reading.value, namesSource);
      return undefined;
    }
    forgetFailure(row, field);
    if (namesSource) onNameSource(row, column);
    return undefined;
  };
}

const NAMES_ARE_READ_ONLY = "Make and model are changed in the model's first row";

interface CellEditingOptions extends CellSavingOptions {
  columns: readonly GridColumn[];
  selection: GridSelection;
}

export type CellEditing = ReturnType<typeof useCellEditing>;

/** The open editor, and what changes a cell without one. */
export function useCellEditing(options: CellEditingOptions) {
  const { columns, selection, saves, announce, onRowGone } = options;
  const { rows } = saves;
  const [editing, setEditing] = useState<Editing | null>(null);
  const saveCell = useCellSaving(options);
  const markOf = (row: EvRow, { field }: FieldColumn) => saves.marks[row.id]?.[field];
  const close = () => setEditing(null);
  const begin = (next: Editing) => {
    selection.collapse();
    setEditing(next);
  };

  useGoneRow(editing, rows, (cell) => {
    close();
    // The dashboard shows the text that could not be saved.
    if (cell) onRowGone(cell);
  });

  /** @param typed replaces the value; null: the value is edited, or what could not be saved */
  const open = (row: EvRow, column: FieldColumn, typed: string | null, byPointer = false) => {
    const mark = typed === null ? markOf(row, column) : undefined;
    const failed = mark?.state === "failed" ? mark : null;
    const pending = mark?.state === "saving" ? cellToText(mark.value) : typed;
    begin({
      row,
      field: column.field,
      typed: failed?.typed ?? pending,
      byPointer,
      ...(failed && { message: failed.message }),
    });
  };

  /** Closes the editor unless its text is wrong. @returns what is wrong */
  const saveEditing = (typed: string, namesSource = false): string | undefined => {
    const column = editing && columnOf(editing.field);
    if (!column) return undefined;
    const message = saveCell({ row: editing.row, column, typed }, namesSource);
    if (message === undefined) close();
    return message;
  };

  /** Gives a cell a text without its editor, which opens where that is wrong. */
  const enter = (row: EvRow, column: GridColumn, typed: string) => {
    if (!isEditable(column, row)) return announce(NAMES_ARE_READ_ONLY);
    const message = saveCell({ row, column, typed });
    if (message !== undefined) {
      begin({ row, field: column.field, typed, message, byPointer: false });
    }
  };

  return {
    editing,
    open,
    enter,
    type: (now: string) => setEditing((before) => before && { ...before, now }),
    cancel: close,
    /** Saves what the editor holds, and goes on. @returns what is wrong; the editor then stays open */
    commit(text: string, direction: Direction | null, namesSource = false): string | undefined {
      const message = saveEditing(text, namesSource);
      if (message === undefined && direction) {
        const size = { rows: rows.length, columns: columns.length };
        selection.moveTo(neighbourOf(selection.active, direction, size));
      }
      return message;
    },
    /** The focus left the editor: saves it, and keeps what cannot be saved beside the cell. */
    leave(text: string) {
      const message = saveEditing(text);
      if (message === undefined || !editing) return;
      close();
      saves.setMark(editing.row.id, editing.field, { state: "failed", typed: text, message });
      announce(`Not saved: ${message}`);
    },
    toggle: (row: EvRow, column: FieldColumn) =>
      enter(row, column, String(toggled(shownRow(saves.marks, row)[column.field]))),
    /** Offers once more what could not be saved; a flag is saved at once. */
    retry(row: EvRow, column: FieldColumn) {
      const mark = markOf(row, column);
      selection.moveTo({ row: rows.indexOf(row), column: columns.indexOf(column) });
      if (column.kind !== "boolean") open(row, column, null);
      else if (mark?.state === "failed") enter(row, column, mark.typed);
    },
    announceReadOnly: () => announce(NAMES_ARE_READ_ONLY),
  };
}

/** @param onGone gets what was typed into a row that the list has lost; null: nothing was */
function useGoneRow(
  editing: Editing | null,
  rows: readonly EvRow[],
  onGone: (cell: TypedCell | null) => void,
): void {
  const isGone = editing !== null && !rows.some(({ id }) => id === editing.row.id);
  const giveUp = useEffectEvent(() => {
    const column = editing && columnOf(editing.field);
    const typed = editing?.now ?? editing?.typed ?? null;
    onGone(column && typed !== null ? { row: editing.row, column, typed } : null);
  });
  useEffect(() => {
    if (isGone) giveUp();
  }, [isGone]);
}
