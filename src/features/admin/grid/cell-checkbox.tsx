import { clsx } from "clsx";
import { Check, Minus } from "lucide-react";
import type { ButtonHTMLAttributes } from "react";

import styles from "./cell-checkbox.module.css";

interface CellCheckboxProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** null when unknown */
  checked: boolean | null;
}

/** A checkbox in a cell of the table, with its text beside it. It needs an accessible name. */
export function CellCheckbox({ checked, className, children, ...button }: CellCheckboxProps) {
  return (
    <button
      type="button"
      {...button}
      role="checkbox"
      aria-checked={checked ?? "mixed"}
      className={clsx(styles.checkbox, className)}
    >
      <span aria-hidden className={styles.box}>
        {checked === true && <Check />}
        {checked === null && <Minus />}
      </span>
      <span aria-hidden className={styles.text}>
        {children}
      </span>
    </button>
  );
}
