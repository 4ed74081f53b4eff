import { useInfiniteQuery } from "@tanstack/react-query";

import { FIELD_LABELS, type FieldName } from "../../../domain/fields.ts";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { EntryList, MoreButton } from "../entries-view.tsx";
import { ListDialog } from "../list-dialog.tsx";
import { showEntry } from "./activity-entry.tsx";
import { activityQuery } from "./activity.queries.ts";

interface HistoryDialogProps {
  row: EvRow;
  /** undefined for the whole row */
  field: FieldName | undefined;
  onClose: () => void;
}

/** Shows the history of a cell or a row and restores values (grid.md#history-of-a-cell). */
export function HistoryDialog({ row, field, onClose }: HistoryDialogProps) {
  const filters = { rowId: row.id, field };
  const query = useInfiniteQuery(activityQuery(filters));
  const entries = query.data?.pages.flatMap((page) => page.entries);
  return (
    <ListDialog
      size="l"
      {...{ query, onClose }}
      name="history"
      title={field === undefined ? "History of this row" : `History of ${FIELD_LABELS[field]}`}
      description={rowName(row)}
    >
      {entries?.length === 0 && (
        <p>
          {field === undefined ? "Nothing has been recorded yet." : "It has not been changed yet."}{" "}
          Changes by an import are in the activity, with the import.
        </p>
      )}
      {entries && entries.length > 0 && (
        <EntryList
          label="Changes, the latest first"
          isInDialog
          entries={entries}
          // In a block, only the entry of this row matters.
          show={(entry) => showEntry({ ...entry, change: null }, filters)}
        />
      )}
      <MoreButton query={query} label="Show earlier changes" />
    </ListDialog>
  );
}
