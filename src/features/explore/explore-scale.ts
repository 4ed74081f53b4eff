import { niceTicks, percentBetween } from "../../ui/ticks.ts";
import {
  SHOWCASE_RANGE_MILES,
  PANEL_RANGE_MILES,
  SHOWCASE_PRICE_USD,
  TYPED_PRICE_USD,
  TYPED_RANGE_MILES,
} from "../../domain/filters/slider-scales.ts";

export interface ExploreAxis {
  /** position of a figure, in percent from the start of the axis */
  readonly toPercent: (figure: number) => number;
  readonly at: (percent: number) => number;
  /** limits for the sides of the box */
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** Range in miles, price in US dollars. */
export interface ExploreScale {
  readonly range: ExploreAxis;
  readonly price: ExploreAxis;
}

/** Axes end here, so that a few outliers do not squeeze all other cars; these are at the edge. */
const PERCENTILE = 0.98;
/** Percent of an axis that keep the drawing of an outlier within the plot. */
const EDGE = 96;

export function percentWithin(
  { toPercent }: Pick<ExploreAxis, "toPercent">,
  figure: number,
): number {
  return Math.min(EDGE, toPercent(figure));
}

/** Margin for half a drawing at both ends, as a share of the axis. */
const ROOM = 0.05;
const LEAST_ROOM_MILES = 10;
const LEAST_ROOM_TIMES = 1.07;

function axisBetween(
  from: number,
  to: number,
  over: (figure: number) => number,
  back: (value: number) => number,
): Pick<ExploreAxis, "toPercent" | "at"> {
  const [first, last] = [over(from), over(to)];
  return {
    toPercent: (figure) => percentBetween(over(figure), first, last),
    at: (percent) => back(first + (percent / 100) * (last - first)),
  };
}

/**
 * Fits all points but the outliers, or the sliders' bounds when there are none. Price is logarithmic, because
 * the many cars below $100,000 would share the lowest fifth. @param points figures, each above 0
 */
export function scaleOf(points: readonly { range: number; price: number }[]): ExploreScale {
  const ends = (figures: number[], { min, max }: { min: number; max: number }) => {
    figures.sort((a, b) => a - b);
    return [figures[0] ?? min, figures[Math.ceil(figures.length * PERCENTILE) - 1] ?? max] as const;
  };
  const ranges = points.map(({ range }) => range);
  const prices = points.map(({ price }) => price);
  const [nearest, farthest] = ends(ranges, SHOWCASE_RANGE_MILES);
  const [cheapest, dearest] = ends(prices, SHOWCASE_PRICE_USD);
  const room = Math.max(LEAST_ROOM_MILES, (farthest - nearest) * ROOM);
  const times = Math.max(LEAST_ROOM_TIMES, (dearest / cheapest) ** ROOM);
  return {
    range: {
      ...axisBetween(Math.max(0, nearest - room), farthest + room, Number, Number),
      ...TYPED_RANGE_MILES,
      step: PANEL_RANGE_MILES.step,
    },
    price: {
      ...axisBetween(cheapest / times, dearest * times, Math.log, Math.exp),
      ...TYPED_PRICE_USD,
      step: SHOWCASE_PRICE_USD.step,
    },
  };
}

const RANGE_TICKS = 7;
const PRICE_TICKS = 6;
/** Roughly evenly spaced on a logarithmic axis. */
const PRICES = [1e3, 1e4, 1e5, 1e6].flatMap((power) =>
  [1, 1.5, 2, 3, 5, 7].map((mantissa) => mantissa * power),
);

/** @param unit how many units of the ticks make one unit of the axis */
export function rangeTicks({ at }: ExploreAxis, unit: number): number[] {
  const [least, most] = [at(0) * unit, at(100) * unit];
  return niceTicks(least, most, RANGE_TICKS).filter((tick) => tick >= least && tick <= most);
}

export function priceTicks({ at, step }: ExploreAxis): number[] {
  const [least, most] = [at(0), at(100)];
  const within = (ticks: number[]) => ticks.filter((tick) => tick >= least && tick <= most);
  const even = within(PRICES);
  // An axis that spans less than a power of ten needs steps of equal size.
  if (even.length > 3) return even;
  return within(niceTicks(least, most, PRICE_TICKS)).filter(
    // Rounded like their labels, so that no two labels are the same.
    (tick) => tick % (tick < 1e6 ? step : 1e5) === 0,
  );
}
