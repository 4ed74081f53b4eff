import { useInfiniteQuery } from "@tanstack/react-query";

import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { Loading, QueryError } from "../../../ui/notice.tsx";
import { FIELD_LABELS, type FieldName } from "../../../domain/fields.ts";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { Entry } from "./activity-entry.tsx";
import { activityQuery, ALL_ACTIVITY } from "./activity.queries.ts";
import styles from "./activity-view.module.css";
import view from "../admin-view.module.css";

interface HistoryDialogProps {
  row: EvRow;
  /** null for the whole row */
  field: FieldName | null;
  onClose: () => void;
}

/** Shows the history of a cell or a row and restores values (grid.md#history-of-a-cell). */
export function HistoryDialog({ row, field, onClose }: HistoryDialogProps) {
  const query = useInfiniteQuery(activityQuery({ ...ALL_ACTIVITY, rowId: row.id, field }));
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } = query;
  const entries = data?.pages.flatMap((page) => page.entries);
  return (
    <Dialog
      open
      size="l"
      onOpenChange={(stays) => !stays && onClose()}
      title={field === null ? "History of this row" : `History of ${FIELD_LABELS[field]}`}
      description={rowName(row)}
      footer={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {!entries && !error && <Loading text="Loading history..." />}
      {entries?.length === 0 && (
        <p className={styles.lead}>
          {field === null ? "Nothing has been recorded yet." : "It has not been changed yet."}{" "}
          Changes by an import are in the activity, with the import.
        </p>
      )}
      {entries && entries.length > 0 && (
        <ol aria-label="Changes, the latest first" role="list" className={view.list}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} field={field} />
          ))}
        </ol>
      )}
      {error && <QueryError title="The history could not be loaded." query={query} />}
      {hasNextPage && !error && (
        <Button
          className={styles.more}
          pending={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {isFetchingNextPage ? "Loading..." : "Show earlier changes"}
        </Button>
      )}
    </Dialog>
  );
}
