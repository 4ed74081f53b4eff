import { useEffect, useEffectEvent, useState } from "react";

import { toast } from "../../../ui/toast.ts";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { isRowMissing } from "../rows/rows.queries.ts";
import { useUnusualValues, withRemark } from "../rows/unusual-values.ts";
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
  /** the row when the editor opened, which is what the user has seen */
  row: EvRow;
  field: GridField;
  /** initial text; null for the stored value */
  typed: string | null;
  /** the edited text, kept because its row may move or be deleted */
  now?: string;
  message?: string;
  /** whether a pointer opened it, so that a list of choices opens right away */
  byPointer: boolean;
}

export interface TypedCell {
  /** the row as the user saw it */
  row: EvRow;
  column: FieldColumn;
  typed: string;
}

interface CellSavingOptions {
  saves: RowSaves;
  undoable: UndoableSaves;
  announce: (sentence: string) => void;
  /** @param notice shown again after the reload */
  reload: (notice: string | null) => void;
  onConflict: (conflict: RowConflict) => void;
  onRowGone: (cell: TypedCell) => void;
  /** called when a value was saved and its source should be entered */
  onNameSource: (row: EvRow, column: FieldColumn) => void;
}

/** The only way to save a cell (grid.md#saving-a-cell). */
function useCellSaving(options: CellSavingOptions) {
  const { saves, undoable, announce, reload, onConflict, onRowGone, onNameSource } = options;
  const { marks, forgetFailure, findLatest } = saves;

  const describeUnusual = useUnusualValues();

  const notifySaved = (
    row: EvRow,
    column: FieldColumn,
    value: CellValue,
    unusual: string | null,
  ) => {
    const name = rowName(findLatest(row));
    announce(`Saved: ${column.label} of ${name} is ${shownText(column, value)}`);
    const action = { label: "Undo", onClick: undoable.undo };
    if (reloadsAfter(column.field)) {
      const description = withRemark("Field updated", unusual);
      toast({ description, ...(unusual !== null && { action }) });
      reload(unusual && description);
    } else {
      const description = withRemark("EV updated successfully", unusual);
      toast({ title: "Success", description, action });
    }
  };

  const saveValue = async (cell: TypedCell, value: CellValue, namesSource: boolean) => {
    const { row, column, typed } = cell;
    const { field } = column;
    const changes = { [field]: value };
    const unusual = describeUnusual([changes]);
    const outcome = await undoable.saveChanges([{ seen: row, changes }], sendCell, typed);
    if (outcome.kind === "saved") {
      notifySaved(row, column, value, await unusual);
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
   * Saves what was typed, unless the cell already shows it.
   * @param namesSource asks for the source afterwards @returns what is wrong with it
   */
  return function saveCell(cell: TypedCell, namesSource = false): string | undefined {
    const { row, column, typed } = cell;
    const { field } = column;
    const shown = shownRow(marks, row)[field];
    // What the cell has already is not judged again.
    const reading = typed === cellToText(shown) ? { value: shown } : readCell(column, typed);
    if (reading.message !== undefined) return reading.message;
    if (reading.value !== shown) {
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

/** The open editor, and changes to cells without one. */
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

  /** @param typed replaces the value; null edits the value, or the text that could not be saved */
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

  /** Closes the editor unless its text is invalid. @returns what is wrong */
  const saveEditing = (typed: string, namesSource = false): string | undefined => {
    const column = editing && columnOf(editing.field);
    if (!column) return undefined;
    const message = saveCell({ row: editing.row, column, typed }, namesSource);
    if (message === undefined) close();
    return message;
  };

  /** Sets a cell without opening its editor, unless the text is invalid. */
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
    /** Saves the editor's text and moves on. @returns what is wrong, in which case the editor stays open */
    commit(text: string, direction: Direction | null, namesSource = false): string | undefined {
      const message = saveEditing(text, namesSource);
      if (message === undefined && direction) {
        const size = { rows: rows.length, columns: columns.length };
        selection.moveTo(neighbourOf(selection.active, direction, size));
      }
      return message;
    },
    /** The editor lost the focus: saves the text, or keeps it next to the cell if it is invalid. */
    leave(text: string) {
      const message = saveEditing(text);
      if (message === undefined || !editing) return;
      close();
      saves.setMark(editing.row.id, editing.field, { state: "failed", typed: text, message });
      announce(`Not saved: ${message}`);
    },
    toggle: (row: EvRow, column: FieldColumn) =>
      enter(row, column, String(toggled(shownRow(saves.marks, row)[column.field]))),
    /** Reopens the editor with the text that could not be saved; a flag is saved right away. */
    retry(row: EvRow, column: FieldColumn) {
      const mark = markOf(row, column);
      selection.moveTo({ row: rows.indexOf(row), column: columns.indexOf(column) });
      if (column.kind !== "boolean") open(row, column, null);
      else if (mark?.state === "failed") enter(row, column, mark.typed);
    },
    announceReadOnly: () => announce(NAMES_ARE_READ_ONLY),
  };
}

/** @param onGone called with the text typed into a row that has left the list; null if there was none */
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
