import { clsx } from "clsx";
import type { ReactNode } from "react";

import { NOT_AVAILABLE } from "../../domain/format.ts";
import styles from "./figure.module.css";

export function Figure(props: {
  label: string;
  /** formatted, e.g. `363 miles` or `up to 190 kW`; the words are in smaller type */
  value: string;
  lead?: boolean;
  mark?: ReactNode;
  /** how it compares with others, in words */
  rank?: string | undefined;
}) {
  const { label, value, lead = false, mark, rank } = props;
  const [, before, number = value, unit] = /^(up to )?(\$?[\d.,]+)(\D*)$/.exec(value) ?? [];
  return (
    <div className={clsx(styles.figure, lead && styles.lead)}>
      <dt>{label}</dt>
      <dd className={value === NOT_AVAILABLE ? styles.missing : undefined}>
        {before && <span className={styles.unit}>{before}</span>}
        {number}
        {unit && <span className={styles.unit}>{unit}</span>}
        {mark}
      </dd>
      {rank && <dd className={styles.rank}>{rank}</dd>}
    </div>
  );
}
