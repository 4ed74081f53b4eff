import { type ClipboardEvent, useState } from "react";

import { toast, toastFailure, toastRefusal } from "../../../ui/toast.ts";
import { firstNumberOf } from "../rows/list-query.ts";
import { MOST_ROWS_PER_CHANGE, MOST_ROWS_PER_PAGE } from "../rows/row-filters.ts";
import { readList, type RowsPage } from "../rows/rows.queries.ts";
import { withUnsavedValues } from "./cell-marks.ts";
import type { GridColumn } from "./grid-columns.ts";
import {
  copiedCells,
  type PastePlan,
  planFillDown,
  planPaste,
  planSentences,
  readCells,
  writeCells,
} from "./plan-changes.ts";
import type { CellEditing } from "./use-cell-editing.ts";
import { type GridSelection, hasManyCells, isInEditor } from "./use-grid-selection.ts";
import type { Saves } from "./use-saves.ts";

/** Longer clipboard text is not treated as a block of cells. */
const MAX_PASTED_CHARACTERS = 500_000;

const LINE_OR_TAB = /[\t\r\n]/;

export type Clipboard = ReturnType<typeof useClipboard>;

/** Copies and pastes cells. A change of several cells is shown before it is saved (grid.md#blocks). */
export function useClipboard(options: {
  /** the visible page of the list */
  list: RowsPage;
  saves: Saves;
  columns: readonly GridColumn[];
  selection: Pick<GridSelection, "active" | "block">;
  editing: Pick<CellEditing, "setCellText" | "cancel">;
}) {
  const { list, saves, columns, editing } = options;
  const { active, block } = options.selection;
  // A paste changes what the cells show, which may still be on its way to the server.
  const rows = saves.rows.map((row) => withUnsavedValues(saves.marks, row));
  const [copied, setCopied] = useState("");
  const [plan, setPlan] = useState<PastePlan | null>(null);

  /** Asks before changing a block, unless nothing would change. */
  const showPlan = (planned: PastePlan) => {
    if (planned.rows.length > 0) return setPlan(planned);
    const { question, remarks } = planSentences(planned);
    toast({ title: question, description: remarks.join(" "), isRefusal: true });
  };

  /** A block can continue on the following pages. */
  const paste = async (cells: readonly (readonly string[])[]) => {
    const count = Math.min(block.top + cells.length, MOST_ROWS_PER_CHANGE);
    const last = rows.at(-1);
    const first = firstNumberOf(list.listState) - 1;
    if (count <= rows.length || first + rows.length >= list.matches) {
      return showPlan(planPaste(cells, rows, block, columns));
    }
    try {
      const pageSize = MOST_ROWS_PER_PAGE;
      const page = Math.floor(first / pageSize) + 1;
      const pages = first + count > page * pageSize ? [page, page + 1] : [page];
      const read = pages.map((each) => readList(list.listState, { page: each, pageSize }));
      const evs = (await Promise.all(read)).flatMap((each) => each.evs);
      const at = evs.findIndex(({ id }) => id === last?.id);
      if (at < 0) throw new Error("The list has changed. Paste again.");
      const next = evs.slice(at + 1, at + 1 + count - rows.length);
      showPlan(planPaste(cells, [...rows, ...next], block, columns));
    } catch (error) {
      toastFailure(error);
    }
  };

  return {
    plan,
    /** what was copied, for screen readers */
    copied,
    showPlan,
    closePlan: () => setPlan(null),
    fillDown() {
      const filled = planFillDown(rows, block, columns);
      if (filled) showPlan(filled);
      else toastRefusal("There is no row above on this page");
    },
    clear: () => showPlan(planPaste([[""]], rows, block, columns)),
    handlers: {
      onCopy(event: ClipboardEvent) {
        // An open editor copies and pastes its own text.
        if (isInEditor(event.target)) return;
        event.preventDefault();
        const cells = copiedCells(rows, block, firstNumberOf(list.listState), columns);
        event.clipboardData.setData("text/plain", writeCells(cells));
        const count = cells.flat().length;
        setCopied(count === 1 ? "Copied" : `Copied ${count} cells`);
      },
      onPaste(event: ClipboardEvent) {
        const text = event.clipboardData.getData("text/plain");
        const isEditing = isInEditor(event.target);
        // A single cell is pasted into the open editor.
        if (isEditing && !LINE_OR_TAB.test(text.trimEnd())) return;
        event.preventDefault();
        if (text === "") return;
        if (text.length > MAX_PASTED_CHARACTERS) {
          return void toastRefusal("That’s too much to paste at once");
        }
        const cells = readCells(text);
        const isOne = cells.length === 1 && cells[0]?.length === 1;
        const [row, column] = [rows[active.row], columns[active.column]];
        if (isOne && !hasManyCells(block)) {
          return row && column && editing.setCellText(row, column, cells[0]?.[0] ?? "");
        }
        // Pasting a block closes an open editor without saving its text.
        if (isEditing) editing.cancel();
        void paste(cells);
      },
    },
  };
}
