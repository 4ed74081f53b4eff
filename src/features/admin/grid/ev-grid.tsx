import { clsx } from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type KeyboardEvent, useId, useRef } from "react";

import type { EvRow } from "../../../vehicle/vehicle.ts";
import { ImageCell, SelectCell, TextCell } from "./cell-editors.tsx";
import { GridPasteDialog } from "./paste-dialog.tsx";
import styles from "./ev-grid.module.css";
import states from "./grid-cell.module.css";
import { type GridColumn, type GridField, isEditable } from "./grid-columns.ts";
import { useGrid } from "./grid-controller.ts";
import { useGridColumns } from "./hidden-columns.tsx";
import { placeOf } from "./grid-focus.ts";
import { isWithin } from "./grid-keys.ts";
import { type EvGridProps, isBlock } from "./grid-state.ts";
import { firstNumberOf } from "../rows/list-address.ts";
import type { RowSort } from "../rows/row-filters.ts";
import { type RowSelection, SelectBox, SelectionBar, useRowSelection } from "./row-selection.tsx";
import { ActionsCell, ShownCell } from "./shown-cell.tsx";

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

function ariaSort(field: GridField | null, sort: RowSort | null) {
  return sort && sort.field === field ? ARIA_SORT[sort.order] : undefined;
}

const inRem = (px: number) => `${px / 16}rem`;

/** Where the first letter of a make stands; scrolled further than that, the names are cut. */
const NAMES_AT_PX = 88;

/**
 * The administrator's table, edited in place as a spreadsheet is (grid.md#columns, grid.md#editing-a-cell).
 */
