import { clsx } from "clsx";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { memo, useState } from "react";

import { type Sort, type SortKey, toggleSort } from "../filters/sort.ts";
import styles from "./list-header.module.css";

/** The columns of §2 and how their two orders read. */
const COLUMNS = [
  { key: "range", label: "RANGE", asc: "shortest first", desc: "longest first" },
  { key: "make", label: "MAKE", asc: "A to Z", desc: "Z to A" },
  { key: "price", label: "PRICE", asc: "lowest first", desc: "highest first" },
] as const satisfies readonly { key: SortKey; label: string; asc: string; desc: string }[];

export interface ListHeaderProps {
  sort: Sort;
  /** always the same */
  onSort: (sort: Sort) => void;
}

/** The red header of the list (§2): a column sorts by itself, a second press turns it round (§4). */
export const ListHeader = memo(function ListHeader({ sort, onSort }: ListHeaderProps) {
  const [announcement, setAnnouncement] = useState("");
  return (
    <div role="group" aria-label="Sort vehicles" className={styles.header} data-scripted>
      {COLUMNS.map((column) => {
        const active = sort.key === column.key;
        const Icon = active ? (sort.order === "asc" ? ArrowUp : ArrowDown) : ArrowUpDown;
        const choose = () => {
          const next = toggleSort(sort, column.key);
          onSort(next);
          setAnnouncement(`Sorted by ${column.label.toLowerCase()}, ${column[next.order]}`);
        };
        return (
          <button
            key={column.key}
            type="button"
            aria-pressed={active}
            className={clsx(styles.column, active && styles.active)}
            onClick={choose}
          >
            {column.label}
            <Icon aria-hidden size={16} />
            {active && <span className="visually-hidden">{column[sort.order]}</span>}
          </button>
        );
      })}
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </div>
  );
});
