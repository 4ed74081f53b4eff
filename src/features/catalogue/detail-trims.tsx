import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import type { DistanceFormats } from "../../vehicle/distance.ts";
import {
  formatAcceleration,
  formatCharging,
  formatPrice,
  NOT_AVAILABLE,
} from "../../vehicle/format.ts";
import { chooseTrim, trimName, trimsOf, zeroToSixtyOf } from "../../vehicle/trims.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import table from "./all-trims-table.module.css";
import styles from "./trim-picker.module.css";

interface TrimPickerProps {
  ev: Ev;
  chosen: Trim;
}

export function TrimPicker({ ev, chosen }: TrimPickerProps) {
  const { formatRange } = useDistance();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // scrollIntoView would scroll the page too.
    const pill = row.current?.querySelector<HTMLElement>("[aria-current]");
    if (row.current && pill) row.current.scrollLeft = pill.offsetLeft - row.current.offsetLeft - 16;
  }, []);

  return (
    <nav aria-label="Trims">
      <ul ref={row} role="list" className={styles.row}>
        {ev.trims.map((trim) => {
          const isChosen = trim.index === chosen.index;
          return (
            <li key={trim.index} className={styles.item}>
              <Link
                replace
                href={evPath(ev.id, trim)}
                aria-current={isChosen ? "true" : undefined}
                className={clsx(styles.pill, isChosen && styles.chosen)}
              >
                <span className={styles.name}>{trimName(ev, trim)}</span>
                <span className={styles.figures}>
                  <span>{formatPrice(trim.price)}</span>
                  <span>{formatRange(trim.range)}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

const COLUMNS: { label: string; value: (trim: Trim, distance: DistanceFormats) => string }[] = [
  { label: "Price", value: (trim) => formatPrice(trim.price) },
  { label: "Range", value: (trim, { formatRange }) => formatRange(trim.range) },
  { label: "0-60", value: (trim) => formatAcceleration(zeroToSixtyOf(trim)) },
  { label: "Fast charging", value: (trim) => formatCharging(trim.charging) },
  { label: "Drive", value: (trim) => trim.driveType ?? NOT_AVAILABLE },
];

export function AllTrimsTable({ ev, chosen }: { ev: Ev; chosen: Trim }) {
  const distance = useDistance();
  return (
    // Scrolls sideways on a phone, so it must be focusable.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="All trims" tabIndex={0} className={table.scroller}>
      <table className={table.table}>
        <thead>
          <tr>
            <th scope="col">Trim</th>
            {COLUMNS.map(({ label }) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ev.trims.map((trim) => {
            const isChosen = trim.index === chosen.index;
            return (
              <tr key={trim.index} className={clsx(isChosen && table.chosen)}>
                <th scope="row">
                  <Link
                    replace
                    href={evPath(ev.id, trim)}
                    aria-current={isChosen ? "true" : undefined}
                  >
                    {trimName(ev, trim)}
                  </Link>
                </th>
                {COLUMNS.map(({ label, value }) => (
                  <td key={label}>{value(trim, distance)}</td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface ShownTrim {
  trim: Trim | undefined;
  /** shown at the same address until it was deleted */
  gone: Trim | undefined;
}

/** While the address stays, so does the row, whatever is added, renamed or moved meanwhile. */
export function useShownTrim(ev: Ev | null | undefined, search: string): ShownTrim {
  const [last, setLast] = useState<{ search: string; trim: Trim; gone: Trim | undefined }>();
  const trims = ev ? trimsOf(ev) : [];
  const before = last?.search === search ? last : undefined;
  const same = trims.find(({ rowId }) => rowId === before?.trim.rowId);
  const trim = same ?? chooseTrim(trims, trimAsked(search));
  const gone = same ? before?.gone : before?.trim;
  if (trim && (!before || !same)) setLast({ search, trim, gone });
  return { trim, gone };
}

/** For chooseTrim() (§2 EV detail page). */
export function trimAsked(search: string): { trimName: string | null; trim: number | null } {
  const query = new URLSearchParams(search);
  const index = query.get("trim") ?? "";
  return {
    trimName: query.get("trimName"),
    trim: /^\d{1,6}$/.test(index) ? Number(index) : null,
  };
}
