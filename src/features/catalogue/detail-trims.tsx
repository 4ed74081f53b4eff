import { clsx } from "clsx";
import { useId, useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { chooseTrim, trimsOf } from "../../vehicle/trims.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import styles from "./trim-picker.module.css";

interface TrimPickerProps {
  ev: Ev;
  chosen: Trim;
}

/** The trims by model year; the years are named where there are several. */
export function TrimPicker({ ev, chosen }: TrimPickerProps) {
  const { formatRange } = useDistance();
  const headings = useId();
  const years = [...new Set(ev.trims.map(({ year }) => year))];

  return (
    <nav aria-label="Trims" className={styles.years}>
      {years.map((year) => (
        <div key={year}>
          {years.length > 1 && (
            <h3 id={`${headings}${year}`} className={styles.year}>
              {year}
            </h3>
          )}
          <ul
            role="list"
            aria-labelledby={years.length > 1 ? `${headings}${year}` : undefined}
            className={styles.row}
          >
            {ev.trims
              .filter((trim) => trim.year === year)
              .map((trim) => {
                const isChosen = trim.index === chosen.index;
                return (
                  <li key={trim.index} className={styles.item}>
                    <Link
                      replace
                      href={evPath(ev.id, trim)}
                      aria-current={isChosen ? "true" : undefined}
                      className={clsx(styles.pill, isChosen && styles.chosen)}
                    >
                      <span className={styles.name}>
                        {trim.trim}
                        {years.length > 1 && <span className="visually-hidden"> ({year})</span>}
                      </span>
                      <span className={styles.figures}>
                        <span>{formatPrice(trim.price)}</span>
                        <span>{formatRange(trim.range)}</span>
                      </span>
                    </Link>
                  </li>
                );
              })}
          </ul>
        </div>
      ))}
    </nav>
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
