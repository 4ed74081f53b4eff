import { clsx } from "clsx";
import { useId, useRef } from "react";

import styles from "./ev-grid.module.css";
import { type EvGridProps, isBlock } from "./grid-state.ts";
import { EvGridRow } from "./ev-grid-row.tsx";
import { GRID_COLUMNS } from "./grid-columns.ts";
import { GridPasteDialog } from "./ev-grid-paste-dialog.tsx";
import { useGrid } from "./grid-controller.ts";

const GRID_WIDTH_PX = GRID_COLUMNS.reduce((sum, { widthPx }) => sum + widthPx, 0);

/** Columns grow with the text in them. */
const inRem = (px: number) => `${px / 16}rem`;

/** Where the first letter of a make stands; scrolled further than that, the names are cut. */
const NAMES_AT_PX = 64;

/** The administrator's table, edited in place as a spreadsheet is (§2, §4). */
export function EvGrid(props: EvGridProps) {
  const { firstNumber, rowCount, highlightedId, isWaiting } = props;
  const id = useId();
  const table = useRef<HTMLTableElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const grid = useGrid(props, table, scroller);
  const { rows, active, block, editing, marks, commands } = grid;
  const selected = isBlock(block) ? block : null;
  return (
    <>
      <div
        ref={scroller}
        className={styles.scroller}
        // Known to the style sheet alone, which repeats the names only then.
        onScroll={({ currentTarget }) =>
          currentTarget.toggleAttribute("data-names-away", currentTarget.scrollLeft > NAMES_AT_PX)
        }
      >
        {/* A table may be a grid: https://www.w3.org/TR/html-aria/#el-table */}
        <table
          ref={table}
          // Cells are moved between and edited as in a spreadsheet, which is what a grid is.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role
          role="grid"
          aria-label="EVs"
          aria-describedby={`${id}keys`}
          aria-rowcount={rowCount + 1}
          aria-colcount={GRID_COLUMNS.length}
          aria-multiselectable
          aria-busy={isWaiting || undefined}
          style={{ width: inRem(GRID_WIDTH_PX) }}
          className={clsx(styles.grid, isWaiting && styles.waiting)}
          {...grid.handlers}
        >
          <colgroup>
            {GRID_COLUMNS.map(({ label, widthPx }) => (
              <col key={label} style={{ width: inRem(widthPx) }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {GRID_COLUMNS.map((column, at) => (
                <th
                  key={column.label}
                  scope="col"
                  aria-colindex={at + 1}
                  data-unit={column.unit}
                  className={clsx((column.kind === "position" || column.format) && styles.figure)}
                >
                  {column.label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => {
              const inBlock = selected && index >= selected.top && index <= selected.bottom;
              return (
                <EvGridRow
                  // By place, so that the focus stays where it is when the page is turned.
                  key={index}
                  row={row}
                  index={index}
                  number={firstNumber + index}
                  activeColumn={active.row === index ? active.column : null}
                  selectedFrom={inBlock ? selected.left : null}
                  selectedTo={inBlock ? selected.right : null}
                  editing={editing?.row.id === row.id ? editing : null}
                  marks={marks[row.id]}
                  isHighlighted={row.id === highlightedId}
                  commands={commands}
                />
              );
            })}
          </tbody>
        </table>
      </div>
      <p id={`${id}keys`} className={styles.keys}>
        Arrow keys move, Enter or typing edits, Esc reverts, Shift+arrows select, Ctrl+C and Ctrl+V
        copy and paste, Ctrl+Z undoes.
      </p>
      <p role="status" className="visually-hidden">
        {grid.said}
      </p>
      {grid.plan && (
        <GridPasteDialog
          plan={grid.plan}
          onSaveRow={grid.savePlanned}
          onConflict={props.onConflict}
          onClose={grid.closePlan}
        />
      )}
    </>
  );
}
