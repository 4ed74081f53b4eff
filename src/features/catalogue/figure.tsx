import { clsx } from "clsx";
import type { ReactNode } from "react";

import { NOT_AVAILABLE } from "../../vehicle/format.ts";
import styles from "./figure.module.css";

export interface FigureProps {
  label: string;
  /** as a formatter gives it, e.g. `363 miles`; the unit is set small */
  value: string;
  /** the figure that leads its row */
  lead?: boolean;
  /** stands behind the value, such as the mark of a change */
  mark?: ReactNode;
}

/** One figure over its label, for a `<dl>`. The eye meets the number first, a screen reader the label. */
export function Figure({ label, value, lead = false, mark }: FigureProps) {
  const [, number = value, unit = ""] = /^(\$?[\d.,]+)(\D*)$/.exec(value) ?? [];
  return (
    <div className={clsx(styles.figure, lead && styles.lead)}>
      <dt>{label}</dt>
      <dd className={clsx(value === NOT_AVAILABLE && styles.missing)}>
        {number}
        {unit && <span className={styles.unit}>{unit}</span>}
        {mark}
      </dd>
    </div>
  );
}
