import { Link } from "wouter";

import { evPath } from "../../domain/routes.ts";
import { countOf, formatCount, formatPrice } from "../../domain/format.ts";
import { usePresentYear } from "../../ui/present-year.ts";
import { trimName } from "../../domain/trims.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { ExploreTrim } from "./explore-points.ts";
import styles from "./explore-table.module.css";

const MOST_ROWS = 500;

/** The chart as a table: the passing trims, longest range first. */
export function ExploreTable({ trims }: { trims: readonly ExploreTrim[] }) {
  const { formatRange } = useDistance();
  const presentYear = usePresentYear();
  const shownTrims = trims.toReversed().slice(0, MOST_ROWS);
  const count = formatCount(trims.length);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
    <div role="region" aria-label="Trims by range" tabIndex={0} className={styles.frame}>
      <table className={styles.table}>
        <caption className={styles.caption}>
          {shownTrims.length < trims.length
            ? `The ${MOST_ROWS} longest ranges of the ${count} trims in the chart. Filter to see others.`
            : `${countOf(trims.length, "trim")} in the chart, the longest range first.`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Car</th>
            <th scope="col">Body type</th>
            <th scope="col">Range</th>
            <th scope="col">Price</th>
          </tr>
        </thead>
        <tbody>
          {shownTrims.map(({ ev, trim, range, price }) => (
            <tr key={trim.rowId}>
              <th scope="row" translate="no">
                <Link href={evPath(ev.id, trim)}>
                  {ev.make} {ev.model}
                </Link>{" "}
                <span className="quiet">{trimName(ev, trim, presentYear)}</span>
              </th>
              <td>{ev.bodyType}</td>
              <td>{formatRange(range)}</td>
              <td>{formatPrice(price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
