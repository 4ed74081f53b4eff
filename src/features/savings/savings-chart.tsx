import { BottomAxis, LeftAxis } from "../../ui/chart-axes.tsx";
import { niceTicks, percentBetween, spreadLabels } from "../../ui/ticks.ts";
import { formatPriceLabel } from "../../domain/format.ts";
import { shortName } from "./cars.ts";
import type { CarWithCosts } from "./cost-answer.tsx";
import { formatCo2Saved, formatDollars, formatYears } from "./cost-words.ts";
import { type CostInputs, costsByYear, type YearCosts } from "../../domain/ownership.ts";
import table from "../../ui/figure-table.module.css";
import styles from "./savings-chart.module.css";

interface SavingsChartProps {
  cars: readonly CarWithCosts[];
  inputs: CostInputs;
}

/** Charts the costs of each car over the years, and the gas car's; cars with unknown costs are left out. */
export function SavingsChart({ cars, inputs }: SavingsChartProps) {
  const lines = cars.flatMap((car, at) => {
    const costs = costsByYear(car.owned, inputs.years);
    return costs.length > 0 ? [{ name: shortName(car, cars), slot: at + 1, costs }] : [];
  });
  const layout = layOutChart(lines);
  if (!layout) return null;
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>
          {inputs.depreciates ? "Spent so far, minus the car’s value" : "Spent so far"}
        </span>
        {lines.map(({ name, slot }) => (
          <span key={slot} className={styles.key} data-car={slot} translate="no">
            {name}
          </span>
        ))}
        <span className={styles.key} data-car="gas">
          Gas car
        </span>
      </figcaption>
      <Lines layout={layout} />
      <details className={`${table.fold} ${styles.fold}`}>
        <summary className="touch field-label underlined">Year by year</summary>
        <YearTable lines={lines} />
        {cars.map((car) => (
          <p key={car.trim.rowId} className="note">
            {shortName(car, cars)}: {formatCo2Saved(car.owned, inputs.years)}
          </p>
        ))}
      </details>
    </figure>
  );
}

interface Line {
  readonly name: string;
  /** number of the car, from 1 */
  readonly slot: number;
  readonly costs: readonly YearCosts[];
}

type Layout = NonNullable<ReturnType<typeof layOutChart>>;

function Lines({ layout }: { layout: Layout }) {
  const { lines, gas, dollars, years, crossing, ends } = layout;
  const last = gas.length - 1;
  const [low = 0] = dollars;
  const high = dollars.at(-1) ?? low;
  const x = (year: number) => percentBetween(year, 0, last);
  const y = (cost: number) => percentBetween(cost, high, low);
  const points = (some: readonly Point[]) =>
    some.map(([year, cost]) => `${x(year).toFixed(1)},${y(cost).toFixed(1)}`).join(" ");
  return (
    <div className={styles.frame} aria-hidden>
      <svg className={styles.chart} width="100%" height={`${CHART_HEIGHT_REM}rem`}>
        <LeftAxis
          gapPx={8}
          ticks={dollars.map((tick) => ({
            at: y(tick),
            label: tick === 0 ? "$0" : `$${formatPriceLabel(tick)}`,
          }))}
        />
        <BottomAxis
          gap="1.7em"
          ticks={years.map((tick) => ({
            at: x(tick),
            label: tick === 0 ? "Today" : tick === last ? `Year ${tick}` : String(tick),
          }))}
        />
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
          {layout.ahead.length > 0 && (
            <polygon className={styles.ahead} points={points(layout.ahead)} />
          )}
          <polyline className={styles.line} data-car="gas" points={points(gas)} />
          {lines.map(({ slot, costs }) => (
            <polyline
              key={slot}
              className={styles.line}
              data-car={slot}
              points={points(costs.map(({ year, ev }) => [year, ev]))}
            />
          ))}
        </svg>
        {crossing && (
          <g>
            <circle
              className={styles.dot}
              cx={`${x(crossing.year)}%`}
              cy={`${y(crossing.cost)}%`}
              r="5"
            />
            {/* The lines rise to the right, so there is room above them on the left and below them on the
                right. */}
            <text
              className={styles.mark}
              x={`${x(crossing.year)}%`}
              y={`${y(crossing.cost)}%`}
              dx={x(crossing.year) > 40 ? 6 : -6}
              dy={x(crossing.year) > 40 ? -14 : 26}
              textAnchor={x(crossing.year) > 40 ? "end" : "start"}
            >
              Break-even: {formatYears(crossing.year)}
            </text>
          </g>
        )}
        {ends.map(({ car, cost, at }) => (
          <text
            key={car}
            className={styles.end}
            data-car={car}
            x="100%"
            dx="10"
            y={`${at}%`}
            dy="0.32em"
          >
            {formatDollars(cost)}
          </text>
        ))}
      </svg>
    </div>
  );
}

