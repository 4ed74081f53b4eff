import { present } from "../../domain/trims.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import type { BodyType } from "../../domain/field-options.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import type { Match } from "../../domain/filters/find-models.ts";
import { type ExploreScale, percentWithin, scaleOf } from "./explore-scale.ts";

export interface ExploreTrim {
  readonly ev: Ev;
  readonly trim: Trim;
  /** miles */
  readonly range: number;
  /** US dollars */
  readonly price: number;
}

/** A trim, or in a large catalogue a group of trims that would overlap. */
export interface ExplorePoint {
  /** sorted by range; the first one names the mark */
  readonly trims: readonly [ExploreTrim, ...ExploreTrim[]];
  /** percent from the left and from the top */
  readonly left: number;
  readonly top: number;
}

export const MOST_MARKS = 600;
/** Grid cells per axis for grouping in a large catalogue, which limits the number of marks. */
const CELLS = 24;

/** About 10 px wide and recognisable without colour; the section’s style sheet defines the colours. */
export const BODY_TYPE_MARKS: Readonly<Record<BodyType, { fill: string; d: string }>> = {
  Sedan: { fill: "var(--sedan)", d: "M-4.6 0a4.6 4.6 0 1 0 9.2 0a4.6 4.6 0 1 0-9.2 0" },
  SUV: { fill: "var(--suv)", d: "M-4-4h8v8h-8z" },
  "Pickup Truck": { fill: "var(--pickup-truck)", d: "M0-5.4L5.2 4H-5.2z" },
  Crossover: { fill: "var(--crossover)", d: "M0-5.6L5.6 0L0 5.6L-5.6 0z" },
  "Sports Car": { fill: "var(--sports-car)", d: "M0 5.4L5.2-4H-5.2z" },
  Hatchback: {
    fill: "var(--hatchback)",
    d: "M-1.9-5h3.8v3.1h3.1v3.8h-3.1v3.1h-3.8v-3.1h-3.1v-3.8h3.1z",
  },
  Minivan: { fill: "var(--minivan)", d: "M-5.4 0L-2.7-4.6h5.4L5.4 0L2.7 4.6h-5.4z" },
};

function byRange(a: ExploreTrim, b: ExploreTrim): number {
  return a.range - b.range || a.price - b.price || a.trim.rowId - b.trim.rowId;
}

export type Market = ReturnType<typeof marketOf>;

/** Returns the trims with both figures, sorted by range, then price, and the number of all trims. */
export const marketOf = memoizeByObject((evs: readonly Ev[]) => {
  const trims: ExploreTrim[] = [];
  let trimCount = 0;
  for (const ev of evs) {
    for (const trim of ev.trims) {
      const range = present(trim.range);
      const price = present(trim.price);
      trimCount += 1;
      if (range !== null && price !== null) trims.push({ ev, trim, range, price });
    }
  }
  const bodyTypes = new Set(trims.map(({ ev }) => ev.bodyType));
  return { trims: trims.sort(byRange), trimCount, bodyTypes };
});

function pointOf(trims: ExplorePoint["trims"], { range, price }: ExploreScale): ExplorePoint {
  const [one] = trims;
  return {
    trims,
    left: percentWithin(range, one.range),
    top: 100 - percentWithin(price, one.price),
  };
}

function cellOf(one: ExploreTrim, { range, price }: ExploreScale): number {
  const cell = (percent: number) => Math.min(CELLS - 1, Math.floor((percent / 100) * CELLS));
  return cell(range.toPercent(one.range)) * CELLS + cell(price.toPercent(one.price));
}

export type ExplorePoints = ReturnType<typeof toPoints>;

/** @param trims sorted by range, then price; the points keep this order */
export const toPoints = memoizeByObject((trims: readonly ExploreTrim[]) => {
  const scale = scaleOf(trims);
  const isGrouped = trims.length > MOST_MARKS;
  const groups = Map.groupBy(trims, (one) => (isGrouped ? cellOf(one, scale) : one));
  const points = Array.from(groups.values(), ([first, ...rest]) => {
    if (!first) throw new Error("a group has members");
    return pointOf([first, ...rest], scale);
  });
  const isBeyond = ({ range, price }: ExploreTrim) =>
    scale.range.toPercent(range) > 100 || scale.price.toPercent(price) > 100;
  const beyond = trims.filter(isBeyond).length;
  return { scale, points, isGrouped, beyond };
});

