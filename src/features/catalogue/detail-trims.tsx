import { clsx } from "clsx";
import { useId, useState } from "react";
import { Link } from "wouter";

import { evPath } from "../../domain/routes.ts";
import { useHydrated } from "../../ui/use-hydrated.ts";
import { formatPrice } from "../../domain/format.ts";
import { chooseTrim, trimName, trimsOf } from "../../domain/trims.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
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
  /** what the address names, or what was shown there until it was deleted */
  gone: string | undefined;
}

/** While the address stays, so does the row, whatever is added, renamed or moved meanwhile. */
export function useShownTrim(ev: Ev | null | undefined, search: string): ShownTrim {
  const isHydrated = useHydrated();
  const [last, setLast] = useState<ShownTrim & { search: string; trim: Trim }>();
  const trims = ev ? trimsOf(ev) : [];
  const before = last?.search === search ? last : undefined;
  const same = trims.find(({ rowId }) => rowId === before?.trim.rowId);
  const asked = trimAsked(search);
  const trim = same ?? chooseTrim(trims, asked);
  let gone = before?.gone;
  if (ev && before && !same) gone = trimName(ev, before.trim);
  else if (trim && !before && !isNamed(trim, asked)) gone = "The trim in this link";
  if (trim && !same) setLast({ search, trim, gone });
  // The document is the same for every name that no trim has.
  return { trim, gone: isHydrated ? gone : undefined };
}

function isNamed(trim: Trim, asked: ReturnType<typeof trimAsked>): boolean {
  return trim.trim.toLowerCase().includes(asked.trimName?.trim().toLowerCase() ?? "");
}

/** For chooseTrim() (one-car.md#address-and-trim EV detail page). */
export function trimAsked(search: string): { trimName: string | null; trim: number | null } {
  const query = new URLSearchParams(search);
  const index = query.get("trim") ?? "";
  return {
    trimName: query.get("trimName"),
    trim: /^\d{1,6}$/.test(index) ? Number(index) : null,
  };
}
