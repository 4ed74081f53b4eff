import { clsx } from "clsx";
import { ArrowDown, ArrowUp, ArrowUpDown } from "lucide-react";
import { memo, useState } from "react";

import { lowerFirst } from "../../domain/filters/filter-kinds.ts";
import { FILTERS } from "../../domain/filters/filters.ts";
import {
  figureOfSort,
  isAscendingOnly,
  ORDER_WORDS,
  SORT_KEYS,
  type Sort,
  type SortKey,
  startingOrder,
  toggleSort,
} from "../../domain/filters/sort.ts";
import styles from "./list-header.module.css";

interface SortChoice {
  key: SortKey;
  label: string;
  /** name and orders as announced; one that is always ascending has no `desc` */
  name: string;
  asc: string;
  desc?: string;
}

/** finding.md#the-list */
const COLUMNS: readonly SortChoice[] = [
  { key: "range", label: "RANGE", name: "range", asc: "shortest first", desc: "longest first" },
  { key: "make", label: "MAKE", name: "make", asc: "A to Z", desc: "Z to A" },
  { key: "price", label: "PRICE", name: "price", asc: "lowest first", desc: "highest first" },
];

/** Lower is better for the first four, so these have only one direction (finding.md#sorting). */
const OTHER_SORTS: readonly SortChoice[] = [
  { key: "acceleration", label: "0-60", name: "0-60", asc: "quickest first" },
  { key: "charging", label: "CHARGING", name: "charging time", asc: "shortest first" },
  { key: "consumption", label: "EFFICIENCY", name: "efficiency", asc: "best first" },
  { key: "trip", label: "LONG DRIVE", name: "time of a 600-mile drive", asc: "shortest first" },
  ...SORT_KEYS.flatMap((key) => {
    const figure = figureOfSort(key);
    if (figure === null || isAscendingOnly(key) || COLUMNS.some((column) => column.key === key))
      return [];
    const { title } = FILTERS[figure];
    return [{ key, label: title.toUpperCase(), name: lowerFirst(title), ...ORDER_WORDS }];
  }),
];

interface ListHeaderProps {
  sort: Sort;
  /** must be stable */
  onSort: (sort: Sort) => void;
}

/** Pressing a column again reverses the order (finding.md#sorting). */
export const ListHeader = memo(function ListHeader({ sort, onSort }: ListHeaderProps) {
  const [announcement, setAnnouncement] = useState("");
  const other = OTHER_SORTS.find(({ key }) => key === sort.key);
  const choose = (choice: SortChoice, next: Sort) => {
    onSort(next);
    setAnnouncement(`Sorted by ${choice.name}, ${choice[next.order] ?? choice.asc}`);
  };
  return (
    <div role="group" aria-label="Sort vehicles" className={styles.header} data-scripted>
      {COLUMNS.map((column) => {
        const active = sort.key === column.key;
        const Icon = active ? (sort.order === "asc" ? ArrowUp : ArrowDown) : ArrowUpDown;
        return (
          <button
            key={column.key}
            type="button"
            aria-pressed={active}
            className={clsx(styles.column, active && styles.active)}
            onClick={() => choose(column, toggleSort(sort, column.key))}
          >
            {column.label}
            <Icon aria-hidden size={16} />
            {active && <span className="visually-hidden">{column[sort.order]}</span>}
          </button>
        );
      })}
      <div className={styles.others}>
        <select
          aria-label="Sort by another figure"
          className={clsx(styles.column, styles.more, other && styles.active)}
          value={other?.key ?? ""}
          onChange={(event) => {
            const chosen = OTHER_SORTS.find(({ key }) => key === event.currentTarget.value);
            if (chosen) choose(chosen, { key: chosen.key, order: startingOrder(chosen.key) });
          }}
        >
          <option value="" hidden>
            MORE
          </option>
          {OTHER_SORTS.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </select>
        {other && !isAscendingOnly(other.key) && (
          <button
            type="button"
            aria-label={`Reverse the order, ${ORDER_WORDS[sort.order]}`}
            className={clsx(styles.column, styles.turn)}
            onClick={() => choose(other, toggleSort(sort, other.key))}
          >
            {sort.order === "asc" ? (
              <ArrowUp aria-hidden size={16} />
            ) : (
              <ArrowDown aria-hidden size={16} />
            )}
          </button>
        )}
      </div>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
    </div>
  );
});
