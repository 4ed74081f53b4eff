import { Check, CircleAlert, Minus, Pencil, RotateCcw, Trash2 } from "lucide-react";

import { ImageCellContent } from "../../images/image-cell-content.tsx";
import { IconButton } from "../../../ui/button.tsx";
import { rowName } from "../../../vehicle/names.ts";
import type { EvRow } from "../../../vehicle/vehicle.ts";
import { type CellValue, type FieldColumn, shownText } from "./grid-columns.ts";
import type { GridCommands } from "./grid-controller.ts";
import type { CellMark } from "./grid-state.ts";
import styles from "./shown-cell.module.css";

interface ShownCellProps {
  column: FieldColumn;
  row: EvRow;
  mark: CellMark | undefined;
  isActive: boolean;
  commands: GridCommands;
}

export function ShownCell({ column, row, mark, isActive, commands }: ShownCellProps) {
  const value = mark?.state === "saving" ? mark.value : row[column.field];
  const text = shownText(column, value);
  return (
    <>
      <span className={styles.line}>
        {column.kind === "boolean" ? (
          <BooleanCell
            column={column}
            value={value}
            label={`${column.label} of ${rowName(row)}`}
            isActive={isActive}
            onToggle={() => commands.toggle(row, column)}
          />
        ) : column.kind === "image" ? (
          <ImageCellContent image={typeof value === "string" ? value : null} />
        ) : (
          <span
            className={value == null || text === "N/A" ? styles.missing : styles.value}
            title={column.kind === "text" ? text : undefined}
          >
            {text}
          </span>
        )}
        {mark?.state === "saved" && <Check aria-label="Saved" className={styles.saved} />}
      </span>
      {mark?.state === "failed" && (
        <span className={styles.failure}>
          <button
            type="button"
            tabIndex={-1}
            className={styles.retry}
            title={mark.message}
            onClick={() => commands.retry(row, column)}
          >
            <RotateCcw aria-hidden />
            <span className={styles.typed}>Try again: {mark.typed || "empty"}</span>
          </button>
          <span className="visually-hidden">
            <CircleAlert aria-hidden /> {mark.message}
          </span>
        </span>
      )}
    </>
  );
}

interface BooleanCellProps {
  column: FieldColumn;
  value: CellValue;
  label: string;
  isActive: boolean;
  onToggle: () => void;
}

/**
 * A flag that is saved at once when it is toggled (grid.md#editing-a-cell); one that is not known is mixed.
 */
function BooleanCell({ column, value, label, isActive, onToggle }: BooleanCellProps) {
  return (
    <button
      type="button"
      role="checkbox"
      aria-checked={value === null ? "mixed" : value === true}
      aria-label={label}
      data-cell-focus
      tabIndex={isActive ? 0 : -1}
      className={styles.flag}
      onClick={onToggle}
    >
      <span aria-hidden className={styles.box}>
        {value === true && <Check />}
        {value === null && <Minus />}
      </span>
      <span aria-hidden className={styles.word}>
        {shownText(column, value)}
      </span>
    </button>
  );
}

/** Edit and delete. By keyboard they are inside their cell: Enter goes in, Escape comes out. */
export function ActionsCell({ row, commands }: { row: EvRow; commands: GridCommands }) {
  return (
    <span className={styles.actions}>
      <IconButton
        label={`Edit ${rowName(row)}`}
        tabIndex={-1}
        className={styles.button}
        onClick={() => commands.edit(row)}
      >
        <Pencil aria-hidden />
      </IconButton>
      <IconButton
        label={`Delete ${rowName(row)}`}
        tabIndex={-1}
        className={styles.button}
        onClick={() => commands.remove(row)}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  );
}
