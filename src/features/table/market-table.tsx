/* oxlint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- laid out as a grid, a table needs its roles */
/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- keys scroll it */
/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- each row has a link as well */
/* oxlint-disable jsx-a11y/click-events-have-key-events */
import { clsx } from "clsx";
import {
  type CSSProperties,
  memo,
  type MouseEvent,
  type RefObject,
  useDeferredValue,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { Link, useLocation } from "wouter";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp, ListFilter } from "lucide-react";

import { evPath } from "../../domain/routes.ts";
import { keysOf } from "../../domain/records.ts";
import { NOT_AVAILABLE } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { DistanceFormats } from "../../domain/distance.ts";
import { CompareToggle } from "../compare/compare-button.tsx";
import { SaveHeart } from "../saved/save-button.tsx";
import {
  cellFigure,
  cellText,
  type Column,
  isNumber,
  NAME_COLUMNS,
  SCORE_COLUMN,
  unitOf,
} from "./columns.ts";
import styles from "./market-table.module.css";
import { IconButton } from "../../ui/button.tsx";
import type { DialogOpener } from "../../ui/lazy.tsx";
import type { ActiveFilter } from "../filters/filter-chips.ts";
import type { Sort, SortKey, SortOrder } from "../../domain/filters/sort.ts";
import type { TableRow } from "../../domain/table-rows.ts";
import { type Better, rankValues } from "../../domain/scores.ts";
import { useHydrated } from "../../ui/hydration.ts";
import { TABLE_PAGE_ROWS } from "./table-address.ts";

/** Shows every trim as a row (table.md#rows) in its own scroll area; names and headings stay visible. */
export const MarketTable = memo(function MarketTable(
  props: Omit<TableHeadProps, "distance"> & {
    rows: readonly TableRow[];
    isShaded: boolean;
    /** page of the served rows, from 1 */
    page: number;
  },
) {
  const { rows, columns, isShaded, page, ...head } = props;
  const region = useRef<HTMLDivElement>(null);
  const { shown, isWhole, spaceBefore, spaceAfter } = useTableRows(region, rows, page);
  const shades = useShades(rows, columns, isShaded);
  const distance = useDistance();
  const openRow = useOpenRow();
  return (
    <div
      ref={region}
      role="region"
      aria-label="Table of electric cars"
      tabIndex={0}
      className={`surface ${styles.region}`}
      // React's style type does not include custom properties.
      style={columnWidths(columns) as CSSProperties}
    >
      {/* A table laid out as a grid loses its semantics in browsers, so they are set explicitly. */}
      <table role="table" aria-rowcount={rows.length + 1} className={styles.table}>
        <TableHead columns={columns} distance={distance} {...head} />
        <tbody
          role="rowgroup"
          className={styles.rows}
          style={{ paddingTop: spaceBefore, paddingBottom: spaceAfter }}
          onClick={openRow}
        >
          {shown.map((index) => {
            const row = rows[index];
            return (
              row && (
                <Row
                  // While scrolling, another car reuses the cells of a line, which is cheaper than new ones.
                  key={isWhole ? row.shown.rowId : index}
                  row={row}
                  index={index}
                  columns={columns}
                  shades={shades}
                  distance={distance}
                />
              )
            );
          })}
        </tbody>
      </table>
    </div>
  );
});

/** A long heading is on one line, with its buttons. */
function columnWidths(columns: readonly Column[]) {
  const shares = columns.map(({ heading }) => (/\S{10}|.{11}/.test(heading) ? 1.25 : 1));
  const widths = shares.map((share) => `minmax(calc(var(--figure) * ${share}), 1fr)`);
  const total = shares.reduce((sum, share) => sum + share, 0);
  return { "--columns": total, "--figures": widths.join(" ") };
}

