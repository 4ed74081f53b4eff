import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useLayoutEffect, useState } from "react";

import { toast, toastRefusal } from "../../../ui/toast.ts";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { type CellDraft, keepCellDrafts } from "../rows/ev-draft.ts";
import { findRows, isRowMissing } from "../rows/rows.queries.ts";
import { failureText, isNameTaken, reloadsAfter, sendCell } from "../rows/save-row.ts";
import { withRemark } from "../rows/unusual-values.ts";
import { NOT_SAVED_YET, shownValue, unsavedCells } from "./cell-marks.ts";
import {
  type CellValue,
  columnOf,
  type FieldColumn,
  type GridColumn,
  type GridField,
  isEditable,
  cellToText,
  parseCellText,
} from "./grid-columns.ts";
import type { CellDialogs } from "./use-cell-dialogs.ts";
import type { CellPosition, GridSelection } from "./use-grid-selection.ts";
import type { Saves } from "./use-saves.ts";

export interface OpenCell {
  /** the row when the editor opened, which is what the user has seen */
  row: EvRow;
  field: GridField;
  /** the edited text, kept because its row may move or be deleted; null for the stored value */
  typed: string | null;
  message?: string | undefined;
  /** whether a pointer opened it and nothing was typed since: a list opens right away, a text is selected */
  byPointer: boolean;
}

interface TypedCell {
  /** the row as the user saw it */
  row: EvRow;
  column: FieldColumn;
  typed: string;
}

interface CellSavingOptions {
  saves: Saves;
  cellDialogs: CellDialogs;
  /** @param notice shown again after the reload */
  reload: (notice: string | null) => void;
}

/** Creates the function that saves one cell, typed or toggled (grid.md#saving-a-cell). */
function createCellSaver(options: CellSavingOptions) {
  const { saves, cellDialogs, reload } = options;
  const { marks, forgetFailure, findCurrent } = saves;

  const saveAndReport = async (cell: TypedCell, value: CellValue, thenOpenSources: boolean) => {
    const { row, column, typed } = cell;
    const { field } = column;
    const edits = [{ seen: row, changes: { [field]: value } }];
    const outcome = await saves.saveEdits(edits, { send: sendCell, typed });
    if (outcome.kind === "saved") {
      const { unusual = null } = outcome;
      if (reloadsAfter(field)) {
        const description = withRemark("Field updated", unusual);
        const action = { label: "Undo", onClick: saves.undo };
        toast({ description, ...(unusual !== null && { action }) });
        reload(unusual && description);
      } else saves.notifySaved(unusual);
      if (thenOpenSources) cellDialogs.openSources(findCurrent(row), column, true);
    } else if (outcome.kind === "failed" && isRowMissing(outcome.error)) {
      const others = unsavedCells(marks).filter(
        (other) => other.row.id === row.id && other.field !== field,
      );
      saves.forgetRows([row.id]);
      tellDeleted([{ row, field, typed }, ...others]);
    } else if (outcome.kind === "failed") {
      const title = reloadsAfter(field) ? "Update failed" : "Error";
      const openMerge = () => void cellDialogs.openMerge(row, column, typed);
      toast({
        title,
        description: failureText(field, outcome.error),
        variant: "destructive",
        action: isNameTaken(field, outcome.error)
          ? { label: "Merge", onClick: openMerge }
          : undefined,
      });
    }
  };

  /**
   * Saves what was typed, if it is new. @param thenOpenSources opens the figure's sources afterwards
   * @returns a message if the text is invalid
   */
  return function parseAndSave(cell: TypedCell, thenOpenSources = false): string | undefined {
    const { row, column, typed } = cell;
    const { field } = column;
    const shown = shownValue(marks, row, field);
    // A value that the cell has already may break newer rules.
    const reading = typed === cellToText(shown) ? { value: shown } : parseCellText(column, typed);
    if (reading.message !== undefined) return reading.message;
    if (reading.value === shown) {
      forgetFailure(row, field);
      if (thenOpenSources) cellDialogs.openSources(row, column, true);
    } else void saveAndReport(cell, reading.value, thenOpenSources);
    return undefined;
  };
}

