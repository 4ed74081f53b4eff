import { clsx } from "clsx";
import { useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../domain/routes.ts";
import { Dialog, type DialogControl } from "../../ui/dialog.tsx";
import {
  countOf,
  formatAcceleration,
  formatCharging,
  formatPeakCharging,
  formatPrice,
} from "../../domain/format.ts";
import { zeroToSixtyOf } from "../../domain/trims.ts";
import { Unbroken } from "../../ui/unbroken.tsx";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { CompareButton } from "../compare/compare-button.tsx";
import styles from "./model-dialog.module.css";

/** finding.md#model-dialog, limits-and-texts.md#timings */
const MODEL_ROW_HIGHLIGHT_MS = 2_000;

export interface ModelDialogProps extends DialogControl {
  ev: Ev;
  /** trim of the clicked card; its row is scrolled into view and highlighted */
  shown: Trim;
  onOpen: () => void;
  /** with a button that compares each trim */
  hasActions: boolean;
}

export function ModelDialog(props: ModelDialogProps) {
  const { ev, open, onOpenChange } = props;
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="l"
      fill={false}
      title={
        <span translate="no">
          <Unbroken>{`${ev.make} ${ev.model}`}</Unbroken>
        </span>
      }
      description={`${ev.bodyType} · ${countOf(ev.trims.length, "trim")}`}
    >
      <div className={styles.sheet}>
        <Trims {...props} />
      </div>
    </Dialog>
  );
}

function Trims({ ev, shown, onOpenChange, onOpen, hasActions }: ModelDialogProps) {
  const { formatRange } = useDistance();
  const { row, highlighted } = useHighlightedRow();
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">
        Trims of the {ev.make} {ev.model}
      </caption>
      <thead>
        <tr>
          <th scope="col">Trim</th>
          <th scope="col" className={styles.year}>
            Year
          </th>
          <th scope="col">Price</th>
          <th scope="col">Range</th>
          <th scope="col" className={styles.whole}>
            0-60
          </th>
          <th scope="col" className={styles.charging}>
            Fast charge
          </th>
          {hasActions && (
            <th scope="col">
              <span className="visually-hidden">Compare</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {ev.trims.map((trim) => {
          const isShown = trim.index === shown.index;
          const peak = formatPeakCharging(trim);
          return (
            <tr
              key={trim.index}
              ref={isShown ? row : undefined}
              data-highlighted={(isShown && highlighted) || undefined}
              className={clsx(isShown && styles.shown)}
            >
              <th scope="row" translate="no">
                <Link href={evPath(ev.id, trim)} onClick={onOpen}>
                  {trim.trim}
                  <span className={styles.yearBelow}>{trim.year}</span>
                </Link>
              </th>
              <td className={styles.year}>{trim.year}</td>
              <td>{formatPrice(trim.price)}</td>
              <td>{formatRange(trim.range)}</td>
              <td>{formatAcceleration(zeroToSixtyOf(trim))}</td>
              <td className={styles.charging}>
                {peak ?? formatCharging(trim.charging)}
                {peak !== null && <span className={styles.peak}>Peak charging</span>}
              </td>
              {hasActions && (
                <td className={styles.actions}>
                  <CompareButton ev={ev} trim={trim} compact onChosen={() => onOpenChange(false)} />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function useHighlightedRow() {
  const row = useRef<HTMLTableRowElement>(null);
  const [highlighted, setHighlighted] = useState(true);
  useLayoutEffect(() => {
    row.current?.scrollIntoView({ block: "center" });
    const timer = setTimeout(() => setHighlighted(false), MODEL_ROW_HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, []);
  return { row, highlighted };
}
