import { useQuery } from "@tanstack/react-query";
import { useId } from "react";

import { BottomAxis, LeftAxis } from "../../ui/chart-axes.tsx";
import { percentBetween } from "../../ui/ticks.ts";
import { formatPrice, upperFirst } from "../../domain/format.ts";
import { useDistance } from "../../ui/use-distance.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { formatDay } from "../../ui/dates.ts";
import { historyQuery } from "./changes.queries.ts";
import type { Figures, HistoryEntry } from "./changes.ts";
import table from "../../ui/figure-table.module.css";
import styles from "./figure-history.module.css";

/** How price and range of the trim have changed (saving.md#price-and-range-over-time); nothing if neither has. */
export function FigureHistory({ ev, trim }: { ev: Ev; trim: Trim }) {
  const { data } = useQuery(historyQuery(ev.id));
  const { formatRange } = useDistance();
  const heading = useId();
  const entries = data?.trims.find(({ rowId }) => rowId === trim.rowId)?.changes ?? [];
  const lines = (["price", "range"] as const).flatMap((figure) => {
    const line = stepLineOf(entries, figure);
    return line ? [{ figure, line, format: figure === "price" ? formatPrice : formatRange }] : [];
  });
  if (lines.length === 0) return null;
  const figures = upperFirst(lines.map(({ figure }) => figure).join(" and "));
  return (
    <section aria-labelledby={heading} className={styles.history}>
      <h3 id={heading}>{figures} over time</h3>
      <div className={styles.lines}>
        {lines.map((shown) => (
          <FigureLine key={shown.figure} {...shown} />
        ))}
      </div>
      <details className={`${table.fold} ${styles.fold}`}>
        <summary className="touch field-label underlined">{figures} history</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">From</th>
              <th scope="col">Price</th>
              <th scope="col">Range</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ at, price, range }, index) => (
              <tr key={index}>
                <th scope="row">
                  <time dateTime={at}>{formatDay(at, true)}</time>
                </th>
                <td>{formatPrice(price)}</td>
                <td>{formatRange(range)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}

function FigureLine(props: {
  figure: keyof Figures;
  line: NonNullable<ReturnType<typeof stepLineOf>>;
  format: (value: number | null) => string;
}) {
  const { figure, line, format } = props;
  const name = useId();
  const { changes, first, last } = line;
  const difference = (last[figure] ?? 0) - (first[figure] ?? 0);
  const isComparable = first[figure] !== null && last[figure] !== null && difference !== 0;
  const days = [formatDay(first.at, true), formatDay(last.at, true)] as const;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span>{upperFirst(figure)}</span>
        <strong className={styles.present}>{format(last[figure])}</strong>
        {isComparable && (
          <span data-saved={(figure === "price" && difference < 0) || undefined}>
            {difference < 0 ? "down" : "up"} {format(Math.abs(difference))} since {days[0]}
          </span>
        )}
      </figcaption>
      <div className={styles.frame}>
        <svg className={styles.chart} role="img" aria-labelledby={name} width="100%" height="96">
          <title id={name}>
            {`${upperFirst(figure)}: ${changes
              .map((entry) => `${format(entry[figure])} from ${formatDay(entry.at, true)}`)
              .join(", ")}`}
          </title>
          <LeftAxis
            gapPx={10}
            ticks={line.ticks.map(({ value, top }) => ({ at: top, label: format(value) }))}
          />
          <BottomAxis
            gap="1.2em"
            ticks={[
              { at: 0, label: days[0] },
              ...(days[1] === days[0] ? [] : [{ at: line.lastChange, label: days[1] }]),
            ]}
          />
          <svg
            aria-hidden
            viewBox="0 0 100 100"
            preserveAspectRatio="none"
            width="100%"
            height="100%"
          >
            <path className={styles.line} d={line.path} />
          </svg>
          {line.end !== null && (
            <circle className={styles.dot} cx="100%" cy={`${line.end}%`} r="4.5" />
          )}
        </svg>
      </div>
    </figure>
  );
}

/** In percent: above and below, of the height; at the side for the latest value, of the width. */
const MARGIN = 14;

/** Each value holds until the next change. @returns null for a figure that has not changed */
export function stepLineOf(entries: readonly HistoryEntry[], figure: keyof Figures) {
  const values = entries.map((entry) => entry[figure]);
  const changes = entries.filter((_, at) => at === 0 || values[at] !== values[at - 1]);
  const [first, last] = [changes[0], changes.at(-1)];
  const figures = values.filter((value) => value !== null);
  if (!first || !last || changes.length < 2 || figures.length === 0) return null;
  const [high, low] = [Math.max(...figures), Math.min(...figures)];
  const within = (percent: number) => (percent * (100 - 2 * MARGIN)) / 100;
  const topOf = (value: number) =>
    high === low ? 50 : MARGIN + within(percentBetween(value, high, low));
  const [from, to] = [timeOf(first), timeOf(last)];
  const leftOf = (at: number) => {
    const change = changes[at];
    return change ? (percentBetween(timeOf(change), from, to) * (100 - MARGIN)) / 100 : 100;
  };
  let path = "";
  for (const [at, { [figure]: value }] of changes.entries()) {
    if (value === null) continue;
    const isJoined = at > 0 && changes[at - 1]?.[figure] != null;
    path += isJoined ? `V${topOf(value)}` : `M${leftOf(at)} ${topOf(value)}`;
    path += `H${leftOf(at + 1)}`;
  }
  const end = last[figure];
  return {
    changes,
    first,
    last,
    /** an SVG path within 100 by 100, with gaps where the figure is unknown */
    path,
    /** the highest and the lowest value, or the only one, with their positions from the top */
    ticks: [...new Set([high, low])].map((value) => ({ value, top: topOf(value) })),
    /** position of the latest value from the top; null while it is unknown */
    end: end === null ? null : topOf(end),
    /** position of the latest change from the left */
    lastChange: leftOf(changes.length - 1),
  };
}

function timeOf({ at }: HistoryEntry): number {
  return Date.parse(at);
}
