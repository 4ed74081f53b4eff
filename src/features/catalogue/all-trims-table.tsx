import { clsx } from "clsx";
import { Link } from "wouter";

import { evPath } from "../../routes.ts";
import {
  formatAcceleration,
  formatCharging,
  formatPrice,
  NOT_AVAILABLE,
} from "../../vehicle/format.ts";
import { zeroToSixtyOf } from "../../vehicle/trims.ts";
import type { DistanceFormats } from "../../vehicle/distance.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import type { Ev, Trim } from "../../vehicle/vehicle.ts";
import styles from "./all-trims-table.module.css";
import { trimName } from "./trim-name.ts";

const COLUMNS: { label: string; value: (trim: Trim, distance: DistanceFormats) => string }[] = [
  { label: "Price", value: (trim) => formatPrice(trim.price) },
  { label: "Range", value: (trim, { formatRange }) => formatRange(trim.range) },
  { label: "0-60", value: (trim) => formatAcceleration(zeroToSixtyOf(trim)) },
  { label: "Fast charging", value: (trim) => formatCharging(trim.charging) },
  { label: "Drive", value: (trim) => trim.driveType ?? NOT_AVAILABLE },
];

/** The trims of a model side by side in four figures; the one shown is marked. */
export function AllTrimsTable({ ev, chosen }: { ev: Ev; chosen: Trim }) {
  const distance = useDistance();
  return (
    // It scrolls sideways on a phone, so the keyboard must reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div role="region" aria-label="All trims" tabIndex={0} className={styles.scroller}>
      <table className={styles.table}>
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
              <tr key={trim.index} className={clsx(isChosen && styles.chosen)}>
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