export type Rows = ReadonlySet<number>;

export function passingRows(matches: readonly Pick<Match, "trims">[]): Rows {
  return new Set(matches.flatMap(({ trims }) => trims.map(({ rowId }) => rowId)));
}

/** When rows is undefined, all pass. */
export function passingTrim(point: ExplorePoint, rows: Rows | undefined): ExploreTrim | undefined {
  return rows ? point.trims.find(({ trim }) => rows.has(trim.rowId)) : point.trims[0];
}

/** The trims that are drawn as pictures, and where. */
export type Drawings = ReadonlyMap<ExplorePoint, ExploreTrim>;

/** In percent of the plot: about 80 by 28 pixels in one of 1160 by 480, and 34 by 12 in a phone's 260 by 400. */
const DRAWING = { width: 6.8, height: 6.2 };
export const PHONE_DRAWING = { width: 14, height: 4 };

/** Replaces marks with drawings where they do not overlap, first one trim per model: about two hundred at most. */
export function placeDrawings(
  points: readonly ExplorePoint[],
  rows: Rows | undefined,
  room = DRAWING,
): Drawings {
  const drawings = new Map<ExplorePoint, ExploreTrim>();
  const models = new Set<Ev>();
  for (const isFurther of [false, true]) {
    for (const point of points) {
      const one = passingTrim(point, rows);
      if (!one || (!isFurther && models.has(one.ev))) continue;
      const isCrowded = [...drawings.keys()].some(
        ({ left, top }) =>
          Math.abs(left - point.left) < room.width && Math.abs(top - point.top) < room.height,
      );
      if (isCrowded) continue;
      drawings.set(point, one);
      models.add(one.ev);
    }
  }
  return drawings;
}

/**
 * Finds the point closest to a position.
 * @param acceptsPoint which points count; "drawn": anywhere on its drawing is close enough
 * @param pointer in pixels from the plot's top left corner
 * @param size of the plot in pixels
 * @returns the index of the nearest point within reach, or null
 */
export function nearestPoint(
  points: readonly ExplorePoint[],
  acceptsPoint: (point: ExplorePoint) => boolean | "drawn",
  pointer: { x: number; y: number },
  size: { width: number; height: number },
  reach: number,
): number | null {
  let nearest: number | null = null;
  let best = reach;
  points.forEach((point, at) => {
    const isTaken = acceptsPoint(point);
    const across = Math.abs((point.left / 100) * size.width - pointer.x);
    const drawn = isTaken === "drawn" ? (DRAWING.width / 200) * size.width : 0;
    const down = (point.top / 100) * size.height - pointer.y;
    const distance = Math.hypot(Math.max(0, across - drawn), down);
    if (distance <= best && isTaken) {
      best = distance;
      nearest = at;
    }
  });
  return nearest;
}

const STEPS: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowDown: 1,
  ArrowLeft: -1,
  ArrowUp: -1,
  Home: -Infinity,
  End: Infinity,
};

/**
 * The next point for an arrow key: left and right follow the range, up and down the price.
 * @param points sorted by range @returns an accepted index, or the same one
 */
export function nextPoint(
  points: readonly ExplorePoint[],
  acceptsPoint: (point: ExplorePoint) => boolean,
  from: number,
  key: string,
): number | null {
  const order = points.flatMap((point, at) => (acceptsPoint(point) ? [at] : []));
  const isVertical = key === "ArrowUp" || key === "ArrowDown";
  // Sorted from the highest price to the lowest.
  if (isVertical) order.sort((a, b) => (points[a]?.top ?? 0) - (points[b]?.top ?? 0) || a - b);
  const step = STEPS[key];
  if (step === undefined) return null;
  const at = Math.max(0, Math.min(order.length - 1, order.indexOf(from) + step));
  return order[at] ?? null;
}
