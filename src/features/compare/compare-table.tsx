import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type CSSProperties, useId, useState } from "react";

import type { ShownName } from "../../domain/shown-fields.ts";
import { trimName } from "../../domain/trims.ts";
import { countOf } from "../../domain/format.ts";
import { Button } from "../../ui/button.tsx";
import { fullTitle, shortNames } from "./compare.ts";
import { CompareRow, type CompareRowProps } from "./compare-row.tsx";
import { compareRows } from "./compare-rows.ts";
import styles from "./compare-table.module.css";
import type { CompareSettings } from "./differences.ts";

export interface CompareTableProps extends Pick<CompareRowProps, "chosen" | "isDisputed"> {
  rows: "main" | "all";
  settings: Partial<CompareSettings>;
  onlyDifferences?: boolean;
  caption: string;
}

/** The names stay visible; on a narrow screen each label is above its figures. */
export function CompareTable(props: CompareTableProps) {
  const { chosen, rows, settings, onlyDifferences = false, caption, isDisputed } = props;
  const all = compareRows(chosen, rows, settings).filter(
    ({ differs }) => differs || !onlyDifferences,
  );
  const { shown = [], more = [], equal = [] } = Object.groupBy(all, groupOf);
  const named = { chosen, names: shortNames(chosen), isDisputed };
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
              <th key={one.trim.rowId} scope="col" title={fullTitle(one)} translate="no">
                <span className={styles.name}>
                  {one.ev.make} {one.ev.model}
                </span>
                <span className={styles.trim}>{trimName(one.ev, one.trim)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <CompareRow key={row.label} row={row} {...named} />
          ))}
        </tbody>
        <FoldedRows rows={more} title={() => "More figures"} {...named} />
        <FoldedRows
          rows={equal}
          title={(isFolded) =>
            `${isFolded ? "Show" : "Hide"} ${countOf(equal.length, "equal row")}`
          }
          {...named}
        />
      </table>
      {all.length === 0 && <p className={styles.alike}>These trims have the same figures.</p>}
    </div>
  );
}

/** These rows decide few purchases (comparing.md#rows). */
const MORE: readonly ShownName[] = [
  "torque",
  "acChargingSpeed",
  "batteryWarranty",
  "curbWeight",
  "groundClearance",
];

function groupOf({ name, isMain, differs }: CompareRowProps["row"]) {
  if (name !== null && MORE.includes(name)) return "more";
  return isMain || differs ? "shown" : "equal";
}

interface FoldedRowsProps extends Omit<CompareRowProps, "row"> {
  rows: readonly CompareRowProps["row"][];
  title: (isFolded: boolean) => string;
}

/** Folded until opened (comparing.md#rows); visible without scripts. */
function FoldedRows({ rows, title, ...rest }: FoldedRowsProps) {
  const id = useId();
  const [isFolded, setFolded] = useState(true);
  if (rows.length === 0) return null;
  return (
    <>
      <tbody data-scripted className={styles.fold}>
        <tr>
          <td colSpan={rest.chosen.length + 1}>
            <Button
              variant="quiet"
              size="s"
              aria-expanded={!isFolded}
              aria-controls={id}
              onClick={() => setFolded(!isFolded)}
            >
              {title(isFolded)}
              <ChevronDown aria-hidden />
            </Button>
          </td>
        </tr>
      </tbody>
      <tbody id={id} data-folded={isFolded || undefined} className={styles.folded}>
        {rows.map((row) => (
          <CompareRow key={row.label} row={row} {...rest} />
        ))}
      </tbody>
    </>
  );
}
