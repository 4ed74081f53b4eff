import { HistoryDialog } from "../activity/history-dialog.tsx";
import { SourcesDialog } from "../sources/sources-dialog.tsx";
import type { Grid } from "./use-grid.ts";

/** The dialogs of one cell. */
export function CellDialogs({ grid }: { grid: Grid }) {
  const { shown, close, applySource } = grid.cellDialogs;
  if (!shown) return null;
  const row = grid.findLatest(grid.rows.find(({ id }) => id === shown.row.id) ?? shown.row);
  const { column } = shown;
  if (shown.kind === "history") {
    return <HistoryDialog row={row} field={column?.field ?? null} onClose={close} />;
  }
  return (
    <SourcesDialog
      row={row}
      column={shown.column}
      isAdding={shown.isAdding}
      onUse={(claim) => applySource(row, shown.column, claim)}
      onClose={close}
    />
  );
}
