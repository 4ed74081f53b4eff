import { clsx } from "clsx";
import { Check, CircleAlert, Minus, Pencil, RotateCcw, Trash2 } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";

import { IconButton } from "../../../ui/button.tsx";
import { isTextField } from "../../../domain/ev-cells.ts";
import { rowName } from "../../../domain/names.ts";
import type { EvRow } from "../../../domain/vehicle.ts";
import { ImageCellContent } from "../../pictures/image-cell-content.tsx";
import { CellEditor } from "./cell-editors.tsx";
import { shownValue } from "./cell-marks.ts";
import checkbox from "./cell-checkbox.module.css";
import gridStyles from "./ev-grid.module.css";
import {
  type FieldColumn,
  formatCell,
  frozenName,
  type GridColumn,
  isEditable,
  parseCellText,
} from "./grid-columns.ts";
import styles from "./grid-row.module.css";
import type { RowsDialog } from "../rows/row-dialogs.tsx";
import { hasManyCells, isWithin } from "./use-grid-selection.ts";
import type { Grid } from "./use-grid.ts";

interface GridRowProps {
  grid: Grid;
  columns: readonly GridColumn[];
  row: EvRow;
  index: number;
  /** the row number in the # column */
  number: number;
  isHighlighted: boolean;
  /** figures whose value no source confirms */
  gaps: readonly string[] | undefined;
  onDialog: (dialog: RowsDialog) => void;
}

export function GridRow(props: GridRowProps) {
  const { grid, columns, row, index, number, isHighlighted } = props;
  const isChosen = grid.rowSelection.selected.has(row.id);
  return (
    <tr
      data-row={index}
      aria-rowindex={number + 1} // the header is row 1
      aria-selected={isChosen || undefined}
      className={clsx(
        row.isModelHeader ? gridStyles.header : gridStyles.trim,
        isHighlighted && gridStyles.highlighted,
        isChosen && gridStyles.chosen,
      )}
    >
      {columns.map((column, at) => (
        <GridCell key={column.label} {...props} column={column} at={at} />
      ))}
    </tr>
  );
}

function GridCell(props: GridRowProps & { column: GridColumn; at: number }) {
  const { grid, row, index, column, at } = props;
  const { active, block } = grid.selection;
  const { openCell } = grid.editing;
  const isActive = active.row === index && active.column === at;
  const isSelected = hasManyCells(block) && isWithin(block, { row: index, column: at });
  const isGap = column.field !== null && props.gaps?.includes(column.field);
  const isEdited = openCell?.row.id === row.id && openCell.field === column.field;
  const mark = column.field === null ? undefined : grid.saves.marks[row.id]?.[column.field];
  const isHeader = column.field === "trim";
  // The button that toggles a flag takes the focus instead of its cell.
  const isToggled = column.kind === "flag";
  const Cell = isHeader ? "th" : "td";
  return (
    <Cell
      scope={isHeader ? "row" : undefined}
      data-column={at}
      data-frozen={frozenName(column)}
      data-cell-focus={isToggled ? undefined : ""}
      tabIndex={isToggled ? undefined : isActive ? 0 : -1}
      aria-colindex={at + 1}
      aria-readonly={column.kind === "actions" ? undefined : !isEditable(column, row)}
      aria-selected={isSelected || undefined}
      aria-busy={mark?.state === "saving" || undefined}
      aria-invalid={mark?.state === "failed" || undefined}
      className={clsx(
        gridStyles.cell,
        (column.format || column.kind === "position") && gridStyles.figure,
        column.kind === "actions" && gridStyles.actions,
        isActive && styles.active,
        isSelected && styles.selected,
        isEdited && styles.edited,
        isGap && styles.gap,
        mark && styles[mark.state],
      )}
    >
      <CellContent {...props} isActive={isActive} />
      {isGap && <span className="visually-hidden">, no source</span>}
    </Cell>
  );
}

