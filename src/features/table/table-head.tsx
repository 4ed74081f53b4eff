/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- laid out as a grid, a table needs its roles */
import { clsx } from "clsx";
import { ArrowDown, ArrowUp, ListFilter } from "lucide-react";
import { memo } from "react";

import { IconButton } from "../../ui/button.tsx";
import type { ActiveFilter } from "../filters/filter-chips.ts";
import type { Sort, SortKey, SortOrder } from "../../domain/filters/sort.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { type Column, NAME_COLUMNS, SCORE_COLUMN, unitOf } from "./columns.ts";
import styles from "./market-table.module.css";

export interface TableHeadProps {
  /** without the names */
  columns: readonly Column[];
  distance: DistanceFormats;
  /** null when sorted by score */
  sort: Sort | null;
  active: readonly ActiveFilter[];
  /** must be stable */
  onSort: (key: SortKey) => void;
  /** must be stable */
  onFilter: (column: Column) => void;
  onApproach: () => void;
}

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

/** table.md#headings */
export const TableHead = memo(function TableHead({ columns, ...rest }: TableHeadProps) {
  return (
    <thead role="rowgroup" className={styles.head}>
      <tr role="row" aria-rowindex={1} className={styles.row}>
        <Heading column={NAME_COLUMNS.make} className={clsx(styles.name, styles.make)} {...rest} />
        <Heading
          column={NAME_COLUMNS.model}
          className={clsx(styles.name, styles.model)}
          {...rest}
        />
        <Heading column={NAME_COLUMNS.trim} className={clsx(styles.name, styles.trim)} {...rest} />
        <Heading column={NAME_COLUMNS.year} className={clsx(styles.name, styles.year)} {...rest} />
        {columns.map((column) => (
          <Heading key={column.name} column={column} className={styles.figure} {...rest} />
        ))}
        <th role="columnheader" scope="col" className={styles.actions}>
          <span className="visually-hidden">Compare and save</span>
        </th>
      </tr>
    </thead>
  );
});

interface HeadingProps extends Omit<TableHeadProps, "columns"> {
  column: Column;
  className: string | undefined;
}

/** Returns the direction in which the rows are sorted by this column, if they are. */
function orderBy(column: Column, sort: Sort | null): SortOrder | null {
  if (sort === null) return column.name === SCORE_COLUMN.name ? "desc" : null;
  return column.sort === sort.key ? sort.order : null;
}

function Heading(props: HeadingProps) {
  const { column, distance, className, sort, active, onSort, onFilter, onApproach } = props;
  const { heading, filters } = column;
  const order = orderBy(column, sort);
  const isFiltered = active.some(({ filter }) => filters.some((name) => name === filter));
  const Icon = order === "asc" ? ArrowUp : ArrowDown;
  const key = column.sort;
  const unit = unitOf(column, distance);
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={order === null ? undefined : DIRECTIONS[order]}
      className={className}
    >
      {key === null ? (
        <span className={styles.title}>{heading}</span>
      ) : (
        <>
          <button
            type="button"
            className={clsx(styles.title, styles.sort)}
            onClick={() => onSort(key)}
          >
            <span>{heading}</span>
            {order && <Icon aria-hidden size={14} />}
          </button>
          {/* Buttons are hidden without scripts. */}
          <noscript>
            {import.meta.env.SSR && <span className={styles.title}>{heading}</span>}
          </noscript>
        </>
      )}
      {unit && <span className={styles.unit}>{unit}</span>}
      {filters.length > 0 && (
        <IconButton
          label={isFiltered ? `Filter by ${heading}, on` : `Filter by ${heading}`}
          aria-haspopup="dialog"
          className={clsx(styles.filter, isFiltered && styles.filtered)}
          onPointerEnter={onApproach}
          onFocus={onApproach}
          onClick={() => onFilter(column)}
        >
          <ListFilter aria-hidden />
        </IconButton>
      )}
    </th>
  );
}
