import { clsx } from "clsx";

import type { EvRow } from "../../vehicle/vehicle.ts";
import { ActionsCell, ShownCell } from "./shown-cell.tsx";
import styles from "./ev-grid.module.css";
import { GRID_COLUMNS, type GridColumn, isEditable } from "./grid-columns.ts";
import type { CellMark, Editing, GridCommands, RowMarks } from "./grid-state.ts";
import { ImageCell, SelectCell, TextCell } from "./cell-editors.tsx";

interface EvGridRowProps {
  row: EvRow;
  /** zero-based, among the rows in sight */
  index: number;
  /** what stands under # */
  number: number;
  /** the active column, when this is the active row */
  activeColumn: number | null;
  /** the first and the last selected column, where a block is selected */
  selectedFrom: number | null;
  selectedTo: number | null;
  editing: Editing | null;
  marks: RowMarks | undefined;
  isHighlighted: boolean;
  commands: GridCommands;
}

/** One trim. */
export function EvGridRow(props: EvGridRowProps) {
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
  // Toggled where it stands.
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
