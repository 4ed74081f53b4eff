import { Check, CircleAlert, RotateCcw } from "lucide-react";

import { ImageCellContent } from "../images/image-cell-content.tsx";
import type { EvRow } from "../../vehicle/vehicle.ts";
import type { FieldColumn } from "./grid-columns.ts";
import type { GridCommands } from "./grid-commands.ts";
import type { CellMark } from "./grid-state.ts";
import { shownText } from "./grid-values.ts";
import { BooleanCell } from "./boolean-cell.tsx";
import styles from "./shown-cell.module.css";
import { rowName } from "../../vehicle/ev-row.ts";

interface ShownCellProps {
  column: FieldColumn;
  row: EvRow;
  mark: CellMark | undefined;
  isActive: boolean;
  commands: GridCommands;
}

/** A cell's value, and how its last change fared: on its way, saved, or failed and offered again. */
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
