import { useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ListFilter } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";

import { Button } from "../../../ui/button.tsx";
import { Loading } from "../../../ui/notice.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { EvGrid } from "../grid/ev-grid.tsx";
import type { GridHandle } from "../grid/use-grid.ts";
import { columnOf, FIELD_COLUMNS, type GridField } from "../grid/grid-columns.ts";
import { ColumnsButton, useHiddenColumns } from "../grid/hidden-columns.tsx";
import { EvDialog } from "./ev-dialog.tsx";
import { ListMenu } from "./list-menu.tsx";
import { useHighlight, useListAddress, useRowOfAddress } from "./use-list-address.ts";
import { firstNumberOf, type ListState, pageCount } from "./list-query.ts";
import { DeleteDialog, type RowsDialog } from "./row-dialogs.tsx";
import { type ListChoice, SEARCH_MAX_CHARACTERS, WHOLE_LIST } from "./row-filters.ts";
import { ChoiceChips, NoRows, RowsError, RowsPager } from "./rows-controls.tsx";
import { deleteRow, pageOfRowQuery, refreshAll, rowsQuery, undoFromToast } from "./rows.queries.ts";
import { ClaimFormDialog } from "../sources/claim-form-dialog.tsx";
import { useMarksGaps } from "../sources/marked-gaps.ts";
import styles from "./rows-view.module.css";
import { SortFilterDialog } from "./sort-filter-dialog.tsx";

interface RowsViewProps {
  userId: number;
  dialog: RowsDialog | null;
  onDialog: (dialog: RowsDialog | null) => void;
  importButton: ReactNode;
}

const SEARCH_LABEL = "Search by make, model, or trim...";

/** The list of EVs: search, table, pages, and the dialogs that change a row (dashboard.md#list-and-pages). */
export function RowsView({ userId, dialog, onDialog, importButton }: RowsViewProps) {
  const address = useListAddress();
  const { listState, show } = address;
  const [marksGaps] = useMarksGaps();
  const query = useQuery(rowsQuery(listState, marksGaps));
  const { data, error, isFetching, isPlaceholderData } = query;
  const [highlightedId, highlight] = useHighlight();
  const results = useRef<HTMLElement>(null);
  const grid = useRef<GridHandle>(null);
  const [filtered, setFiltered] = useState<GridField | null>(null);
  const choose = (choice: Partial<ListChoice>) => show({ ...choice, page: 1 });
  const [hidden, hide] = useHiddenColumns();

  // This page no longer exists because rows were deleted or the address is old.
  const last = data && !isPlaceholderData ? pageCount(data.matches, listState) : listState.page;
  useEffect(() => {
    if (listState.page > last) show({ page: last }, true);
  }, [listState.page, last, show]);
  useRowOfAddress(address, highlight);

  const isPastEnd = data !== undefined && data.evs.length === 0 && data.matches > 0;
  const isLoading = isPastEnd || (!data && !error);
  const isWaiting = isPlaceholderData && isFetching;
  return (
    <div className={styles.view}>
      <div className={styles.tools}>
        <form
          role="search"
          className={styles.search}
          onSubmit={(event) => {
            event.preventDefault();
            address.submit();
          }}
        >
          <SearchField
            label={SEARCH_LABEL}
            placeholder={SEARCH_LABEL}
            maxLength={SEARCH_MAX_CHARACTERS}
            value={address.text}
            onType={address.type}
            clearLabel="Clear search"
          />
        </form>
        <div className={styles.buttons}>
          <Button aria-haspopup="dialog" onClick={() => setFiltered(columnInUse(listState))}>
            <ListFilter aria-hidden />
            Sort and filter
          </Button>
          <ColumnsButton hidden={hidden} onHide={hide} />
          <ListMenu listState={listState} rowCount={data?.matches} />
        </div>
      </div>
      <ChoiceChips listState={listState} onShow={choose} />
      {filtered && (
        <SortFilterDialog
          listState={listState}
          field={filtered}
          onShow={(choice, field) => {
            choose(choice);
            grid.current?.showColumn(field);
            setFiltered(null);
          }}
          onClose={() => setFiltered(null)}
        />
      )}
      <section ref={results} tabIndex={-1} aria-label="EVs" className={styles.results}>
        {error && (
          <div className={clsx(!data && styles.state)}>
            <RowsError query={query} />
          </div>
        )}
        {data && (
          <EvGrid
            handle={grid}
            userId={userId}
            list={data}
            hidden={hidden}
            onSort={(sort) => choose({ sort })}
            onFilter={setFiltered}
            highlightedId={highlightedId}
            onHighlight={highlight}
            onDialog={onDialog}
            onTurnPage={(step) => {
              const page = listState.page + step;
              if (page >= 1 && page <= last) show({ page });
            }}
            isWaiting={isWaiting}
          />
        )}
        {data?.matches === 0 && (
          <div className={styles.state}>
            <NoRows
              listState={data.listState}
              onClearFilters={() => choose({ filters: {} })}
              importButton={importButton}
              onAdd={() => onDialog({ kind: "form", row: null })}
              onClear={() => show({ search: "", page: 1 })}
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
          page={listState.page}
          isWaiting={isWaiting}
          onPage={(page) => show({ page })}
          onPageSize={(pageSize) =>
            // Keep the first visible row in view.
            show({ pageSize, page: Math.floor((firstNumberOf(listState) - 1) / pageSize) + 1 })
          }
        />
      )}
      <RowDialogs {...{ userId, dialog, onDialog, listState, show, highlight, results, grid }} />
    </div>
  );
}

/** The column that is filtered or sorted by, at which the dialog opens. */
function columnInUse({ filters, sort }: ListChoice): GridField {
  return FIELD_COLUMNS.find(({ field }) => filters[field])?.field ?? sort?.field ?? "make";
}

interface RowDialogsProps extends Pick<RowsViewProps, "userId" | "dialog" | "onDialog"> {
  listState: ListState;
  show: ReturnType<typeof useListAddress>["show"];
  highlight: (id: number) => void;
  /** gets the focus after a row is deleted */
  results: RefObject<HTMLElement | null>;
  grid: RefObject<GridHandle | null>;
}

function RowDialogs(props: RowDialogsProps) {
  const { userId, dialog, onDialog, listState, show, highlight, results, grid } = props;
  const client = useQueryClient();
  const close = () => onDialog(null);
  const onAdded = async (row: EvRow, staysOpen: boolean) => {
    if (staysOpen) return refreshAll(client);
    // Refetch the list even if finding the new row's page fails.
    const [page] = await Promise.all([
      client.fetchQuery(pageOfRowQuery(row.id, listState.pageSize)).catch(() => null),
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

  const undoAddition = (row: EvRow) =>
    undoFromToast(client, async () => {
      await deleteRow(row);
      return `Removed ${rowName(row)}`;
    });

  // The element that had the focus before the dialog disappeared with its row.
  const isRowGone = useRef(false);
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
          onDeleted={() => {
            isRowGone.current = true;
            grid.current?.forgetRow(dialog.row.id);
          }}
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
          onUndo={(row) => (dialog.row ? grid.current?.undoEdit(row) : void undoAddition(row))}
          onNameSources={(row, fields) => onDialog({ kind: "source", row, fields })}
          onClose={close}
        />
      );
    case "source": {
      const [field, ...others] = dialog.fields;
      if (!field) return null;
      return (
        <ClaimFormDialog
          key={field}
          row={dialog.row}
          column={columnOf(field)}
          onSaved={() => onDialog(others.length > 0 ? { ...dialog, fields: others } : null)}
          onClose={close}
        />
      );
    }
  }
}
