import { SHOWCASE_PRICE_USD, SHOWCASE_RANGE_MILES } from "../filters/limits.ts";
import { niceTicks, percentBetween } from "../../ui/ticks.ts";

/** Places are percentages from the left and from the top. */
export interface ExploreScale {
  readonly left: (miles: number) => number;
  readonly top: (dollars: number) => number;
  readonly milesAt: (left: number) => number;
  readonly dollarsAt: (top: number) => number;
  /** in miles, or in a unit of which `perMile` make a mile */
  readonly rangeTicks: (perMile: number) => { readonly figure: number; readonly left: number }[];
  readonly dollars: readonly number[];
}

/** Round prices at about even distances where each step multiplies. */
const MANTISSAS = [1, 1.5, 2, 3, 5, 7];
/** Above the highest and below the lowest price. */
const PRICE_ROOM = 1.07;
/** Beside the shortest and the longest range, as a share of their distance. */
const RANGE_ROOM = 0.025;
const RANGE_TICKS = 7;

function priceTicks(low: number, high: number): number[] {
  const first = Math.floor(Math.log10(low));
  const powers = Array.from(
    { length: Math.ceil(Math.log10(high)) - first + 1 },
    (_, at) => 10 ** (first + at),
  );
  const all = powers.flatMap((power) => MANTISSAS.map((mantissa) => mantissa * power));
  const within = all.filter((tick) => tick >= low && tick <= high);
  // Several powers of ten need no steps between.
  if (within.length <= 9) return within;
  return within.filter((tick) => /^[13]0*$/u.test(String(tick)));
}

/**
 * Both axes hold the sliders' bounds too, so that the chart can set every filter. Price is logarithmic,
 * or the many cars below $100,000 would share the lowest fifth.
 * @param points each above 0
 */
export function scaleOf(points: readonly { range: number; price: number }[]): ExploreScale {
  let { min: nearest, max: farthest } = SHOWCASE_RANGE_MILES;
  let { min: cheapest, max: dearest } = SHOWCASE_PRICE_USD;
  for (const { range, price } of points) {
    nearest = Math.min(nearest, range);
    farthest = Math.max(farthest, range);
    cheapest = Math.min(cheapest, price);
    dearest = Math.max(dearest, price);
  }
  const room = (farthest - nearest) * RANGE_ROOM;
  const [least, most] = [nearest - room, farthest + room];
  const [low, high] = [cheapest / PRICE_ROOM, dearest * PRICE_ROOM];
  const [lowLog, highLog] = [Math.log(low), Math.log(high)];
  return {
    left: (value) => percentBetween(value, least, most),
    top: (value) => percentBetween(Math.log(value), highLog, lowLog),
    milesAt: (left) => least + (left / 100) * (most - least),
    dollarsAt: (top) => Math.exp(highLog - (top / 100) * (highLog - lowLog)),
    rangeTicks: (perMile) =>
      niceTicks(least * perMile, most * perMile, RANGE_TICKS)
        .map((figure) => ({ figure, left: percentBetween(figure / perMile, least, most) }))
        .filter(({ left }) => left >= 0 && left <= 100),
    dollars: priceTicks(low, high),
  };
}