function YearTable({ lines }: { lines: readonly Line[] }) {
  const [first] = lines;
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Year</th>
          {lines.map(({ name, slot }) => (
            <th key={slot} scope="col" translate="no">
              {name}
            </th>
          ))}
          <th scope="col">Gas car</th>
        </tr>
      </thead>
      <tbody>
        {first?.costs.map(({ year, gas }) => (
          <tr key={year}>
            <th scope="row">{year === 0 ? "Today" : year}</th>
            {lines.map(({ slot, costs }) => (
              <td key={slot}>{formatDollars(costs[year]?.ev ?? 0)}</td>
            ))}
            <td>{formatDollars(gas)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Scales with the text size, as does the space between labels. */
const CHART_HEIGHT_REM = 16.5;
/** Labels closer than this would overlap. */
const LABEL_GAP_PERCENT = 9;
const YEAR_TICKS = 7;

type Point = readonly [year: number, cost: number];

/** Finds where the lead last changes within the years shown. */
function findCrossing(costs: readonly YearCosts[]) {
  for (let year = costs.length - 1; year > 0; year -= 1) {
    const [before, after] = [costs[year - 1], costs[year]];
    if (!before || !after) continue;
    const from = before.gas - before.ev;
    const to = after.gas - after.ev;
    if (from === 0 || from < 0 === to < 0) continue;
    const share = from / (from - to);
    const cost = before.ev + share * (after.ev - before.ev);
    return { year: before.year + share, cost };
  }
  return null;
}

/** The area between the lines where the electric car is ahead at the end, or was at first. */
function areaAhead(
  costs: readonly YearCosts[],
  crossing: ReturnType<typeof findCrossing>,
): Point[] {
  const end = costs.at(-1);
  if (!end) return [];
  const isAheadAtEnd = end.ev < end.gas;
  if (!crossing && !isAheadAtEnd) return [];
  const side = costs.filter(
    ({ year }) => !crossing || (isAheadAtEnd ? year > crossing.year : year < crossing.year),
  );
  const evs = side.map(({ year, ev }): Point => [year, ev]);
  const back = side.map(({ year, gas }): Point => [year, gas]).toReversed();
  const corner: Point[] = crossing ? [[crossing.year, crossing.cost]] : [];
  return isAheadAtEnd ? [...corner, ...evs, ...back] : [...evs, ...corner, ...back];
}

/** Lays out the chart in years and dollars. The area and the crossing only exist for a single car. */
export function layOutChart(lines: readonly Line[]) {
  const [first] = lines;
  const end = first?.costs.at(-1);
  if (!first || !end) return null;
  const alone = lines.length === 1;
  const gas = first.costs.map((costs): Point => [costs.year, costs.gas]);
  const all = lines.flatMap(({ costs }) => costs.flatMap((cost) => [cost.ev, cost.gas]));
  const dollars = niceTicks(Math.min(...all), Math.max(...all), 5);
  const crossing = alone ? findCrossing(first.costs) : null;
  const ends = [
    ...lines.map(({ slot, costs }) => ({ car: String(slot), cost: costs.at(-1)?.ev ?? 0 })),
    { car: "gas", cost: end.gas },
  ];
  return {
    lines,
    gas,
    dollars,
    years: yearTicks(end.year),
    crossing,
    ahead: alone ? areaAhead(first.costs, crossing) : [],
    ends: endLabels(ends, dollars),
  };
}

function yearTicks(last: number): number[] {
  const step = Math.max(1, Math.ceil(last / YEAR_TICKS));
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step);
  const final = ticks.at(-1) ?? 0;
  if (final === last) return ticks;
  // Drops a tick whose label would touch the last one.
  return [...(last - final < step / 2 + 0.5 ? ticks.slice(0, -1) : ticks), last];
}

/** Pushes overlapping labels apart. @returns `at` in percent from the top */
function endLabels(ends: readonly { car: string; cost: number }[], dollars: readonly number[]) {
  const [low = 0] = dollars;
  const high = dollars.at(-1) ?? low;
  const labels = ends
    .map((end) => ({ ...end, at: percentBetween(end.cost, high, low) }))
    .toSorted((one, other) => one.at - other.at);
  const spread = spreadLabels(
    labels.map(({ at }) => at),
    LABEL_GAP_PERCENT,
  );
  return labels.map((label, index) => ({ ...label, at: spread[index] ?? label.at }));
}
