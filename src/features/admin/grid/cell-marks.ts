import { useState } from "react";

import type { EvRow } from "../../../domain/vehicle.ts";
import type { CellDraft } from "../rows/ev-draft.ts";
import { fieldsIn, type SeenEdit } from "../rows/save-row.ts";
import type { CellValue, GridField } from "./grid-columns.ts";

const SAVED_MARK_MS = 2500;
export const NOT_SAVED_YET = "Not saved yet";

/** What the user typed into a cell, and the row that they saw. */
interface Unsaved {
  seen: EvRow;
  typed: string;
}

/** The result of the last save of a cell. */
type CellMark =
  /** running; the cell already shows the new value */
  | ({ state: "saving"; value: CellValue } & Unsaved)
  | { state: "saved" }
  /** the cell shows the stored value again and offers the text for another try */
  | ({ state: "failed"; message: string } & Unsaved);

type RowMarks = Readonly<Partial<Record<GridField, CellMark>>>;
type CellMarks = Readonly<Record<number, RowMarks>>;

/** @param drafts texts that were not saved before the page was reloaded */
export function useCellMarks(drafts: readonly CellDraft[]) {
  const [marks, setMarks] = useState<CellMarks>(() =>
    drafts.reduce<CellMarks>((all, { row: seen, field, typed, message = NOT_SAVED_YET }) => {
      const mark: CellMark = { state: "failed", seen, typed, message };
      return { ...all, [seen.id]: { ...all[seen.id], [field]: mark } };
    }, {}),
  );

  /** @param expected sets the mark only if it replaces this one */
  const setMark = (rowId: number, field: GridField, mark: CellMark | null, expected?: CellMark) =>
    setMarks((before) => {
      const { [field]: previous, ...others } = before[rowId] ?? {};
      if (expected && previous !== expected) return before;
      return { ...before, [rowId]: mark ? { ...others, [field]: mark } : others };
    });

  const markCells = (
    edits: readonly SeenEdit[],
    markOf: (field: GridField, value: CellValue, seen: EvRow) => CellMark | null,
  ) => {
    for (const { seen, changes } of edits) {
      for (const field of fieldsIn(changes)) {
        const mark = markOf(field, changes[field] ?? null, seen);
        setMark(seen.id, field, mark);
        if (mark?.state === "saved") {
          setTimeout(() => setMark(seen.id, field, null, mark), SAVED_MARK_MS);
        }
      }
    }
  };
  return {
    marks,
    setMark,
    markCells,
    forgetFailure(row: EvRow, field: GridField) {
      if (marks[row.id]?.[field]?.state === "failed") setMark(row.id, field, null);
    },
    /** removes all marks of rows that the user has deleted */
    forgetRows: (rowIds: readonly number[]) =>
      setMarks((before) =>
        Object.fromEntries(Object.entries(before).filter(([id]) => !rowIds.includes(Number(id)))),
      ),
  };
}

/** The texts that are typed but not saved, of the cells with these marks. */
export function unsavedCells(marks: CellMarks): CellDraft[] {
  return Object.values(marks).flatMap((ofRow) =>
    Object.entries(ofRow).flatMap(([field, mark]): CellDraft[] => {
      if (mark.state === "saved") return [];
      const { seen: row, typed } = mark;
      const message = mark.state === "failed" ? mark.message : NOT_SAVED_YET;
      return [{ row, field: field as GridField, typed, message }]; // the keys of RowMarks
    }),
  );
}

/** The value that a cell shows, perhaps one that is still being saved. */
export function shownValue(marks: CellMarks, row: EvRow, field: GridField): CellValue {
  const mark = marks[row.id]?.[field];
  return mark?.state === "saving" ? mark.value : row[field];
}

/** The row as its cells show it, including values that are still being saved. */
export function withUnsavedValues(marks: CellMarks, row: EvRow): EvRow {
  const fields = Object.keys(marks[row.id] ?? {}) as GridField[]; // the keys of RowMarks
  const shown = fields.map((field) => [field, shownValue(marks, row, field)]);
  return { ...row, ...Object.fromEntries(shown) };
}
