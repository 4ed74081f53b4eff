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

/** finding.md#the-list */
const COLUMNS = [
  { key: "range", label: "RANGE", asc: "shortest first", desc: "longest first" },
  { key: "make", label: "MAKE", asc: "A to Z", desc: "Z to A" },
  { key: "price", label: "PRICE", asc: "lowest first", desc: "highest first" },
] as const satisfies readonly { key: SortKey; label: string; asc: string; desc: string }[];

interface OtherSort {
  key: SortKey;
  label: string;
  /** announcement for screen readers, which depends on the order if there are two */
  announce: (sort: Sort) => string;
}

/** Lower is better, so these have only one direction (finding.md#sorting). */
const ONE_WAY_SORTS: readonly OtherSort[] = [
  { key: "acceleration", label: "0-60", announce: () => "0-60, quickest first" },
  { key: "charging", label: "CHARGING", announce: () => "charging time, shortest first" },
  { key: "consumption", label: "EFFICIENCY", announce: () => "efficiency, best first" },
  { key: "trip", label: "LONG DRIVE", announce: () => "time of a 600-mile drive, shortest first" },
];

const OTHER_SORTS: readonly OtherSort[] = [
  ...ONE_WAY_SORTS,
  ...SORT_KEYS.flatMap((key) => {
    const name = figureOfSort(key);
    if (name === null || isAscendingOnly(key) || COLUMNS.some((column) => column.key === key))
      return [];
    const { title } = FILTERS[name];
    return [
      {
        key,
        label: title.toUpperCase(),
        announce: ({ order }: Sort) => `${lowerFirst(title)}, ${ORDER_WORDS[order]}`,
      },
    ];
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
  const choose = ({ announce }: OtherSort, next: Sort) => {
    onSort(next);
    setAnnouncement(`Sorted by ${announce(next)}`);
  };
  return (
    <div role="group" aria-label="Sort vehicles" className={styles.header} data-scripted>
      {COLUMNS.map((column) => {
        const active = sort.key === column.key;
        const Icon = active ? (sort.order === "asc" ? ArrowUp : ArrowDown) : ArrowUpDown;
        const reverse = () => {
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
            onClick={reverse}
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
