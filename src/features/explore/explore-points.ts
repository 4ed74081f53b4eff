import type { Match } from "../filters/find-models.ts";
import { present } from "../../vehicle/trims.ts";
import type { BodyType, Ev, Trim } from "../../vehicle/vehicle.ts";
import { memoizeByObject } from "../../ui/memoize.ts";
import { niceTicks, percentBetween } from "../../ui/ticks.ts";
import { SHOWCASE_PRICE_USD, SHOWCASE_RANGE_MILES } from "../filters/limits.ts";

export interface ExploreTrim {
  readonly ev: Ev;
  readonly trim: Trim;
  /** miles */
  readonly range: number;
  /** US dollars */
  readonly price: number;
}

/** A trim, or in a large catalogue the trims that would lie upon each other. */
export interface ExplorePoint {
  /** of one body type; the first names the mark */
  readonly trims: readonly [ExploreTrim, ...ExploreTrim[]];
  readonly bodyType: BodyType;
  /** per cent from the left and from the top */
  readonly left: number;
  readonly top: number;
}

export const MOST_MARKS = 600;
/** Cells and body types of a large catalogue's chart stay within the same bound. */
const CELLS_ACROSS = 24;
const CELLS_DOWN = 24;

function byRange(a: ExploreTrim, b: ExploreTrim): number {
  return a.range - b.range || a.price - b.price || a.trim.rowId - b.trim.rowId;
}

function drawable(evs: readonly Ev[]): { drawn: ExploreTrim[]; missing: number } {
  const drawn: ExploreTrim[] = [];
  let missing = 0;
  for (const ev of evs) {
    for (const trim of ev.trims) {
      const range = present(trim.range);
      const price = present(trim.price);
      if (range === null || price === null) missing += 1;
      else drawn.push({ ev, trim, range, price });
    }
  }
  return { drawn: drawn.sort(byRange), missing };
}

function pointOf(one: ExploreTrim, scale: ExploreScale): ExplorePoint {
  return {
    trims: [one],
    bodyType: one.ev.bodyType,
    left: scale.left(one.range),
    top: scale.top(one.price),
  };
}

function cellOf(one: ExploreTrim, { left, top }: ExploreScale): number {
  const across = Math.min(CELLS_ACROSS - 1, Math.floor((left(one.range) / 100) * CELLS_ACROSS));
  const down = Math.min(CELLS_DOWN - 1, Math.floor((top(one.price) / 100) * CELLS_DOWN));
  return down * CELLS_ACROSS + across;
}

function countBodyTypes(trims: readonly ExploreTrim[]): Map<BodyType, number> {
  const counts = new Map<BodyType, number>();
  for (const { ev } of trims) counts.set(ev.bodyType, (counts.get(ev.bodyType) ?? 0) + 1);
  return counts;
}

function markOf(members: readonly ExploreTrim[], scale: ExploreScale): ExplorePoint {
  const [common] = [...countBodyTypes(members)].toSorted((a, b) => b[1] - a[1]);
  const lead = members.find(({ ev }) => ev.bodyType === common?.[0]);
  if (!lead) throw new Error("a cell holds at least one trim");
  return { ...pointOf(lead, scale), trims: [lead, ...members.filter((one) => one !== lead)] };
}

export type ExplorePoints = ReturnType<typeof placePoints>;

/** `points` and `drawn` are by range, then price. */
export const placePoints = memoizeByObject((evs: readonly Ev[]) => {
  const { drawn, missing } = drawable(evs);
  const scale = scaleOf(drawn);
  const isGrouped = drawn.length > MOST_MARKS;
  const cells = new Map<number, ExploreTrim[]>();
  for (const one of isGrouped ? drawn : []) {
    const cell = cellOf(one, scale);
    const members = cells.get(cell);
    if (members) members.push(one);
    else cells.set(cell, [one]);
  }
  const points = isGrouped
    ? Array.from(cells.values(), (members) => markOf(members, scale))
    : drawn.map((one) => pointOf(one, scale));
  return { scale, points, drawn, bodyTypes: countBodyTypes(drawn), missing, isGrouped };
});

export interface Rows {
  has(rowId: number): boolean;
}

export const ALL_ROWS: Rows = { has: () => true };

export function passingRows(matches: readonly Match[]): Rows {
  const rows = new Set<number>();
  for (const { ev, passing } of matches) {
    const indexes = new Set(passing);
    for (const trim of ev.trims) if (indexes.has(trim.index)) rows.add(trim.rowId);
  }
  return rows;
}

export function passingTrim(point: ExplorePoint, rows: Rows): ExploreTrim | undefined {
  return point.trims.find(({ trim }) => rows.has(trim.rowId));
}

/**
 * @param place in pixels from the plot's top left corner
 * @param size of the plot in pixels
 * @returns the index of the nearest point within reach; null when none is
 */
export function nearestPoint(
  points: readonly ExplorePoint[],
  takes: (point: ExplorePoint) => boolean,
  place: { x: number; y: number },
  size: { width: number; height: number },
  reach: number,
): number | null {
  let nearest: number | null = null;
  let best = reach;
  points.forEach((point, at) => {
    const distance = Math.hypot(
      (point.left / 100) * size.width - place.x,
      (point.top / 100) * size.height - place.y,
    );
    if (distance <= best && takes(point)) {
      best = distance;
      nearest = at;
    }
  });
  return nearest;
}

/**
 * Left and right follow the range, up and down the price.
 * @param points by range, as placePoints() gives them
 * @returns an index that `takes` accepts; the same when there is no other
 */
export function nextPoint(
  points: readonly ExplorePoint[],
  takes: (point: ExplorePoint) => boolean,
  from: number,
  key: string,
): number | null {
  const order = points.flatMap((point, at) => (takes(point) ? [at] : []));
  const isVertical = key === "ArrowUp" || key === "ArrowDown";
  // From the highest price to the lowest.
  if (isVertical) order.sort((a, b) => (points[a]?.top ?? 0) - (points[b]?.top ?? 0) || a - b);
  const at = order.indexOf(from);
  switch (key) {
    case "ArrowRight":
    case "ArrowDown":
      return order[Math.min(order.length - 1, at + 1)] ?? null;
    case "ArrowLeft":
    case "ArrowUp":
      return order[Math.max(0, at - 1)] ?? null;
    case "Home":
      return order[0] ?? null;
    case "End":
      return order.at(-1) ?? null;
    default:
      return null;
  }
}

export type ExploreScale = ReturnType<typeof scaleOf>;

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
 * @returns places in per cent from the left and from the top
 */
export function scaleOf(points: readonly { range: number; price: number }[]) {
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
    left: (miles: number) => percentBetween(miles, least, most),
    top: (dollars: number) => percentBetween(Math.log(dollars), highLog, lowLog),
    milesAt: (left: number) => least + (left / 100) * (most - least),
    dollarsAt: (top: number) => Math.exp(highLog - (top / 100) * (highLog - lowLog)),
    /** In miles, or in a unit of which `perMile` make a mile. */
    rangeTicks: (perMile: number) =>
      niceTicks(least * perMile, most * perMile, RANGE_TICKS)
        .map((figure) => ({ figure, left: percentBetween(figure / perMile, least, most) }))
        .filter(({ left }) => left >= 0 && left <= 100),
    dollars: priceTicks(low, high),
  };
}
