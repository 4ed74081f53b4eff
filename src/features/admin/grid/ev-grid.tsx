import { clsx } from "clsx";
import { type UIEvent, useId, useRef } from "react";

import { firstNumberOf } from "../rows/list-query.ts";
import { CellDialogs } from "./cell-dialogs.tsx";
import { CellMenu } from "./cell-menu.tsx";
import styles from "./ev-grid.module.css";
import { nameOf } from "./grid-columns.ts";
import { GridHead, widthOf } from "./grid-head.tsx";
import { GridRow } from "./grid-row.tsx";
import { useGridColumns } from "./hidden-columns.tsx";
import { PasteDialog } from "./paste-dialog.tsx";
import { SelectionBar } from "./row-selection.tsx";
import { type EvGridProps, useGrid } from "./use-grid.ts";
import { inRem, widthProperty } from "./width-handle.tsx";

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
  const columns = useGridColumns(props.hidden);
  const grid = useGrid(props, columns, table, scroller);
  const { rows, clipboard } = grid;
  const isByModel = asked.sort === null && Object.keys(asked.filters).length === 0;
  const widths = columns.map((column) => [widthProperty(nameOf(column)), inRem(column.widthPx)]);
  return (
    <>
      {/* What was selected and is being saved stays when no row is left in sight. */}
      {rows.length > 0 && (
        <>
          <CellMenu itemsAt={grid.menuAt}>
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
                aria-rowcount={rowCount + 1}
                aria-colcount={columns.length}
                aria-multiselectable
                aria-busy={isWaiting || undefined}
                style={{ width: `calc(${columns.map(widthOf).join(" + ")})` }}
                // The rows of a model may be apart from each other.
                className={clsx(
                  styles.grid,
                  isWaiting && styles.waiting,
                  !isByModel && styles.mixed,
                )}
                {...grid.handlers}
              >
                <GridHead {...{ columns, scroller }} sort={asked.sort} onSort={props.onSort} />
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
