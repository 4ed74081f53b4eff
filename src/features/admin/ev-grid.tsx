import { clsx } from "clsx";
import { useId, useRef } from "react";

import type { EvRow } from "../../vehicle/vehicle.ts";
import { ImageCell, SelectCell, TextCell } from "./cell-editors.tsx";
import { GridPasteDialog } from "./ev-grid-paste-dialog.tsx";
import styles from "./ev-grid.module.css";
import { GRID_COLUMNS, type GridColumn, isEditable } from "./grid-columns.ts";
import { useGrid } from "./grid-controller.ts";
import {
  type CellMark,
  type Editing,
  type EvGridProps,
  type GridCommands,
  isBlock,
  type RowMarks,
} from "./grid-state.ts";
import { ActionsCell, ShownCell } from "./shown-cell.tsx";

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

interface EvGridRowProps {
  row: EvRow;
  index: number;
  /** what stands under # */
  number: number;
  activeColumn: number | null;
  /** null unless a block is selected */
  selectedFrom: number | null;
  selectedTo: number | null;
  editing: Editing | null;
  marks: RowMarks | undefined;
  isHighlighted: boolean;
  commands: GridCommands;
}

function EvGridRow(props: EvGridRowProps) {
  const { row, index, number, selectedFrom, selectedTo, isHighlighted } = props;
  return (
    <tr
      data-row={index}
      aria-rowindex={number + 1} // the header is the first
      className={clsx(
        row.isModelHeader ? styles.header : styles.trim,
        isHighlighted && styles.highlighted,
      )}
    >
      {GRID_COLUMNS.map((column, at) => (
        <GridCell
          key={column.label}
          {...props}
          column={column}
          at={at}
          isSelected={
            selectedFrom !== null && selectedTo !== null && at >= selectedFrom && at <= selectedTo
          }
        />
      ))}
    </tr>
  );
}

interface GridCellProps extends EvGridRowProps {
  column: GridColumn;
  at: number;
  isSelected: boolean;
}

function GridCell({ column, at, isSelected, ...rest }: GridCellProps) {
  const { row, number, activeColumn, editing, marks, commands } = rest;
  const isActive = activeColumn === at;
  const editable = isEditable(column, row);
  const isEdited = editing !== null && editing.field === column.field;
  const mark = column.field === null ? undefined : marks?.[column.field];
  // A flag is a control of its own, which has the focus in place of its cell.
  const hasOwnFocus = column.kind === "boolean";
  return (
    <td
      role={column.field === "trim" ? "rowheader" : "gridcell"}
      data-column={at}
      data-cell-focus={hasOwnFocus ? undefined : ""}
      tabIndex={hasOwnFocus ? undefined : isActive ? 0 : -1}
      aria-colindex={at + 1}
      aria-readonly={column.kind === "actions" ? undefined : !editable}
      aria-selected={isSelected || undefined}
      aria-busy={mark?.state === "saving" || undefined}
      aria-invalid={mark?.state === "failed" || undefined}
      className={clsx(
        styles.cell,
        (column.format || column.kind === "position") && styles.figure,
        isActive && styles.active,
        isSelected && styles.selected,
        isEdited && styles.edited,
        mark && styles[mark.state],
      )}
    >
      <CellContent
        column={column}
        row={row}
        number={number}
        mark={mark}
        editing={isEdited ? editing : null}
        isActive={isActive}
        commands={commands}
      />
    </td>
  );
}

const EDITORS = {
  text: TextCell,
  number: TextCell,
  select: SelectCell,
  image: ImageCell,
  boolean: null,
} as const;

interface CellContentProps {
  column: GridColumn;
  row: EvRow;
  number: number;
  mark: CellMark | undefined;
  editing: Editing | null;
  isActive: boolean;
  commands: GridCommands;
}

function CellContent(props: CellContentProps) {
  const { column, row, number, mark, editing, isActive, commands } = props;
  if (column.kind === "position") return number;
  if (column.field === null) return <ActionsCell row={row} commands={commands} />;
  const Editor = EDITORS[column.kind];
  return (
    <>
      {column.field === "trim" && (
        // For where make and model have scrolled away.
        <span aria-hidden className={styles.ofModel}>
          {row.make} {row.model}
        </span>
      )}
      <ShownCell column={column} row={row} mark={mark} isActive={isActive} commands={commands} />
      {editing && Editor && <Editor column={column} editing={editing} commands={commands} />}
    </>
  );
}
