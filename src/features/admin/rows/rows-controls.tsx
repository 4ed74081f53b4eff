import { CarFront, CircleAlert, SearchX } from "lucide-react";
import type { ComponentProps, ReactNode } from "react";

import { errorMessage } from "../../../ui/calls/answers.ts";
import { Button } from "../../../ui/button.tsx";
import { EmptyState, QueryError } from "../../../ui/notice.tsx";
import { Pager } from "../../../ui/pager.tsx";
import { Chip } from "../../../ui/pill.tsx";
import { FIELD_NAMES } from "../../../domain/fields.ts";
import { columnOf } from "../grid/grid-columns.ts";
import { footerOf, PAGE_SIZES, pageCount } from "./list-query.ts";
import { filterWords, isNarrowed, type ListChoice } from "./row-filters.ts";
import skeleton from "../../../ui/skeleton.module.css";
import styles from "./rows-controls.module.css";
import type { RowsPage } from "./rows.queries.ts";
import { orderWords } from "./sort-filter-dialog.tsx";

interface ChoiceChipsProps {
  listState: ListChoice;
  onShow: (choice: Partial<ListChoice>) => void;
}

export function ChoiceChips({ listState: { sort, filters }, onShow }: ChoiceChipsProps) {
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

interface RowsPagerProps {
  shown: RowsPage;
  /** the requested page, ahead of the shown one while it loads */
  page: number;
  isWaiting: boolean;
  onPage: (page: number) => void;
  onPageSize: (pageSize: number) => void;
}

export function RowsPager({ shown, page, isWaiting, onPage, onPageSize }: RowsPagerProps) {
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

interface NoRowsProps {
  /** for an empty catalogue */
  listState: ListChoice;
  onClear: () => void;
  onClearFilters: () => void;
  onAdd: () => void;
  importButton: ReactNode;
}

export function NoRows({ listState, onClear, onClearFilters, onAdd, importButton }: NoRowsProps) {
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

export function RowsError({ query }: Pick<ComponentProps<typeof QueryError>, "query">) {
  if (query.data === undefined) {
    return <QueryError title="The EVs could not be loaded." query={query} />;
  }
  return (
    <div role="alert" className={styles.line}>
      <CircleAlert aria-hidden />
      <p>The list could not be refreshed and may be out of date. {errorMessage(query.error)}</p>
      <Button size="s" pending={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
    </div>
  );
}