export function EvGrid(props: EvGridProps) {
  const { asked, rowCount, highlightedId, isWaiting } = props;
  const { sort, filters } = asked;
  const isByModel = sort === null && Object.keys(filters).length === 0;
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useGridColumns();
  const grid = useGrid(props, columns, table, scroller);
  const selection = useRowSelection(grid.rows);
  const onKeyDown = (event: KeyboardEvent) => {
    const place = placeOf(event.target);
    const isOnCell = event.target instanceof Element && event.target.matches("[data-cell-focus]");
    const chooses = isOnCell && place && columns[place.column]?.kind === "position";
    if (!chooses || (event.key !== " " && event.key !== "Enter")) {
      return grid.handlers.onKeyDown(event);
    }
    event.preventDefault();
    const rows = grid.rows.slice(grid.block.top, grid.block.bottom + 1);
    selection.set(rows, !rows.every(({ id: rowId }) => selection.selected.has(rowId)));
  };
  const widthPx = columns.reduce((sum, column) => sum + column.widthPx, 0);
  return (
    <>
      {/* What was selected and is being saved stays when no row is left in sight. */}
      {grid.rows.length > 0 && (
        <>
          <div
            ref={scroller}
            className={styles.scroller}
            // Known to the style sheet alone, which repeats the names only then.
            onScroll={({ currentTarget }) =>
              currentTarget.toggleAttribute(
                "data-names-away",
                currentTarget.scrollLeft > NAMES_AT_PX,
              )
            }
          >
            {/* A table may be a grid: https://www.w3.org/TR/html-aria/#el-table */}
            <table
              ref={table}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- its cells are moved between and edited as in a spreadsheet
              role="grid"
              aria-label="EVs"
              aria-describedby={`${id}keys`}
              aria-rowcount={rowCount + 1}
              aria-colcount={columns.length}
              aria-multiselectable
              aria-busy={isWaiting || undefined}
              style={{ width: inRem(widthPx) }}
              className={clsx(
                styles.grid,
                isWaiting && styles.waiting,
                // The rows of a model may be apart from each other.
                !isByModel && styles.mixed,
              )}
              {...grid.handlers}
              onKeyDown={onKeyDown}
            >
              <colgroup>
                {columns.map((column) => (
                  <col key={column.label} style={{ width: inRem(column.widthPx) }} />
                ))}
              </colgroup>
              <thead>
                <tr aria-rowindex={1}>
                  {columns.map((column, at) => (
                    <th
                      key={column.label}
                      scope="col"
                      aria-colindex={at + 1}
                      data-unit={column.unit}
                      aria-sort={ariaSort(column.field, sort)}
                      className={clsx(
                        (column.kind === "position" || column.format) && styles.figure,
                        column.kind === "actions" && styles.actions,
                      )}
                    >
                      {column.field ? (
                        <SortButton
                          field={column.field}
                          label={column.label}
                          sort={sort}
                          onSort={props.onSort}
                        />
                      ) : (
                        column.label
                      )}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {grid.rows.map((row, index) => (
                  <GridRow
                    // By place, so that the focus stays where it is when the page is turned.
                    key={index}
                    grid={grid}
                    selection={selection}
                    columns={columns}
                    row={row}
                    index={index}
                    number={firstNumberOf(asked) + index}
                    isHighlighted={row.id === highlightedId}
                  />
                ))}
              </tbody>
            </table>
          </div>
          <p id={`${id}keys`} className={styles.keys}>
            Arrow keys move, Enter or typing edits, Esc reverts, Ctrl+Z undoes. Press ? for all
            keys.
          </p>
        </>
      )}
      <p role="status" className="visually-hidden">
        {grid.said}
      </p>
      <SelectionBar
        selection={selection}
        rows={grid.rows}
        asked={asked}
        rowCount={rowCount}
        latest={grid.latest}
        onPlan={grid.offer}
        onAddLike={props.onAddLike}
      />
      {grid.plan && (
        <GridPasteDialog
          plan={grid.plan}
          onSave={grid.savePlanned}
          onConflict={props.onConflict}
          onClose={grid.closePlan}
        />
      )}
    </>
  );
}

interface SortButtonProps {
  field: GridField;
  label: string;
  /** null: by make, model and trim order */
  sort: RowSort | null;
  onSort: (sort: RowSort | null) => void;
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

interface GridRowProps {
  grid: ReturnType<typeof useGrid>;
  selection: RowSelection;
  columns: readonly GridColumn[];
  row: EvRow;
  index: number;
  /** what stands under # */
  number: number;
  isHighlighted: boolean;
}

function GridRow(props: GridRowProps) {
  const { columns, row, index, number, isHighlighted, selection } = props;
  const isChosen = selection.selected.has(row.id);
  return (
    <tr
      data-row={index}
      aria-rowindex={number + 1} // the header is the first
      aria-selected={isChosen || undefined}
      className={clsx(
        row.isModelHeader ? styles.header : styles.trim,
        isHighlighted && styles.highlighted,
        isChosen && styles.chosen,
      )}
    >
      {columns.map((column, at) => (
        <GridCell key={column.label} {...props} column={column} at={at} />
      ))}
    </tr>
  );
}

const EDITORS = {
  text: TextCell,
  number: TextCell,
  select: SelectCell,
  image: ImageCell,
  boolean: null,
} as const;

function GridCell(props: GridRowProps & { column: GridColumn; at: number }) {
  const { grid, row, index, number, column, at } = props;
  const { active, block, commands } = grid;
  const isActive = active.row === index && active.column === at;
  const isSelected = isBlock(block) && isWithin(block, { row: index, column: at });
  const isEdited = grid.editing?.row.id === row.id && grid.editing.field === column.field;
  const mark = column.field === null ? undefined : grid.marks[row.id]?.[column.field];
  const Editor = column.field === null ? null : EDITORS[column.kind];
  // A flag is a control of its own, which has the focus in place of its cell.
  const hasOwnFocus = column.kind === "boolean";
  const isHeader = column.field === "trim";
  const Cell = isHeader ? "th" : "td";
  return (
    <Cell
      scope={isHeader ? "row" : undefined}
      data-column={at}
      data-cell-focus={hasOwnFocus ? undefined : ""}
      tabIndex={hasOwnFocus ? undefined : isActive ? 0 : -1}
      aria-colindex={at + 1}
      aria-readonly={column.kind === "actions" ? undefined : !isEditable(column, row)}
      aria-selected={isSelected || undefined}
      aria-busy={mark?.state === "saving" || undefined}
      aria-invalid={mark?.state === "failed" || undefined}
      className={clsx(
        styles.cell,
        (column.format || column.kind === "position") && styles.figure,
        column.kind === "actions" && styles.actions,
        isActive && states.active,
        isSelected && states.selected,
        isEdited && states.edited,
        mark && states[mark.state],
      )}
    >
      {isHeader && (
        // For where make and model have scrolled away.
        <span aria-hidden className={styles.ofModel}>
          {row.make} {row.model}
        </span>
      )}
      {column.kind === "position" && (
        <SelectBox row={row} number={number} selection={props.selection} />
      )}
      {column.kind === "actions" && <ActionsCell row={row} commands={commands} />}
      {column.field !== null && (
        <ShownCell column={column} row={row} mark={mark} isActive={isActive} commands={commands} />
      )}
      {column.field !== null && Editor && isEdited && grid.editing && (
        <Editor column={column} editing={grid.editing} commands={commands} />
      )}
    </Cell>
  );
}
