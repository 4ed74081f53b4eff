import { niceTicks, percentBetween } from "../../ui/ticks.ts";
import { formatPriceLabel } from "../../vehicle/format.ts";
import styles from "./savings-chart.module.css";
import type { SavingsInputs } from "./savings-inputs.ts";
import { costsByYear, type Savings, sayDollars, sayYears, type YearCosts } from "./savings.ts";

interface SavingsChartProps {
  model: string;
  inputs: SavingsInputs;
  savings: Savings;
}

export function SavingsChart({ model, inputs, savings }: SavingsChartProps) {
  const layout = layOutChart(inputs, savings);
  if (!layout) return null;
  const title =
    savings.extraPrice === null ? "Fuel paid so far" : "Paid so far: the car and its fuel";
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        <span className={styles.title}>{title}</span>
        <span className={styles.key} data-car="ev">
          {model}
        </span>
        <span className={styles.key} data-car="gas">
          Gas car
        </span>
      </figcaption>
      <Lines layout={layout} />
      <details className={styles.fold}>
        <summary>Year by year</summary>
        <YearTable model={model} costs={layout.costs} />
      </details>
    </figure>
  );
}

type Layout = NonNullable<ReturnType<typeof layOutChart>>;

function Lines({ layout }: { layout: Layout }) {
  const { costs, dollars, years, crossing, ends } = layout;
  const last = costs.length - 1;
  const [low = 0] = dollars;
  const high = dollars.at(-1) ?? low;
  const x = (year: number) => percentBetween(year, 0, last);
  const y = (cost: number) => percentBetween(cost, high, low);
  const line = (car: "ev" | "gas") =>
    costs.map((point) => `${x(point.year)},${y(point[car])}`).join(" ");
  const ahead = layout.ahead.map(([year, cost]) => `${x(year)},${y(cost)}`).join(" ");
  return (
    <div className={styles.frame} aria-hidden>
      {/* Places are percentages, so that the text keeps its size at every width. */}
      <svg className={styles.chart} width="100%" height={CHART_HEIGHT_PX}>
        {dollars.map((tick) => (
          <g key={tick}>
            <line className={styles.grid} x1="0" x2="100%" y1={`${y(tick)}%`} y2={`${y(tick)}%`} />
            <text className={styles.tick} x="-8" y={`${y(tick)}%`} dy="0.32em" textAnchor="end">
              {tick === 0 ? "$0" : `$${formatPriceLabel(tick)}`}
            </text>
          </g>
        ))}
        {years.map((tick) => (
          <text
            key={tick}
            className={styles.tick}
            x={`${x(tick)}%`}
            y="100%"
            dy="1.7em"
            textAnchor="middle"
          >
            {tick === 0 ? "Today" : tick === last ? `Year ${tick}` : tick}
          </text>
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" width="100%" height="100%">
          {ahead && <polygon className={styles.ahead} points={ahead} />}
          <polyline className={styles.gas} points={line("gas")} />
          <polyline className={styles.ev} points={line("ev")} />
        </svg>
        {crossing && (
          <g>
            <circle
              className={styles.dot}
              cx={`${x(crossing.year)}%`}
              cy={`${y(crossing.cost)}%`}
              r="5"
            />
            {/* The lines rise to the right: above them is room at the left, below them at the right. */}
            <text
              className={styles.mark}
              x={`${x(crossing.year)}%`}
              y={`${y(crossing.cost)}%`}
              dx={x(crossing.year) > 40 ? 6 : -6}
              dy={x(crossing.year) > 40 ? -14 : 26}
              textAnchor={x(crossing.year) > 40 ? "end" : "start"}
            >
              Even after {sayYears(crossing.year)}
            </text>
          </g>
        )}
        {ends.map(({ car, cost, at }) => (
          <text key={car} className={styles.end} data-car={car} x="100%" dx="10" y={at} dy="0.32em">
            {sayDollars(cost)}
          </text>
        ))}
      </svg>
    </div>
  );
}

function YearTable({ model, costs }: { model: string; costs: readonly YearCosts[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Year</th>
          <th scope="col">{model}</th>
          <th scope="col">Gas car</th>
          <th scope="col">EV ahead by</th>
        </tr>
      </thead>
      <tbody>
        {costs.map(({ year, ev, gas }) => (
          <tr key={year}>
            <th scope="row">{year === 0 ? "Today" : year}</th>
            <td>{sayDollars(ev)}</td>
            <td>{sayDollars(gas)}</td>
            <td>{sayDollars(gas - ev)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const CHART_HEIGHT_PX = 264;
/** Labels closer than this would touch. */
const LABEL_GAP_PX = 18;
const YEAR_TICKS = 7;

type Point = readonly [year: number, cost: number];

/** Where the costs are the same within the years shown. */
function meet(costs: readonly YearCosts[]) {
  const [start] = costs;
  const end = costs.at(-1);
  if (!start || !end || end.year === 0) return null;
  const before = start.ev - start.gas;
  const after = end.ev - end.gas;
  if (before * after >= 0) return null;
  const share = before / (before - after);
  return { year: share * end.year, cost: start.ev + share * (end.ev - start.ev) };
}

function areaAhead(costs: readonly YearCosts[], crossing: ReturnType<typeof meet>): Point[] {
  const [start] = costs;
  const end = costs.at(-1);
  if (!start || !end) return [];
  const left: Point[] = [
    [start.year, start.ev],
    [start.year, start.gas],
  ];
  const right: Point[] = [
    [end.year, end.gas],
    [end.year, end.ev],
  ];
  const isAhead = ({ ev, gas }: YearCosts) => ev < gas;
  if (!crossing) return isAhead(start) || isAhead(end) ? [...left, ...right] : [];
  return [[crossing.year, crossing.cost], ...(isAhead(end) ? right : left)];
}

/** In years and dollars. */
export function layOutChart(inputs: SavingsInputs, savings: Savings) {
  const costs = costsByYear(inputs, savings);
  const [start] = costs;
  const end = costs.at(-1);
  if (!start || !end) return null;
  const all = [start.ev, start.gas, end.ev, end.gas];
  const dollars = niceTicks(Math.min(...all), Math.max(...all), 5);
  const crossing = meet(costs);
  return {
    costs,
    dollars,
    years: yearTicks(end.year),
    crossing,
    ahead: areaAhead(costs, crossing),
    ends: endLabels(end, dollars),
  };
}

function yearTicks(last: number): number[] {
  const step = Math.max(1, Math.ceil(last / YEAR_TICKS));
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step);
  const final = ticks.at(-1) ?? 0;
  if (final === last) return ticks;
  // Drops a tick whose label would touch the last one's.
  return [...(last - final < step / 2 + 0.5 ? ticks.slice(0, -1) : ticks), last];
}

/** @returns `at` in pixels from the top */
function endLabels({ ev, gas }: YearCosts, dollars: readonly number[]) {
  const [low = 0] = dollars;
  const high = dollars.at(-1) ?? low;
  const height = (cost: number) => (percentBetween(cost, high, low) / 100) * CHART_HEIGHT_PX;
  const [evAt, gasAt] = [height(ev), height(gas)];
  const push = Math.max(0, (LABEL_GAP_PX - Math.abs(evAt - gasAt)) / 2);
  const evAbove = evAt < gasAt;
  return [
    { car: "ev", cost: ev, at: evAt + (evAbove ? -push : push) },
    { car: "gas", cost: gas, at: gasAt + (evAbove ? push : -push) },
  ];
}