/** Says what was typed into rows that are gone, which no cell shows any more. */
function tellDeleted(cells: readonly CellDraft[]): void {
  const texts = cells.map(
    ({ row, field, typed }) => `${columnOf(field).label} of ${rowName(row)}: ${typed}.`,
  );
  const message = {
    title: "Not saved",
    description: `${texts.join(" ")} The row was deleted.`,
    variant: "destructive",
    staysOpen: true,
  } as const;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(cells.map(({ typed }) => typed).join("\n"));
      toast({ description: "Copied" });
    } catch {
      // The clipboard is not available without HTTPS and may be blocked.
      toast(message);
    }
  };
  toast({ ...message, action: { label: "Copy", onClick: () => void copy() } });
}

/** Tells once of the texts that could not be saved and whose rows somebody else has deleted. */
function useTellDeleted({ marks, rows, forgetRows }: Saves): void {
  const failed = unsavedCells(marks).filter(
    ({ row, field }) => marks[row.id]?.[field]?.state === "failed",
  );
  const notListed = failed.filter(({ row }) => !rows.some(({ id }) => id === row.id));
  const ids = [...new Set(notListed.map(({ row }) => row.id))];
  const { data: existing } = useQuery({
    queryKey: ["evs", "existing", ids.join()],
    queryFn: () => findRows(ids),
    enabled: ids.length > 0,
  });
  const deleted = notListed.filter(
    ({ row }) => existing && !existing.some(({ id }) => id === row.id),
  );
  const tell = useEffectEvent(() => {
    forgetRows(deleted.map(({ row }) => row.id));
    tellDeleted(deleted);
  });
  const deletedIds = deleted.map(({ row }) => row.id).join();
  useEffect(() => {
    if (deletedIds !== "") tell();
  }, [deletedIds]);
}

/** Only the first row of a model changes its names. */
export function refuseNames(): void {
  toastRefusal("Make and model are changed in the model's first row");
}

interface CellEditingOptions extends CellSavingOptions {
  userId: number;
  /** the cell that was open before the page was reloaded */
  draft: CellDraft | undefined;
  columns: readonly GridColumn[];
  selection: GridSelection;
}

/** The open cell. Its text is kept for a reload, together with the texts that could not be saved. */
function useOpenCell({ userId, draft, columns, selection, saves }: CellEditingOptions) {
  const { rows, marks } = saves;
  const [openCell, setOpenCell] = useState<OpenCell | null>(
    draft ? { ...draft, byPointer: false } : null,
  );
  const text = openCell && openCell.typed;
  useEffect(() => {
    const open =
      openCell && text !== null ? [{ row: openCell.row, field: openCell.field, typed: text }] : [];
    keepCellDrafts(userId, [...open, ...unsavedCells(marks)]);
  }, [userId, openCell, text, marks]);
  useLayoutEffect(() => {
    if (!draft) return;
    const row = rows.findIndex(({ id }) => id === draft.row.id);
    const column = columns.findIndex(({ field }) => field === draft.field);
    if (row < 0 || column < 0) return;
    selection.moveTo({ row, column });
    document.activeElement
      ?.closest("[data-column]")
      ?.scrollIntoView({ block: "nearest", inline: "nearest" });
    // oxlint-disable-next-line react/exhaustive-deps -- a draft is only restored by the first render
  }, []);

  const hasCell =
    rows.some(({ id }) => id === openCell?.row.id) &&
    columns.some(({ field }) => field === openCell?.field);
  const isLost = openCell !== null && !hasCell;
  const keepLostText = useEffectEvent(() => {
    setOpenCell(null);
    if (!openCell || text === null) return;
    const { row, field } = openCell;
    saves.setMark(row.id, field, {
      state: "failed",
      seen: row,
      typed: text,
      message: NOT_SAVED_YET,
    });
    toast({
      title: "Not saved",
      description: `${columnOf(field).label} of ${rowName(row)}: ${text}. Its cell is not on this page.`,
      variant: "destructive",
    });
  });
  useEffect(() => {
    if (isLost) keepLostText();
  }, [isLost]);
  return { openCell, setOpenCell };
}

