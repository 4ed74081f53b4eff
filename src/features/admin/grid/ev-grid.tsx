import { clsx } from "clsx";
import { type ReactElement, type UIEvent, useId, useRef, useState } from "react";
import { ContextMenu as BaseContextMenu } from "@base-ui/react/context-menu";
import { ArrowDown, ArrowUp } from "lucide-react";
import { firstNumberOf } from "../rows/list-query.ts";
import { type MenuItem, MenuItems } from "../../../ui/menu-items.tsx";
import menuStyles from "../../../ui/menu-items.module.css";
import styles from "./ev-grid.module.css";
import { frozenName, type GridColumn, type GridField, columnName } from "./grid-columns.ts";
import { GridRow } from "./grid-row.tsx";
import { useGridColumns } from "./hidden-columns.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import { SelectionBar } from "./row-selection.tsx";
import { MergeDialog } from "./selection-dialogs.tsx";
import { type EvGridProps, type Grid, useGrid } from "./use-grid.ts";
import { ConflictDialog } from "../rows/conflict-dialog.tsx";
import { SourcesDialog } from "../sources/sources-dialog.tsx";
import type { RowSort } from "../rows/row-filters.ts";

/** Offset of the first letter of a make; scrolling further cuts off the names. */
const NAMES_AT_PX = 88;

/** Lets the style sheet repeat the names, without rendering again. */
function markCutNames({ currentTarget }: UIEvent<HTMLElement>): void {
  currentTarget.toggleAttribute("data-names-away", currentTarget.scrollLeft > NAMES_AT_PX);
}

/** A table that is edited in place like a spreadsheet (grid.md#columns, grid.md#editing-a-cell). */
export function EvGrid(props: EvGridProps) {
  const { list, highlightedId, isWaiting, onDialog } = props;
  const { listState, matches, gaps } = list;
  const keysId = useId();
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useGridColumns(props.hidden);
  const grid = useGrid(props, columns, table, scroller);
  const { saves, clipboard } = grid;
  const { rows, question } = saves;
  const isByModel = listState.sort === null && Object.keys(listState.filters).length === 0;
  const widths = columns.map((column) => [`--width-of-${columnName(column)}`, widthOf(column)]);
  return (
    <>
      {/* Kept mounted when no row is visible, so that selected rows and running saves are not lost. */}
      {rows.length > 0 && (
        <>
          <ContextMenu itemsAt={grid.menuAt}>
            <div
              ref={scroller}
              className={styles.scroller}
              style={Object.fromEntries(widths)}
              onScroll={markCutNames}
            >
              {/* A table may be a grid: https://www.w3.org/TR/html-aria/#el-table */}
              <table
                ref={table}
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are moved between and edited as in a spreadsheet
                role="grid"
                aria-label="EVs"
                aria-describedby={keysId}
                aria-rowcount={matches + 1}
                aria-colcount={columns.length}
                aria-multiselectable
                aria-busy={isWaiting || undefined}
                style={{ width: `calc(${columns.map(widthOf).join(" + ")} + var(--room-at-end))` }}
                // Rows of the same model are not always next to each other.
                className={clsx(styles.grid, !isByModel && styles.mixed)}
                {...grid.handlers}
              >
                <GridHead columns={columns} sort={listState.sort} onSort={props.onSort} />
                <tbody>
                  {rows.map((row, index) => (
                    <GridRow
                      // Keyed by position, so that the focus stays in place when the page is turned.
                      key={index}
                      {...{ grid, columns, row, index, onDialog }}
                      number={firstNumberOf(listState) + index}
                      isHighlighted={row.id === highlightedId}
                      gaps={gaps?.[row.id]}
                    />
                  ))}
                </tbody>
              </table>
            </div>
          </ContextMenu>
          <p id={keysId} className={styles.keys}>
            Arrow keys move, Enter or typing edits, Esc reverts, Ctrl+Z undoes. Press ? for all
            keys.
          </p>
        </>
      )}
      <p role="status" className="visually-hidden">
        {clipboard.copied}
      </p>
      <SelectionBar
        list={list}
        selection={grid.rowSelection}
        findCurrent={saves.findCurrent}
        onPlan={clipboard.showPlan}
        onDeleted={saves.forgetRows}
        onDialog={onDialog}
      />
      {!question && <OpenCellDialog grid={grid} />}
      {clipboard.plan && (
        <PasteDialog
          plan={clipboard.plan}
          isHidden={question !== undefined}
          finalFocus={grid.selection.findElement}
          saves={saves}
          onClose={clipboard.closePlan}
        />
      )}
      {question && (
        <ConflictDialog
          conflicts={question.conflicts}
          backLabel="Cancel"
          onSave={question.onAnswer}
          onBack={() => question.onAnswer(null)}
        />
      )}
    </>
  );
}