function CellContent(props: GridRowProps & { column: GridColumn; isActive: boolean }) {
  const { grid, row, number, column, isActive } = props;
  if (column.field === null) {
    if (column.kind === "actions") return <Actions {...props} />;
    return (
      // On the keyboard, Space selects the rows of the selected cells.
      <CellCheckbox
        checked={grid.rowSelection.selected.has(row.id)}
        aria-label={`Select ${rowName(row)}`}
        tabIndex={-1}
        className={checkbox.select}
        onClick={(event) => grid.rowSelection.press(row, event.shiftKey)}
      >
        {number}
      </CellCheckbox>
    );
  }
  const { openCell } = grid.editing;
  const { marks } = grid.saves;
  const mark = marks[row.id]?.[column.field];
  const value = shownValue(marks, row, column.field);
  const text = formatCell(column, value);
  return (
    <>
      {column.field === "trim" && (
        // Names the row when make and model are scrolled out of view.
        <span aria-hidden translate="no" title={modelName(row)} className={gridStyles.ofModel}>
          {modelName(row)}
        </span>
      )}
      <span className={styles.line}>
        {column.kind === "flag" ? (
          // Saved as soon as it is toggled (grid.md#editing-a-cell).
          <CellCheckbox
            checked={value === null ? null : value === true}
            aria-label={`${column.label} of ${rowName(row)}`}
            data-cell-focus
            tabIndex={isActive ? 0 : -1}
            onClick={() => grid.editing.toggle(row, column)}
          >
            {text}
          </CellCheckbox>
        ) : column.kind === "image" ? (
          <ImageCellContent image={typeof value === "string" ? value : null} />
        ) : (
          <span
            className={value == null || text === "N/A" ? styles.missing : styles.value}
            title={isTextField(column.field) ? text : undefined}
            translate={isTextField(column.field) ? "no" : undefined}
          >
            {text}
          </span>
        )}
        {mark?.state === "saved" && <Check aria-label="Saved" className={styles.tick} />}
      </span>
      {mark?.state === "failed" && (
        <span className={styles.failure}>
          <button
            type="button"
            tabIndex={-1}
            className={styles.retry}
            title={mark.message}
            onClick={() => grid.editing.retry(row, column)}
          >
            <RotateCcw aria-hidden />
            <span className={styles.again}>Try again: </span>
            <span className="ellipsis">{typedText(column, mark.typed)}</span>
          </button>
          <span className="visually-hidden">
            <CircleAlert aria-hidden /> {mark.message}
          </span>
        </span>
      )}
      {openCell?.row.id === row.id && openCell.field === column.field && (
        <CellEditor column={column} openCell={openCell} commands={grid.editing} />
      )}
    </>
  );
}

/** What was typed, as the table would show it; an unreadable text as it is. */
function typedText(column: FieldColumn, typed: string): string {
  if (typed === "") return "empty";
  const { value, message } = parseCellText(column, typed);
  return message === undefined && value !== undefined ? formatCell(column, value) : typed;
}

const modelName = ({ make, model }: Pick<EvRow, "make" | "model">) => `${make} ${model}`;

/** Edit and delete buttons. On the keyboard, Enter moves into their cell and Escape leaves it. */
function Actions({ row, onDialog }: GridRowProps) {
  return (
    <span className={styles.actions}>
      <IconButton
        label={`Edit ${rowName(row)}`}
        tabIndex={-1}
        className={styles.button}
        onClick={() => onDialog({ kind: "form", row })}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        label={`Delete ${rowName(row)}`}
        tabIndex={-1}
        className={styles.button}
        onClick={() => onDialog({ kind: "delete", row })}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  );
}

interface CellCheckboxProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** null when unknown */
  checked: boolean | null;
}

/** A checkbox in a cell of the table, with its text beside it. It needs an accessible name. */
function CellCheckbox({ checked, className, children, ...button }: CellCheckboxProps) {
  return (
    <button
      type="button"
      {...button}
      role="checkbox"
      aria-checked={checked ?? "mixed"}
      className={clsx(checkbox.checkbox, className)}
    >
      <span aria-hidden className={checkbox.box}>
        {checked === true && <Check />}
        {checked === null && <Minus />}
      </span>
      <span aria-hidden className={checkbox.text}>
        {children}
      </span>
    </button>
  );
}
