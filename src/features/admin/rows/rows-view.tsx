import { useQuery, useQueryClient } from "@tanstack/react-query";
import { clsx } from "clsx";
import { ListFilter, CarFront, SearchX, Ellipsis } from "lucide-react";
import { type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { Button } from "../../../ui/button.tsx";
import { Loading, EmptyState, QueryError } from "../../../ui/notice.tsx";
import { SearchField } from "../../../ui/search-field.tsx";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { EvGrid } from "../grid/ev-grid.tsx";
import type { GridHandle } from "../grid/use-grid.ts";
import { columnOf, FIELD_COLUMNS, type GridField } from "../grid/grid-columns.ts";
import { ColumnsButton, useHiddenColumns } from "../grid/hidden-columns.tsx";
import { EvDialog } from "./ev-dialog.tsx";
import { useHighlight, useListAddress, useRowOfAddress } from "./use-list-address.ts";
import { firstNumberOf, type ListState, pageCount, footerOf, PAGE_SIZES } from "./list-query.ts";
import { DeleteDialog, type RowsDialog } from "./row-dialogs.tsx";
import {
  type ListChoice,
  SEARCH_MAX_CHARACTERS,
  WHOLE_LIST,
  filterWords,
  isNarrowed,
} from "./row-filters.ts";
import { deleteRow, pageOfRowQuery, rowsQuery, type RowsPage, readList } from "./rows.queries.ts";
import { undoFromToast } from "../use-admin-mutation.ts";
import { ClaimFormDialog } from "../sources/claim-form-dialog.tsx";
import { useMarksGaps } from "../sources/marked-gaps.ts";
import styles from "./rows-view.module.css";
import { SortFilterDialog, orderWords } from "./sort-filter-dialog.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Chip } from "../../../ui/pill.tsx";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import skeleton from "../../../ui/skeleton.module.css";
import { useMedia } from "../../../ui/device.ts";
import { Menu } from "../../../ui/menu.tsx";
import { saveFile } from "../../../ui/save-file.ts";
import { toastFailure } from "../../../ui/toast.ts";
import { cellOf } from "../../../domain/ev-cells.ts";
import { formatCount } from "../../../domain/format.ts";
import { KeysDialog, useQuestionMark } from "../grid/keys-dialog.tsx";
import { writeCells } from "../grid/plan-changes.ts";
import { AllSourcesDialog } from "../sources/all-sources-dialog.tsx";

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
        <SearchField
          landmark="EVs"
          label={SEARCH_LABEL}
          placeholder={SEARCH_LABEL}
          maxLength={SEARCH_MAX_CHARACTERS}
          value={address.text}
          onType={address.type}
          clearLabel="Clear search"
          className={styles.search}
        />
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
            <QueryError
              isShort={data !== undefined}
              title={
                data
                  ? "The list could not be refreshed and may be out of date."
                  : "The EVs could not be loaded."
              }
              query={query}
            />
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
  const onAdded = async (row: EvRow) => {
    // Refetch the list even if finding the new row's page fails.
    const [page] = await Promise.all([
      client.fetchQuery(pageOfRowQuery(row.id, listState.pageSize)).catch(() => null),
      client.invalidateQueries().catch(() => undefined),
    ]);
    close();
    if (page !== null) show({ ...WHOLE_LIST, page });
    highlight(row.id);
  };
  const onUpdated = async ({ id }: EvRow) => {
    await client.invalidateQueries();
    close();
    highlight(id);
  };

  const undoAddition = (row: EvRow) =>
    undoFromToast(client, async () => {
      await deleteRow(row);
      return `Removed ${rowName(row)}`;
    });

  if (!dialog) return null;
  switch (dialog.kind) {
    case "delete":
      return (
        <DeleteDialog
          row={dialog.row}
          onDeleted={() => grid.current?.forgetRow(dialog.row.id)}
          // The element that had the focus disappears with its row.
          onSuccess={() => results.current?.focus()}
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
          onUndo={(row) => (dialog.row ? grid.current?.undo() : void undoAddition(row))}
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

interface ChoiceChipsProps {
  listState: ListChoice;
  onShow: (choice: Partial<ListChoice>) => void;
}

function ChoiceChips({ listState: { sort, filters }, onShow }: ChoiceChipsProps) {
  const filtered = FIELD_NAMES.flatMap((field) => {
    const filter = filters[field];
    if (!filter) return [];
    const { label, format } = columnOf(field);
    return [{ field, label: filterWords(label, filter, format) }];
  });
  if (!sort && filtered.length === 0) return null;
  return (
    <div role="group" aria-label="Sorted and filtered" className="row">
      {sort && (
        <Chip
          label={`Sorted by ${columnOf(sort.field).label}: ${orderWords(sort)}`}
          onRemove={() => onShow({ sort: null })}
        />
      )}
      {filtered.map(({ field, label }) => (
        <Chip
          key={field}
          label={label}
          onRemove={() => {
            const { [field]: _removed, ...others } = filters;
            onShow({ filters: others });
          }}
        />
      ))}
      {filtered.length > 1 && (
        <Button size="s" variant="quiet" onClick={() => onShow({ filters: {} })}>
          Clear filters
        </Button>
      )}
    </div>
  );
}

function RowsPager(props: {
  shown: RowsPage;
  /** the requested page, ahead of the shown one while it loads */
  page: number;
  isWaiting: boolean;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
}) {
  const { shown, page, isWaiting, onPage, onPageSize } = props;
  const { pageSize } = shown.listState;
  const pages = pageCount(shown.matches, { pageSize });
  return (
    <div className={styles.pager}>
      <p role="status" className={styles.count}>
        {footerOf(shown.listState, shown, shown.evs.length)}
        {isWaiting && <span aria-hidden className={skeleton.spinner} />}
      </p>
      {shown.matches > 0 && (
        <>
          <label className={`line note ${styles.size}`}>
            Rows per page
            <select
              className="outlined"
              value={pageSize}
              onChange={(event) => onPageSize(Number(event.currentTarget.value))}
            >
              {PAGE_SIZES.map((size) => (
                <option key={size}>{size}</option>
              ))}
            </select>
          </label>
          <Pager label="Pages" page={page} pages={pages} onPage={onPage} />
        </>
      )}
    </div>
  );
}

function NoRows(props: {
  /** for an empty catalogue */
  listState: ListChoice;
  onClear: () => void;
  onClearFilters: () => void;
  onAdd: () => void;
  importButton: ReactNode;
}) {
  const { listState, onClear, onClearFilters, onAdd, importButton } = props;
  const { search, filters } = listState;
  if (isNarrowed(listState)) {
    const isFiltered = Object.keys(filters).length > 0;
    const conditions = [search && `“${search}”`, isFiltered && "these filters"].filter(Boolean);
    return (
      <EmptyState
        icon={<SearchX />}
        title={`No EVs match ${conditions.join(" and ")}`}
        text={isFiltered ? "Try removing one." : "The search covers make, model and trim."}
        action={
          <div className={styles.actions}>
            {isFiltered && (
              <Button variant="primary" onClick={onClearFilters}>
                Clear filters
              </Button>
            )}
            {search !== "" && <Button onClick={onClear}>Clear search</Button>}
          </div>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<CarFront />}
      title="There are no EVs in the database yet"
      text="Add the first one, or import many from a CSV file."
      action={
        <div className={styles.actions}>
          <Button size="s" variant="primary" onClick={onAdd}>
            Add New EV
          </Button>
          {importButton}
        </div>
      }
    />
  );
}

/** What is needed less often than search, filters and columns (dashboard.md#list-and-pages). */
function ListMenu(props: {
  listState: ListState;
  /** number of rows on all pages; undefined while loading */
  rowCount: number | undefined;
}) {
  const { listState, rowCount = 0 } = props;
  const [dialog, setDialog] = useState<"sources" | "keys">();
  const hasKeyboard = useMedia("(pointer: fine)", false);
  const isPart = isNarrowed(listState) && rowCount > 0;
  const close = () => setDialog(undefined);
  useQuestionMark(() => setDialog("keys"));
  return (
    <>
      <Menu
        icon={<Ellipsis aria-hidden />}
        label="More"
        isIcon
        items={[
          { label: "Sources", onChoose: () => setDialog("sources") },
          ...(hasKeyboard ? [{ label: "Keys", keys: "?", onChoose: () => setDialog("keys") }] : []),
          ...(isPart
            ? [
                {
                  label: `Export ${rowCount === 1 ? "this row" : `these ${formatCount(rowCount)} rows`}`,
                  onChoose: () => void exportRows(listState),
                },
              ]
            : []),
          { label: isPart ? "Export all rows" : "Export CSV", href: "/api/evs.csv" },
        ]}
      />
      {dialog === "sources" && <AllSourcesDialog onClose={close} />}
      {dialog === "keys" && <KeysDialog onClose={close} />}
    </>
  );
}

/** Saves the rows that the list shows on all its pages, in the format of the whole export. */
async function exportRows(listState: ListState): Promise<void> {
  try {
    const { evs } = await readList(listState, {});
    const lines = evs.map((row) => FIELD_NAMES.map((field) => cellOf(field, row[field])));
    const csv = `\uFEFF${writeCells([FIELD_NAMES, ...lines], ",", "\r\n")}\r\n`;
    saveFile(new Blob([csv], { type: "text/csv;charset=utf-8" }), "evs-filtered.csv");
  } catch (failure) {
    toastFailure(failure);
  }
}
