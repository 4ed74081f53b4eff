import { useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ListFilter } from "lucide-react";
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState } from "react";

import { refusalOf } from "../../../ui/calls/answers.ts";
import { Button } from "../../../ui/button.tsx";
import { Loading } from "../../../ui/notice.tsx";
import { toastError } from "../../../ui/toast.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { EvGrid } from "../grid/ev-grid.tsx";
import type { GridField } from "../grid/grid-columns.ts";
import { ColumnsButton } from "../grid/hidden-columns.tsx";
import { KeysButton } from "../grid/keys-dialog.tsx";
import type { RowConflict } from "../grid/save-queue.ts";
import type { TypedCell } from "../grid/use-cell-editing.ts";
import { ROW_HIGHLIGHT_MS } from "../limits.ts";
import { EvDialog } from "./ev-dialog.tsx";
import { type EvFormValues, valuesLike } from "./ev-form.ts";
import { firstNumberOf, pageCount, useListAddress } from "./list-address.ts";
import { DeleteDialog, GoneRowDialog } from "./row-dialogs.tsx";
import { type ListChoice, WHOLE_LIST } from "./row-filters.ts";
import { ChoiceChips, NoRows, RowsError, RowsPager, RowsSearch } from "./rows-controls.tsx";
import {
  isRowMissing,
  pageOfRowQuery,
  refreshAll,
  type RowsAsked,
  rowsQuery,
} from "./rows.queries.ts";
import { useMarksGaps } from "../sources/marked-gaps.ts";
import { SourcesButton } from "../sources/sources-button.tsx";
import styles from "./rows-view.module.css";
import { SortFilterDialog } from "./sort-filter-dialog.tsx";

export type RowsDialog =
  /** row null: a new one */
  | { kind: "form"; row: EvRow | null; conflict?: RowConflict; typed?: EvFormValues }
  | { kind: "delete"; row: EvRow }
  | { kind: "gone"; cell: TypedCell }
  | null;

interface RowsViewProps {
  userId: number;
  dialog: RowsDialog;
  onDialog: (dialog: RowsDialog) => void;
  importButton: ReactNode;
}

/** The list of EVs: search, table, pages, and the dialogs that change a row (dashboard.md#list-and-pages). */
export function RowsView({ userId, dialog, onDialog, importButton }: RowsViewProps) {
  const client = useQueryClient();
  const address = useListAddress();
  const { asked, show } = address;
  const [marksGaps] = useMarksGaps();
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(
    rowsQuery(asked, marksGaps),
  );
  const [highlightedId, highlight] = useHighlight();
  const results = useRef<HTMLElement>(null);
  /** the column of the open dialog */
  const [filtered, setFiltered] = useState<GridField | null>(null);
  const choose = (choice: Partial<ListChoice>) => show({ ...choice, page: 1 });
  const clearSearch = () => show({ search: "", page: 1 });

  // Rows were deleted, or the address is an old one: there is no such page any more.
  const last = data && !isPlaceholderData ? pageCount(data.matches, asked) : asked.page;
  useEffect(() => {
    if (asked.page > last) show({ page: last }, true);
  }, [asked.page, last, show]);
  useRowOfAddress(address, highlight);

  const isPastEnd = data !== undefined && data.evs.length === 0 && data.matches > 0;
  const isLoading = isPastEnd || (!data && !error);
  const isWaiting = isPlaceholderData && isFetching;
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <RowsSearch
          text={address.text}
          onType={address.type}
          onSubmit={address.submit}
          onClear={clearSearch}
        />
        <div className={styles.buttons}>
          <Button aria-haspopup="dialog" onClick={() => setFiltered("make")}>
            <ListFilter aria-hidden />
            Sort and filter
          </Button>
          <ColumnsButton />
          <SourcesButton />
          <KeysButton />
        </div>
      </div>
      <ChoiceChips asked={asked} onShow={choose} />
      {filtered && (
        <SortFilterDialog
          asked={asked}
          field={filtered}
          onShow={(choice) => {
            choose(choice);
            setFiltered(null);
          }}
          onClose={() => setFiltered(null)}
        />
      )}
      <section ref={results} tabIndex={-1} aria-label="EVs" className={styles.results}>
        {error && (
          <div className={clsx(!data && styles.state)}>
            <RowsError
              error={error}
              hasRows={data !== undefined}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          </div>
        )}
        {data && (
          <EvGrid
            userId={userId}
            rows={data.evs}
            asked={data.asked}
            rowCount={data.matches}
            gaps={data.gaps}
            onSort={(sort) => choose({ sort })}
            onFilter={setFiltered}
            highlightedId={highlightedId}
            onHighlight={highlight}
            onEdit={(row) => onDialog({ kind: "form", row })}
            onAddLike={(row, onlyModel) =>
              onDialog({ kind: "form", row: null, typed: valuesLike(row, onlyModel) })
            }
            onDelete={(row) => onDialog({ kind: "delete", row })}
            onConflict={(conflict) => onDialog({ kind: "form", row: conflict.base, conflict })}
            onRowGone={(cell) => {
              void refreshAll(client);
              onDialog({ kind: "gone", cell });
            }}
            onTurnPage={(step) => {
              const page = asked.page + step;
              if (page >= 1 && page <= last) show({ page });
            }}
            isWaiting={isWaiting}
          />
        )}
        {data?.matches === 0 && (
          <div className={styles.state}>
            <NoRows
              asked={data.asked}
              onClearFilters={() => choose({ filters: {} })}
              importButton={importButton}
              onAdd={() => onDialog({ kind: "form", row: null })}
              onClear={clearSearch}
            />
          </div>
        )}
        {isLoading && (
          <div className={styles.state}>
            <Loading text="Loading EVs..." />
          </div>
        )}
      </section>
      {data && !isPastEnd && (
        <RowsPager
          shown={data}
          page={asked.page}
          isWaiting={isWaiting}
          onPage={(page) => show({ page })}
          onPageSize={(pageSize) =>
            // The first row in sight stays in sight.
            show({ pageSize, page: Math.floor((firstNumberOf(asked) - 1) / pageSize) + 1 })
          }
        />
      )}
      <RowDialogs {...{ userId, dialog, onDialog, asked, show, highlight, results }} />
    </div>
  );
}