function OpenCellDialog({ grid }: { grid: Grid }) {
  const { shown, close, applySource } = grid.cellDialogs;
  if (!shown) return null;
  const row = grid.saves.findCurrent(shown.row);
  const { column } = shown;
  if (shown.kind === "merge") {
    return (
      <MergeDialog
        what="models"
        pair={[row, shown.into]}
        keep={shown.into}
        onDone={() => grid.saves.setMark(row.id, column.field, null)}
        onClose={close}
      />
    );
  }
  return (
    <SourcesDialog
      row={row}
      column={column}
      isAdding={shown.isAdding}
      onUse={(claim) => applySource(row, column, claim)}
      onClose={close}
    />
  );
}

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

interface GridHeadProps {
  columns: readonly GridColumn[];
  /** null sorts by make, model and trim */
  sort: RowSort | null;
  onSort: (sort: RowSort | null) => void;
}

/** The parts of a wide window's spare room that names get, which are cut less there. */
const SPARE_ROOM: Readonly<Record<string, number>> = { model: 0.15, trim: 0.25 };

function widthOf(column: GridColumn): string {
  const rems = `${column.widthPx / 16}rem`;
  // It stays in sight, so of large text it leaves room for a figure.
  const width = column.field === "trim" ? `min(${rems}, 45vw)` : rems;
  const part = SPARE_ROOM[columnName(column)];
  return part ? `(${width} + ${part} * var(--spare-room))` : width;
}

/** Column headings; clicking one sorts. */
function GridHead({ columns, sort, onSort }: GridHeadProps) {
  return (
    <>
      <colgroup>
        {columns.map((column) => (
          <col key={column.label} style={{ width: `calc(${widthOf(column)})` }} />
        ))}
        {/* Room without cells, so that the last column is seen whole when none is cut at the left. */}
        <col />
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column, at) => (
            <th
              key={column.label}
              scope="col"
              aria-colindex={at + 1}
              data-unit={column.unit}
              data-field={column.field}
              data-frozen={frozenName(column)}
              aria-sort={sort && sort.field === column.field ? ARIA_SORT[sort.order] : undefined}
              className={clsx(
                (column.kind === "position" || column.format) && styles.figure,
                column.kind === "actions" && styles.actions,
              )}
            >
              {column.field === null ? (
                column.label
              ) : (
                <SortButton field={column.field} label={column.label} {...{ sort, onSort }} />
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

/** Toggles between ascending, descending and unsorted. On the keyboard, Alt+Down in a cell sorts. */
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

/** A menu that opens by right-click, long press or the menu key. */
function ContextMenu(props: {
  /** empty where the browser's own menu should open */
  itemsAt: (target: EventTarget) => readonly MenuItem[];
  /** the area in which it opens */
  children: ReactElement;
}) {
  const { itemsAt, children } = props;
  const [items, setItems] = useState<readonly MenuItem[]>([]);
  return (
    <BaseContextMenu.Root
      onOpenChange={(isOpen, details) => {
        if (!isOpen) return;
        const found = details.event.target ? itemsAt(details.event.target) : [];
        if (found.length === 0) details.cancel();
        else setItems(found);
      }}
    >
      <BaseContextMenu.Trigger render={children} />
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner className={menuStyles.positioner}>
          <MenuItems items={items} />
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  );
}
