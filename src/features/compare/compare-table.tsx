import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { CSSProperties } from "react";

import { useDistance } from "../../vehicle/use-distance.ts";
import { type Chosen, fullTitle, trimTitle } from "./compare.ts";
import { type CompareCell, compareRows } from "./compare-rows.ts";
import styles from "./compare-table.module.css";

export interface CompareTableProps {
  chosen: readonly Chosen[];
  rows: "main" | "all";
  onlyDifferences?: boolean;
  caption: string;
}

export function CompareTable({
  chosen,
  rows,
  onlyDifferences = false,
  caption,
}: CompareTableProps) {
  const all = compareRows(chosen, rows, useDistance());
  const shown = onlyDifferences ? all.filter(({ differs }) => differs) : all;
  return (
    <div
      role="region"
      aria-label={caption}
      // Scrolls sideways on a phone, so it must be focusable.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className={clsx(styles.region, rows === "all" && styles.page)}
    >
      <table
        className={styles.table}
        style={{ "--columns": chosen.length } as CSSProperties /* a custom property */}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.corner}>
              <span className="visually-hidden">Figure</span>
            </th>
            {chosen.map((one) => (
              <th key={one.trim.rowId} scope="col" className={styles.column}>
                <span className={styles.name} title={fullTitle(one)}>
                  {one.ev.make} {one.ev.model}
                </span>
                <span className={styles.trim}>{trimTitle(one)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ label, cells }) => (
            <tr key={label}>
              <th scope="row" className={styles.label}>
                {label}
              </th>
              {cells.map((cell, index) => (
                <Cell key={chosen[index]?.trim.rowId} cell={cell} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={styles.alike}>These trims have the same figures.</p>}
    </div>
  );
}

function Cell({ cell: { text, missing, best, bar } }: { cell: CompareCell }) {
  return (
    <td className={clsx(styles.cell, best && styles.best, missing && styles.missing)}>
      <span className={styles.figure}>
        {text}
        {best && (
          <span className={styles.mark}>
            <Check aria-hidden size={12} strokeWidth={3} />
            <span className={styles.word}>Best</span>
          </span>
        )}
      </span>
      {bar !== null && (
        <span aria-hidden className={styles.track}>
          <span className={styles.bar} style={{ width: `${Math.round(bar * 1000) / 10}%` }} />
        </span>
      )}
    </td>
  );
}
