import { ArrowDown, ArrowUp } from "lucide-react";

import type { GridField } from "./grid-columns.ts";
import type { RowSort } from "./row-filters.ts";
import styles from "./sort-button.module.css";

interface SortButtonProps {
  field: GridField;
  label: string;
  /** null: by make, model and trim order */
  sort: RowSort | null;
  onSort: (sort: RowSort | null) => void;
}

/** Sorts one way, the other, then no more; by keyboard a cell's Alt+Down does. */
export function SortButton({ field, label, sort, onSort }: SortButtonProps) {
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