interface RowDialogsProps extends Pick<RowsViewProps, "userId" | "dialog" | "onDialog"> {
  asked: RowsAsked;
  show: ReturnType<typeof useListAddress>["show"];
  highlight: (id: number) => void;
  /** has the focus after a row is gone */
  results: RefObject<HTMLElement | null>;
}

function RowDialogs(props: RowDialogsProps) {
  const { userId, dialog, onDialog, asked, show, highlight, results } = props;
  const client = useQueryClient();
  const close = () => onDialog(null);
  const onAdded = async (row: EvRow) => {
    // The list is read again whatever becomes of the search for the new row's page.
    const [page] = await Promise.all([
      client.fetchQuery(pageOfRowQuery(row.id, asked.pageSize)).catch(() => null),
      refreshAll(client).catch(() => undefined),
    ]);
    close();
    if (page !== null) show({ ...WHOLE_LIST, page });
    highlight(row.id);
  };
  const onUpdated = async ({ id }: EvRow) => {
    await refreshAll(client);
    close();
    highlight(id);
  };

  // What had the focus before the dialog went with its row.
  const isRowGone = useRef(false);
  const onDeleted = async () => {
    await refreshAll(client);
    isRowGone.current = true;
    close();
  };
  useEffect(() => {
    if (dialog || !isRowGone.current) return;
    isRowGone.current = false;
    results.current?.focus();
  }, [dialog, results]);

  if (!dialog) return null;
  switch (dialog.kind) {
    case "delete":
      return (
        <DeleteDialog
          row={dialog.row}
          onDeleted={onDeleted}
          onOutdated={() => void refreshAll(client)}
          onClose={close}
        />
      );
    case "gone":
      return (
        <GoneRowDialog
          cell={dialog.cell}
          onAdd={(typed) => onDialog({ kind: "form", row: null, typed })}
          onEdit={(typed) => onDialog({ kind: "form", row: dialog.cell.row, typed })}
          onClose={close}
        />
      );
    case "form":
      return (
        <EvDialog
          key={dialog.row?.id ?? "new"}
          userId={userId}
          {...dialog}
          onSaved={dialog.row ? onUpdated : onAdded}
          onClose={close}
        />
      );
  }
}

/** Goes to the page of the row that the address leads to. */
function useRowOfAddress(
  { row, asked: { pageSize }, show }: ReturnType<typeof useListAddress>,
  highlight: (id: number) => void,
): void {
  const client = useQueryClient();
  useEffect(() => {
    if (row === null) return;
    client.fetchQuery(pageOfRowQuery(row, pageSize)).then(
      (page) => {
        show({ ...WHOLE_LIST, page }, true);
        highlight(row);
      },
      (failure: unknown) => {
        toastError(isRowMissing(failure) ? "This row no longer exists" : refusalOf(failure));
        show({}, true);
      },
    );
  }, [row, pageSize, client, show, highlight]);
}

/** The row that stands out, and how to let one stand out for 3 s (limits-and-texts.md#timings, dashboard.md#list-and-pages). */
function useHighlight(): [number | null, (id: number) => void] {
  const [id, setId] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const highlight = useCallback((next: number) => {
    clearTimeout(timer.current);
    setId(next);
    timer.current = setTimeout(() => setId(null), ROW_HIGHLIGHT_MS);
  }, []);
  return [id, highlight];
}
