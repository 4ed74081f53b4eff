import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { CSSProperties } from "react";

import type { ShownName } from "../../domain/shown-fields.ts";
import { trimName } from "../../domain/trims.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { DifferMark } from "../claims/source-mark.tsx";
import type { TripInputs } from "../../domain/trip.ts";
import { type Chosen, fullTitle } from "./compare.ts";
import { type CompareCell, compareRows } from "./compare-rows.ts";
import styles from "./compare-table.module.css";
import { shortNames } from "./short-names.ts";

export interface CompareTableProps {
  chosen: readonly Chosen[];
  rows: "main" | "all";
  trip?: TripInputs;
  onlyDifferences?: boolean;
  caption: string;
  /** whether the sources of a car's figure differ */
  isDisputed?: (chosen: Chosen, name: ShownName) => boolean;
}

/** The names stay in sight; on a narrow screen each label stands above its figures. */
export function CompareTable({
  chosen,
  rows,
  trip,
  onlyDifferences = false,
  caption,
  isDisputed,
}: CompareTableProps) {
  const all = compareRows(chosen, rows, useDistance(), trip);
  const shown = onlyDifferences ? all.filter(({ differs }) => differs) : all;
  const names = shortNames(chosen);
  return (
    <div className={clsx(styles.region, rows === "all" && styles.page)}>
      <table
        className={styles.table}
        style={{ "--columns": chosen.length } as CSSProperties /* a custom property */}
      >
        <caption className="visually-hidden">{caption}</caption>
        <thead className={styles.head}>
          <tr>
            <th scope="col" className={styles.corner}>
              <span className="visually-hidden">Figure</span>
            </th>
            {chosen.map((one) => (
              <th key={one.trim.rowId} scope="col" title={fullTitle(one)}>
                <span className={styles.name}>
                  {one.ev.make} {one.ev.model}
                </span>
                <span className={styles.trim}>{trimName(one.ev, one.trim)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ name, label, hint, cells }) => (
            <tr key={label}>
              <th scope="row" className={styles.label}>
                {label}
                {hint && <span className={styles.hint}> {hint}</span>}
                {name && isDisputed && (
                  <DifferMark
                    cars={names.filter((_, at) => chosen[at] && isDisputed(chosen[at], name))}
                  />
                )}
              </th>
              {cells.map((cell, index) => (
                <Cell key={chosen[index]?.trim.rowId} cell={cell} car={names[index]} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {shown.length === 0 && <p className={styles.alike}>These trims have the same figures.</p>}
    </div>
  );
}

interface CellProps {
  cell: CompareCell;
  /** shown where the text is so large that no two cells stand side by side */
  car: string | undefined;
}

function Cell({ cell: { text, label, missing, best, bar }, car }: CellProps) {
  return (
    <td
      data-car={car}
      className={clsx(styles.cell, best && styles.best, missing && styles.missing)}
    >
      <span className={styles.figure}>
        {text}
        {best && (
          <span className={styles.mark}>
            <Check aria-hidden size={12} strokeWidth={3} />
            <span className={styles.word}>Best</span>
          </span>
        )}
        {label && <span className={styles.hint}> {label}</span>}
      </span>
      {bar !== null && (
        <span aria-hidden className={styles.track}>
          <span className={styles.bar} style={{ width: `${Math.round(bar * 1000) / 10}%` }} />
        </span>
      )}
    </td>
  );
}
