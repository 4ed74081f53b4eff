import { clsx } from "clsx";
import { Check } from "lucide-react";

import type { ShownName } from "../../domain/shown-fields.ts";
import { DifferMark } from "../claims/source-mark.tsx";
import type { Chosen } from "./compare.ts";
import type { CompareCell, compareRows } from "./compare-rows.ts";
import barStyles from "../../ui/bar.module.css";
import styles from "./compare-row.module.css";

export interface CompareRowProps {
  row: ReturnType<typeof compareRows>[number];
  chosen: readonly Chosen[];
  /** short name of each car */
  names: readonly string[];
  /** whether the sources of a car's figure disagree */
  isDisputed?: ((chosen: Chosen, name: ShownName) => boolean) | undefined;
}

/** One figure of all cars: the best is marked, and longer bars are better. */
export function CompareRow({ row, chosen, names, isDisputed }: CompareRowProps) {
  const { name, label, hint, cells } = row;
  return (
    <tr>
      <th scope="row" className={styles.label}>
        {label}
        {hint && <span className={styles.hint}> {hint}</span>}
        {name && isDisputed && (
          <DifferMark cars={names.filter((_, at) => chosen[at] && isDisputed(chosen[at], name))} />
        )}
      </th>
      {cells.map((cell, index) => (
        <Cell key={chosen[index]?.trim.rowId} cell={cell} car={names[index]} />
      ))}
    </tr>
  );
}

interface CellProps {
  cell: CompareCell;
  /** shown when the text is too large for two cells side by side */
  car: string | undefined;
}

function Cell({ cell: { text, label, missing, best, bar }, car }: CellProps) {
  return (
    <td
      data-car={car}
      className={clsx(styles.cell, best && styles.best, missing && styles.missing)}
    >
      <span className={styles.figure}>
        {text.replace("/100 ", "/100\u00a0")}
        {best && (
          <span className={styles.mark}>
            <Check aria-hidden size={12} strokeWidth={3} />
            <span className={styles.word}>Best</span>
          </span>
        )}
        {label && <span className={styles.hint}> {label}</span>}
      </span>
      {bar !== null && (
        <span aria-hidden className={`${barStyles.track} ${styles.track}`}>
          <span
            className={`${barStyles.fill} ${styles.bar}`}
            style={{ width: `${Math.round(bar * 1000) / 10}%` }}
          />
        </span>
      )}
    </td>
  );
}
