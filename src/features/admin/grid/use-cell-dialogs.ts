import { useState } from "react";

import { toastFailure, toastRefusal } from "../../../ui/toast.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import type { FigureClaim } from "../../claims/claims.schema.ts";
import { claimFieldsOf } from "../sources/claim-form.ts";
import { findHeaderRow } from "../rows/rows.queries.ts";
import { applyClaim } from "../sources/sources.queries.ts";
import type { SeenEdit } from "../rows/save-row.ts";
import type { FieldColumn } from "./grid-columns.ts";
import type { GridSelection } from "./use-grid-selection.ts";
import type { Saves } from "./use-saves.ts";

export type CellDialog =
  | { kind: "sources"; row: EvRow; column: FieldColumn; isAdding: boolean }
  /** the model that has the name that was typed into the column */
  | { kind: "merge"; row: EvRow; column: FieldColumn; into: EvRow };

export type CellDialogs = ReturnType<typeof useCellDialogs>;

/** The dialogs about one cell: its sources, and merging (grid.md#sources-of-a-cell, grid.md#merging). */
export function useCellDialogs(saves: Saves, selection: GridSelection) {
  const [shown, setShown] = useState<CellDialog | null>(null);

  return {
    shown,
    close() {
      setShown(null);
      // The element that had the focus, such as a menu item, is gone.
      selection.focusCell();
    },
    /** @param isAdding opens the form for a new source */
    openSources(row: EvRow, column: FieldColumn, isAdding = false) {
      if (claimFieldsOf(column).length === 0) toastRefusal(`${column.label} has no sources`);
      else setShown({ kind: "sources", row, column, isAdding });
    },
    /** Offers to merge the row's model into the one that has the typed name. */
    async openMerge(row: EvRow, column: FieldColumn, typed: string) {
      const named = { ...row, [column.field]: typed };
      const { make, model } = named;
      try {
        const into = await findHeaderRow(make, model);
        if (into) setShown({ kind: "merge", row, column, into });
        else toastRefusal(`${make} ${model} no longer exists`);
      } catch (failure) {
        toastFailure(failure);
      }
    },
    /** Writes a claim's value into the row, which can be undone like any change of a cell. */
    async applySource(row: EvRow, column: FieldColumn, claim: FigureClaim) {
      // A claim is validated like the field itself.
      const change = { seen: row, changes: { [column.field]: claim.value } } as SeenEdit;
      const outcome = await saves.saveEdits([change], {
        send: (edits) => Promise.all(edits.map(({ seen }) => applyClaim(claim.id, seen))),
      });
      if (outcome.kind === "saved") saves.notifySaved(outcome.unusual);
      else if (outcome.kind === "failed") toastFailure(outcome.error);
    },
  };
}
