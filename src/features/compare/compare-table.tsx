import { clsx } from "clsx";
import { Check, ChevronDown } from "lucide-react";
import { type CSSProperties, useId, useState } from "react";

import type { ShownName } from "../../domain/shown-fields.ts";
import { trimName } from "../../domain/trims.ts";
import { Button } from "../../ui/button.tsx";
import barStyles from "../../ui/bar.module.css";
import { DifferMark } from "../claims/source-mark.tsx";
import { type ModelTrim, fullTitle, shortNames } from "./compare.ts";
import { type CompareCell, compareRows } from "./compare-rows.ts";
import rowStyles from "./compare-row.module.css";
import styles from "./compare-table.module.css";
import type { CompareSettings } from "./differences.ts";

interface CompareRowProps {
  row: ReturnType<typeof compareRows>[number];
  chosen: readonly ModelTrim[];
  names: readonly string[];
  /** whether the sources of a car's figure disagree */
  isDisputed?: ((chosen: ModelTrim, name: ShownName) => boolean) | undefined;
}

/** The names stay visible; on a narrow screen each label is above its figures. */
export function CompareTable(
  props: Pick<CompareRowProps, "chosen" | "isDisputed"> & {
    rows: "main" | "all";
    settings: Partial<CompareSettings>;
    onlyDifferences?: boolean;
    caption: string;
  },
) {
  const { chosen, rows, settings, onlyDifferences = false, caption, isDisputed } = props;
  const all = compareRows(chosen, rows, settings).filter(
    ({ differs }) => differs || !onlyDifferences,
  );
  const { shown = [], more = [] } = Object.groupBy(all, groupOf);
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
        {more.length > 0 && <MoreRows rows={more} {...named} />}
      </table>
      {all.length === 0 && <p className={styles.alike}>These trims have the same figures.</p>}
    </div>
  );
}

/** These rows decide few purchases (comparing.md#rows). */
const FOLDED_FIGURES: readonly ShownName[] = [
  "torque",
  "acChargingSpeed",
  "batteryWarranty",
  "curbWeight",
  "groundClearance",
];

function groupOf({ name, isMain, differs }: CompareRowProps["row"]) {
  return isMain || (differs && !(name && FOLDED_FIGURES.includes(name))) ? "shown" : "more";
}

/** Folded until opened (comparing.md#rows); visible without scripts. */
function MoreRows(
  props: Omit<CompareRowProps, "row"> & { rows: readonly CompareRowProps["row"][] },
) {
  const { rows, ...rest } = props;
  const id = useId();
  const [isFolded, setFolded] = useState(true);
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
              More figures
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

/** One figure of all cars: the best is marked, and longer bars are better. */
function CompareRow({ row, chosen, names, isDisputed }: CompareRowProps) {
  const { name, label, hint, cells } = row;
  return (
    <tr>
      <th scope="row" className={rowStyles.label}>
        {label}
        {hint && <span className={rowStyles.hint}> {hint}</span>}
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

function Cell({ cell: { text, missing, best, bar }, car }: CellProps) {
  return (
    <td
      data-car={car}
      className={clsx(rowStyles.cell, best && rowStyles.best, missing && rowStyles.missing)}
    >
      <span className={rowStyles.figure}>
        {text.replace("/100 ", "/100\u00a0")}
        {best && (
          <span className={rowStyles.mark}>
            <Check aria-hidden size={12} strokeWidth={3} />
            <span className={rowStyles.word}>Best</span>
          </span>
        )}
      </span>
      {bar !== null && (
        <span aria-hidden className={`${barStyles.track} ${rowStyles.track}`}>
          <span
            className={`${barStyles.fill} ${rowStyles.bar}`}
            style={{ width: `${Math.round(bar * 1000) / 10}%` }}
          />
        </span>
      )}
    </td>
  );
}
