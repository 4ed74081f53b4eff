import { clsx } from "clsx";
import type { ReactNode } from "react";

import styles from "./checkbox.module.css";

interface CheckboxProps {
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** the label; all of it can be pressed */
  children: ReactNode;
  /** a quiet remark under the label */
  note?: ReactNode;
  /** neither yes nor no; `checked` is then false */
  mixed?: boolean;
  disabled?: boolean;
  className?: string;
}

/** A labelled box to tick. */
export function Checkbox({
  checked,
  onChange,
  children,
  note,
  mixed = false,
  disabled,
  className,
}: CheckboxProps) {
  return (
    <label className={clsx(styles.checkbox, className)}>
      <input
        type="checkbox"
        className={styles.box}
        checked={checked}
        disabled={disabled}
        // The one state of a checkbox that has no attribute.
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {children}
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </label>
  );
}
