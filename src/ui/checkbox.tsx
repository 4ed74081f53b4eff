import { clsx } from "clsx";
import { type ReactNode, useEffect, useRef } from "react";

import { useInputBeforeHydration } from "./hydration.ts";
import styles from "./checkbox.module.css";

export function Checkbox({
  checked,
  onChange,
  children,
  note,
  mixed = false,
  disabled,
  className,
}: {
  checked: boolean;
  onChange: (checked: boolean) => void;
  children: ReactNode;
  note?: ReactNode;
  mixed?: boolean;
  disabled?: boolean;
  className?: string | undefined;
}) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // HTML has no attribute for it.
    if (box.current) box.current.indeterminate = mixed;
  }, [mixed]);
  useInputBeforeHydration(() => box.current?.checked, checked, onChange);
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
