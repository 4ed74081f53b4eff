import { Check, Minus } from "lucide-react";

import { shownText } from "./grid-values.ts";
import type { CellValue, FieldColumn } from "./grid-columns.ts";
import styles from "./boolean-cell.module.css";

interface BooleanCellProps {
  column: FieldColumn;
  value: CellValue;
  label: string;
  isActive: boolean;
  onToggle: () => void;
}

/** A flag that is saved at once when it is toggled (§4); one that is not known is mixed. */
export function BooleanCell({ column, value, label, isActive, onToggle }: BooleanCellProps) {
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
