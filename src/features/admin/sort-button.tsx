import { ArrowDown, ArrowUp } from "lucide-react";

import type { GridField } from "./grid-columns.ts";
import type { EvGridProps } from "./grid-state.ts";
import styles from "./sort-button.module.css";

interface SortButtonProps extends Pick<EvGridProps, "sort" | "onSort"> {
  field: GridField;
  label: string;
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
