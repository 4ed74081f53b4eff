import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";

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
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (!box.current) return;
    // The one state of a checkbox that has no attribute.
    box.current.indeterminate = mixed;
    // The browser may have it as the visitor left the page, or pressed it before its code had come.
    box.current.checked = checked;
  }, [mixed, checked]);
  return (
    <label className={clsx(styles.checkbox, className)}>
      <input
        type="checkbox"
        className={styles.box}
        checked={checked}
        disabled={disabled}
        ref={box}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>
        {children}
        {note && <span className={styles.note}>{note}</span>}
      </span>
    </label>
  );
}