/** Clicking anywhere in a row opens its car, like its link does. */
function useOpenRow() {
  const [, navigate] = useLocation();
  return (event: MouseEvent<HTMLElement>) => {
    const pressed = event.target instanceof Element ? event.target : null;
    if (pressed?.closest("a, button") || event.defaultPrevented) return;
    // Selecting text to copy it must not open the car.
    if (getSelection()?.isCollapsed === false) return;
    const path = pressed?.closest("tr")?.querySelector("a")?.getAttribute("href");
    if (path) navigate(`~${path}`); // has the base path already
  };
}

const Row = memo(function Row(props: {
  row: TableRow;
  index: number;
  columns: readonly Column[];
  shades: ReadonlyMap<string, Shades>;
  distance: DistanceFormats;
}) {
  const { row, index, columns, shades, distance } = props;
  const { ev, shown } = row;
  const name = `${ev.make} ${ev.model} ${shown.trim} ${shown.year}`;
  return (
    <tr role="row" aria-rowindex={index + 2} className={styles.row}>
      <td role="cell" translate="no" className={clsx(styles.name, styles.make)}>
        {ev.make}
      </td>
      <td role="cell" translate="no" className={clsx(styles.name, styles.model)}>
        {ev.model}
      </td>
      <th role="rowheader" scope="row" translate="no" className={clsx(styles.name, styles.trim)}>
        <Link href={evPath(ev.id, shown)} aria-label={name} title={shown.trim}>
          {shown.trim}
        </Link>
      </th>
      <td role="cell" className={clsx(styles.name, styles.year)}>
        {shown.year}
      </td>
      {columns.map((column) => (
        <Cell
          key={column.name}
          text={cellText(row, column, distance)}
          isNumber={isNumber(column)}
          shade={shadeOf(row, column, shades)}
        />
      ))}
      <td role="cell" className={styles.actions}>
        <CompareToggle ev={ev} trim={shown} compact />
        <SaveHeart ev={ev} trim={shown} />
      </td>
    </tr>
  );
});

function Cell(props: { text: string; isNumber: boolean; shade: number | undefined }) {
  const { text, shade } = props;
  return (
    <td
      role="cell"
      className={clsx(
        styles.cell,
        props.isNumber && styles.number,
        text === NOT_AVAILABLE && "faint",
      )}
      title={text}
      // React's style type does not include custom properties.
      style={shade === undefined ? undefined : ({ "--shade": shade } as CSSProperties)}
      data-shaded={shade === undefined ? undefined : ""}
    >
      {text}
    </td>
  );
}

const UNSHADED: ReadonlyMap<string, Shades> = new Map();

function useShades(rows: readonly TableRow[], columns: readonly Column[], isShaded: boolean) {
  return useMemo(() => {
    if (!isShaded) return UNSHADED;
    return new Map(
      columns.flatMap((column): [string, Shades][] => {
        if (!column.better) return [];
        const values = rows.map((row) => cellFigure(row, column)).filter((value) => value !== null);
        return [[column.name, shadesOf(values, column.better)]];
      }),
    );
  }, [rows, columns, isShaded]);
}

function shadeOf(row: TableRow, column: Column, shades: ReadonlyMap<string, Shades>) {
  const figure = cellFigure(row, column);
  return figure === null ? undefined : shades.get(column.name)?.get(figure);
}

/** Rates each value among those shown: 0 is the worst, 1 the best. */
type Shades = ReadonlyMap<number, number>;

/** Empty when all values are equal, because there is nothing to show (table.md#shade). */
export function shadesOf(values: readonly number[], better: Better): Shades {
  const ranks = rankValues(values, better);
  const [worst, best] = [Math.min(...ranks.values()), Math.max(...ranks.values())];
  if (!(best > worst)) return new Map();
  return new Map(Array.from(ranks, ([value, rank]) => [value, (rank - worst) / (best - worst)]));
}

/** So many rows are all rendered, so that the browser's own search finds them (table.md#many-rows). */
const MAX_WHOLE_ROWS = 500;
/** Used before a row is measured; the style sheet has the same value. */
const ROW_HEIGHT_PX = 48;
/** Number of rows rendered beyond the edges of the table, so that fast scrolling shows no gap. */
const ROWS_OVERSCAN = 6;
/** Assumed until it is measured. */
const INITIAL_HEIGHT_PX = 800;

