import { clsx } from "clsx";
import type { InputHTMLAttributes, Ref } from "react";

import styles from "./figure-input.module.css";

interface FigureInputProps extends InputHTMLAttributes<HTMLInputElement> {
  prefix?: string | undefined;
  unit?: string | undefined;
  isInvalid: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** An input for a number, with its unit inside. It needs an accessible name. */
export function FigureInput(props: FigureInputProps) {
  const { prefix, unit, isInvalid, className, ...input } = props;
  return (
    <span className={clsx(styles.box, className)}>
      {prefix && <span aria-hidden>{prefix}</span>}
      <input
        {...input}
        className={styles.input}
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        aria-invalid={isInvalid || undefined}
      />
      {unit && (
        <span aria-hidden className={styles.unit}>
          {unit}
        </span>
      )}
    </span>
  );
}
