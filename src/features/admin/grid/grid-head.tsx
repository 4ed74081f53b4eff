import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { RefObject } from "react";

import type { RowSort } from "../rows/row-filters.ts";
import gridStyles from "./ev-grid.module.css";
import { frozenName, type GridColumn, type GridField, nameOf } from "./grid-columns.ts";
import styles from "./grid-head.module.css";
import { WidthHandle, widthProperty } from "./width-handle.tsx";

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

interface GridHeadProps {
  columns: readonly GridColumn[];
  scroller: RefObject<HTMLElement | null>;
  /** null: by make, model and trim order */
  sort: RowSort | null;
  onSort: (sort: RowSort | null) => void;
}

/** The width that the table's custom properties give a column. */
export function widthOf(column: GridColumn): string {
  return `var(${widthProperty(nameOf(column))})`;
}

/** The headings, which sort; their edges make the columns wider. */
export function GridHead({ columns, scroller, sort, onSort }: GridHeadProps) {
  return (
    <>
      <colgroup>
        {columns.map((column) => (
          <col key={column.label} style={{ width: widthOf(column) }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column, at) => (
            <th
              key={column.label}
              scope="col"
              // Keep the width handle out of the heading's name.
              aria-label={column.label}
              aria-colindex={at + 1}
              data-unit={column.unit}
              data-frozen={frozenName(column)}
              aria-sort={sort && sort.field === column.field ? ARIA_SORT[sort.order] : undefined}
              className={clsx(
                (column.kind === "position" || column.format) && gridStyles.figure,
                column.kind === "actions" && gridStyles.actions,
              )}
            >
              {column.field === null ? (
                column.label
              ) : (
                <>
                  <SortButton field={column.field} label={column.label} {...{ sort, onSort }} />
                  <WidthHandle column={column} scroller={scroller} />
                </>
              )}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}

interface SortButtonProps extends Pick<GridHeadProps, "sort" | "onSort"> {
  field: GridField;
  label: string;
}

/** Sorts one way, the other, then no more; by keyboard a cell's Alt+Down does. */
function SortButton({ field, label, sort, onSort }: SortButtonProps) {
  const order = sort?.field === field ? sort.order : null;
  const Arrow = order === "desc" ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.sort}
      onClick={() =>
        onSort(order === "desc" ? null : { field, order: order === "asc" ? "desc" : "asc" })
      }
    >
      {label}
      {order && <Arrow aria-hidden />}
    </button>
  );
}