/** One page of rows on the server, later all, or those in view if there are many. @param page from 1 */
function useTableRows(
  region: RefObject<HTMLDivElement | null>,
  rows: readonly TableRow[],
  page: number,
) {
  const isHydrated = useHydrated();
  const isFew = rows.length <= MAX_WHOLE_ROWS;
  // The other pages follow without holding up the first one.
  const isWhole = useDeferredValue(isHydrated && isFew, false);
  const rowHeight = useRowHeight(region);
  const first = (page - 1) * TABLE_PAGE_ROWS;
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLElement>({
    count: rows.length,
    enabled: isHydrated && !isFew,
    overscan: ROWS_OVERSCAN,
    initialRect: { width: 0, height: INITIAL_HEIGHT_PX },
    // The visitor may already have scrolled the served page.
    initialOffset: () => first * rowHeight + (region.current?.scrollTop ?? 0),
    getScrollElement: () => region.current,
    estimateSize: () => rowHeight,
  });
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight]);

  if (!isHydrated || isFew) {
    const [from, to] = isWhole ? [0, rows.length] : [first, first + TABLE_PAGE_ROWS];
    const shown = rows.slice(from, to).map((_, at) => from + at);
    return { shown, isWhole, spaceBefore: 0, spaceAfter: 0 };
  }
  const items = virtualizer.getVirtualItems();
  const [start, end] = [items[0]?.start ?? 0, items.at(-1)?.end ?? 0];
  return {
    shown: items.map(({ index }) => index),
    isWhole: false,
    /** height of the skipped rows above and below, in pixels */
    spaceBefore: start,
    spaceAfter: virtualizer.getTotalSize() - end,
  };
}

/** All rows have the same height, which depends on the window and the text size. */
function useRowHeight(region: RefObject<HTMLDivElement | null>): number {
  const [height, setHeight] = useState(ROW_HEIGHT_PX);
  useEffect(() => {
    const element = region.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const row = element.querySelector("tbody tr");
      if (row) setHeight(row.getBoundingClientRect().height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [region]);
  return height;
}

interface TableHeadProps {
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
  filterOpener: DialogOpener;
}

const DIRECTIONS = { asc: "ascending", desc: "descending" } as const;

/** table.md#headings */
const TableHead = memo(function TableHead({ columns, ...rest }: TableHeadProps) {
  return (
    <thead role="rowgroup" className={styles.head}>
      <tr role="row" aria-rowindex={1} className={styles.row}>
        {keysOf(NAME_COLUMNS).map((name) => (
          <Heading
            key={name}
            column={NAME_COLUMNS[name]}
            className={clsx(styles.name, styles[name])}
            {...rest}
          />
        ))}
        {columns.map((column) => (
          <Heading
            key={column.name}
            column={column}
            className={clsx(styles.figure, isNumber(column) && styles.number)}
            {...rest}
          />
        ))}
        <th role="columnheader" scope="col" className={styles.actions}>
          <span className="visually-hidden">Compare and save</span>
        </th>
      </tr>
    </thead>
  );
});

/** Returns the direction in which the rows are sorted by this column, if they are. */
function orderBy(column: Column, sort: Sort | null): SortOrder | null {
  if (sort === null) return column.name === SCORE_COLUMN.name ? "desc" : null;
  return column.sort === sort.key ? sort.order : null;
}

function Heading(
  props: Omit<TableHeadProps, "columns"> & { column: Column; className: string | undefined },
) {
  const { column, distance, className, sort, active, onSort, onFilter, filterOpener } = props;
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
            {order && <Icon aria-hidden size={12} />}
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
          {...filterOpener}
          className={clsx(styles.filter, isFiltered && styles.filtered)}
          onClick={() => onFilter(column)}
        >
          <ListFilter aria-hidden />
        </IconButton>
      )}
    </th>
  );
}