export type CellEditing = ReturnType<typeof useCellEditing>;

/** The open editor, and changes to cells without one. */
export function useCellEditing(options: CellEditingOptions) {
  const { columns, selection, saves } = options;
  const { rows } = saves;
  const { openCell, setOpenCell } = useOpenCell(options);
  useTellDeleted(saves);
  const parseAndSave = createCellSaver(options);
  const markOf = (row: EvRow, { field }: FieldColumn) => saves.marks[row.id]?.[field];
  const close = () => setOpenCell(null);
  const showEditor = (next: OpenCell) => {
    selection.collapse();
    setOpenCell(next);
  };
  const type = (typed: string, message?: string) =>
    setOpenCell((before) => before && { ...before, typed, message, byPointer: false });

  /** @param typed replaces the value; null edits the value, or the text that could not be saved */
  const open = (row: EvRow, column: FieldColumn, typed: string | null, byPointer = false) => {
    if (column.kind === "flag") return;
    const mark = typed === null ? markOf(row, column) : undefined;
    const failed = mark?.state === "failed" ? mark : null;
    const pending = mark?.state === "saving" ? cellToText(mark.value) : typed;
    showEditor({
      row: failed?.seen ?? row,
      field: column.field,
      typed: failed?.typed ?? pending,
      message: failed?.message,
      byPointer,
    });
  };

  /** Closes the editor unless its text is invalid. @returns what is wrong */
  const commitOpenCell = (typed: string, thenOpenSources = false): string | undefined => {
    if (!openCell) return undefined;
    const { row, field } = openCell;
    const message = parseAndSave({ row, column: columnOf(field), typed }, thenOpenSources);
    if (message === undefined) close();
    return message;
  };

  /** Sets a cell without opening its editor, unless the text is invalid. */
  const setCellText = (row: EvRow, column: GridColumn, typed: string) => {
    if (!isEditable(column, row)) return refuseNames();
    const message = parseAndSave({ row, column, typed });
    if (message !== undefined)
      showEditor({ row, field: column.field, typed, message, byPointer: false });
  };

  return {
    openCell,
    open,
    setCellText,
    type,
    cancel: close,
    /** Saves the editor's text and moves on, or says what is wrong with it. */
    commit(text: string, step: CellPosition | null, thenOpenSources = false): void {
      const message = commitOpenCell(text, thenOpenSources);
      const { row, column } = selection.active;
      if (message !== undefined) type(text, message);
      else if (step) selection.moveTo({ row: row + step.row, column: column + step.column });
    },
    /** The editor lost the focus: saves the text, or keeps it next to the cell if it is invalid. */
    leave(text: string) {
      const message = commitOpenCell(text);
      if (message === undefined || !openCell) return;
      close();
      const { row: seen, field } = openCell;
      const mark = { state: "failed", seen, typed: text, message } as const;
      saves.setMark(seen.id, field, mark);
      toastRefusal(`Not saved: ${message}`);
    },
    /** Toggles a flag; an unknown one becomes true. */
    toggle: (row: EvRow, column: FieldColumn) =>
      setCellText(row, column, String(shownValue(saves.marks, row, column.field) !== true)),
    /** Sends the text that could not be saved; an invalid one is edited. */
    retry(row: EvRow, column: FieldColumn) {
      const mark = markOf(row, column);
      selection.moveTo({ row: rows.indexOf(row), column: columns.indexOf(column) });
      if (mark?.state === "failed") setCellText(mark.seen, column, mark.typed);
    },
  };
}
