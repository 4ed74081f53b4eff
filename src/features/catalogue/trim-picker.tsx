import { clsx } from "clsx";
import { useEffect, useRef } from "react";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import { formatPrice } from "../../vehicle/format.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import { trimName } from "./trim-name.ts";
import styles from "./trim-picker.module.css";

export interface TrimPickerProps {
  ev: Ev;
  chosen: Trim;
}

/** The trims of a model as a row of pills. They are links, so that they work without JavaScript. */
export function TrimPicker({ ev, chosen }: TrimPickerProps) {
  const { formatRange } = useDistance();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    // Only the row is scrolled; scrollIntoView would move the page too.
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
