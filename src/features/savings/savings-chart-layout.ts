import { niceTicks, percentBetween } from "../../ui/ticks.ts";
import { costsByYear, type Savings, type YearCosts } from "./savings.ts";
import type { SavingsInputs } from "./savings-inputs.ts";

export const CHART_HEIGHT_PX = 264;
/** Two lines of text this close would touch. */
const LABEL_GAP_PX = 18;
/** Years named below the chart, about. */
const YEAR_TICKS = 7;

type Point = readonly [year: number, cost: number];

/** Where everything of the chart stands, in years and dollars. */
export interface ChartLayout {
  readonly costs: readonly YearCosts[];
  /** ticks of the cost axis; the first and last are its ends */
  readonly dollars: readonly number[];
  readonly years: readonly number[];
  /** where the lines meet within the years shown */
  readonly crossing: { readonly year: number; readonly cost: number } | null;
  /** the corners of the area in which the EV is ahead; empty when it never is */
  readonly ahead: readonly Point[];
  /** labels at the lines' ends: the last cost, and the height in pixels from the top */
  readonly ends: readonly {
    readonly car: "ev" | "gas";
    readonly cost: number;
    readonly at: number;
  }[];
}

/** The lines are straight, so they meet once at most. */
function meet(costs: readonly YearCosts[]): ChartLayout["crossing"] {
  const [start] = costs;
  const end = costs.at(-1);
  if (!start || !end || end.year === 0) return null;
  const before = start.ev - start.gas;
  const after = end.ev - end.gas;
  // Even at the start or at the end is no crossing that needs a mark.
  if (before * after >= 0) return null;
  const share = before / (before - after);
  return { year: share * end.year, cost: start.ev + share * (end.ev - start.ev) };
}

/** A triangle from where the lines meet, or all between them when they do not. */
function areaAhead(costs: readonly YearCosts[], crossing: ChartLayout["crossing"]): Point[] {
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

/** @returns null where there is nothing to draw */
export function layOutChart(inputs: SavingsInputs, savings: Savings): ChartLayout | null {
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

/** Round years, and always the first and the last. */
function yearTicks(last: number): number[] {
  const step = Math.max(1, Math.ceil(last / YEAR_TICKS));
  const ticks = Array.from({ length: Math.floor(last / step) + 1 }, (_, at) => at * step);
  const final = ticks.at(-1) ?? 0;
  if (final === last) return ticks;
  // A tick beside the last one would touch its label.
  return [...(last - final < step / 2 + 0.5 ? ticks.slice(0, -1) : ticks), last];
}

function endLabels({ ev, gas }: YearCosts, dollars: readonly number[]): ChartLayout["ends"] {
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
