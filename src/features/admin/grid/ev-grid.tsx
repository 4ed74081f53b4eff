import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type UIEvent, useId, useRef } from "react";

import { firstNumberOf } from "../rows/list-address.ts";
import type { RowSort } from "../rows/row-filters.ts";
import { CellDialogs } from "./cell-dialogs.tsx";
import { CellMenu } from "./cell-menu.tsx";
import styles from "./ev-grid.module.css";
import type { GridColumn, GridField } from "./grid-columns.ts";
import { GridRow } from "./grid-row.tsx";
import { useGridColumns } from "./hidden-columns.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import { SelectionBar } from "./row-selection.tsx";
import { type EvGridProps, useGrid } from "./use-grid.ts";

const inRem = (px: number) => `${px / 16}rem`;

/** Where the first letter of a make stands; scrolled further than that, the names are cut. */
const NAMES_AT_PX = 88;

/** Known to the style sheet alone, which repeats the names only then. */
function markCutNames({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute("data-names-away", currentTarget.scrollLeft > NAMES_AT_PX);
}

/** The table, edited in place as a spreadsheet is (grid.md#columns, grid.md#editing-a-cell). */
export function EvGrid(props: EvGridProps) {
  const { asked, rowCount, highlightedId, isWaiting, onEdit, onDelete } = props;
  const keysId = useId();
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useGridColumns();
  const grid = useGrid(props, columns, table, scroller);
  const { rows, clipboard } = grid;
  const isByModel = asked.sort === null && Object.keys(asked.filters).length === 0;
  const widthPx = columns.reduce((sum, column) => sum + column.widthPx, 0);
  return (
    <>
      {/* What was selected and is being saved stays when no row is left in sight. */}
      {rows.length > 0 && (
        <>
          <CellMenu itemsAt={grid.menuAt}>
            <div ref={scroller} className={styles.scroller} onScroll={markCutNames}>
              {/* A table may be a grid: https://www.w3.org/TR/html-aria/#el-table */}
              <table
                ref={table}
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are moved between and edited as in a spreadsheet
                role="grid"
                aria-label="EVs"
                aria-describedby={keysId}
                aria-rowcount={rowCount + 1}
                aria-colcount={columns.length}
                aria-multiselectable
                aria-busy={isWaiting || undefined}
                style={{ width: inRem(widthPx) }}
                // The rows of a model may be apart from each other.
                className={clsx(
                  styles.grid,
                  isWaiting && styles.waiting,
                  !isByModel && styles.mixed,
                )}
                {...grid.handlers}
              >
                <GridHead columns={columns} sort={asked.sort} onSort={props.onSort} />
                <tbody>
                  {rows.map((row, index) => (
                    <GridRow
                      // By position, so that the focus stays where it is when the page is turned.
                      key={index}
                      {...{ grid, columns, row, index, onEdit, onDelete }}
                      number={firstNumberOf(asked) + index}
                      isHighlighted={row.id === highlightedId}
                      gaps={props.gaps?.[row.id]}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          </CellMenu>
          <p id={keysId} className={styles.keys}>
            Arrow keys move, Enter or typing edits, Esc reverts, Ctrl+Z undoes. Press ? for all
            keys.
          </p>
        </>
      )}
      <p role="status" className="visually-hidden">
        {grid.announcement}
      </p>
      <SelectionBar
        {...{ rows, asked, rowCount }}
        selection={grid.rowSelection}
        findLatest={grid.findLatest}
        onPlan={clipboard.showPlan}
        onAddLike={props.onAddLike}
      />
      <CellDialogs grid={grid} />
      {clipboard.plan && (
        <PasteDialog
          plan={clipboard.plan}
          onSave={grid.savePlanned}
          onConflict={props.onConflict}
          onClose={clipboard.closePlan}
        />
      )}
    </>
  );
}

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

interface GridHeadProps {
  columns: readonly GridColumn[];
  /** null: by make, model and trim order */
  sort: RowSort | null;
  onSort: (sort: RowSort | null) => void;
}

function GridHead({ columns, sort, onSort }: GridHeadProps) {
  return (
    <>
      <colgroup>
        {columns.map(({ label, widthPx }) => (
          <col key={label} style={{ width: inRem(widthPx) }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map(({ kind, field, label, unit, format }, at) => (
            <th
              key={label}
              scope="col"
              aria-colindex={at + 1}
              data-unit={unit}
              aria-sort={sort && sort.field === field ? ARIA_SORT[sort.order] : undefined}
              className={clsx(
                (kind === "position" || format) && styles.figure,
                kind === "actions" && styles.actions,
              )}
            >
              {field ? <SortButton {...{ field, label, sort, onSort }} /> : label}
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
