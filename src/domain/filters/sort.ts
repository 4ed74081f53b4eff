import type { Ev, Trim, VoteStats } from "../vehicle.ts";
import { present, zeroToSixtyOf } from "../trims.ts";

export const SORT_KEYS = [
  "range",
  "price",
  "make",
  "model",
  "acceleration",
  "charging",
  "consumption",
  "votes",
] as const;
export type SortKey = (typeof SORT_KEYS)[number];
export type SortOrder = "asc" | "desc";

export interface Sort {
  readonly key: SortKey;
  readonly order: SortOrder;
}

/** finding.md#sorting */
export const DEFAULT_SORT: Sort = { key: "range", order: "desc" };

/** Less is better, so they never turn round (finding.md#sorting). */
export const ASCENDING_ONLY = [
  "acceleration",
  "charging",
  "consumption",
] as const satisfies SortKey[];

export function isAscendingOnly(key: SortKey): boolean {
  return ASCENDING_ONLY.some((only) => only === key);
}

/** When a column is switched to (finding.md#sorting). */
export function startingOrder(key: SortKey): SortOrder {
  return key === "range" || key === "price" || key === "votes" ? "desc" : "asc";
}

/** The same column turns round, unless it is ascending only (finding.md#sorting). */
export function toggleSort(sort: Sort, key: SortKey): Sort {
  if (sort.key !== key || isAscendingOnly(key)) return { key, order: startingOrder(key) };
  return { key, order: sort.order === "asc" ? "desc" : "asc" };
}

export function sameSort(a: Sort, b: Sort): boolean {
  return a.key === b.key && a.order === b.order;
}

/** null when missing; models' own keys fall back to range */
function figureOf(trim: Trim, key: SortKey): number | null {
  if (key === "price" || key === "charging" || key === "consumption") return present(trim[key]);
  if (key === "acceleration") return zeroToSixtyOf(trim);
  return present(trim.range);
}

/** A missing figure comes last whatever the order (finding.md#sorting). */
function compareFigures(a: number | null, b: number | null, order: SortOrder): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return order === "asc" ? a - b : b - a;
}

/**
 * The trim that stands for its model: the first under the sort, or the longest range where the sort
 * does not tell trims apart. Ties keep trim order.
 */
export function leadingTrim(trims: readonly Trim[], sort: Sort): Trim | undefined {
  const { key } = sort;
  const isTold = key === "range" || key === "price";
  const order = isTold ? sort.order : isAscendingOnly(key) ? "asc" : "desc";
  let best: Trim | undefined;
  let bestFigure: number | null = null;
  for (const trim of trims) {
    const figure = figureOf(trim, key);
    if (best === undefined || compareFigures(figure, bestFigure, order) < 0) {
      best = trim;
      bestFigure = figure;
    }
  }
  return best;
}

/** Ignores case; not by locale, so that server and browser agree. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const [small, otherSmall] = [a.toLowerCase(), b.toLowerCase()];
  return small < otherSmall ? -1 : small > otherSmall ? 1 : 0;
}

function compareNames(a: Ev, b: Ev): number {
  return compareText(a.make, b.make) || compareText(a.model, b.model) || a.id - b.id;
}

type VotesOf = (evId: number) => number;

/** @returns undefined while no model has an upvote */
export function votesIn(
  stats: ReadonlyMap<number, Pick<VoteStats, "upvotes">>,
): VotesOf | undefined {
  const isAnyCast = [...stats.values()].some(({ upvotes }) => upvotes > 0);
  return isAnyCast ? (evId) => stats.get(evId)?.upvotes ?? 0 : undefined;
}

/**
 * By the trim that stands for each model. Ties go by make and model; equal votes by rating and number
 * of reviews first (ranking.md#order).
 * @param votesOf upvotes by model id, for the sort by votes; absent before anybody has voted, when the
 *   newest model year comes before the names
 */
export function modelOrder(
  sort: Sort,
  votesOf?: VotesOf,
): (a: { ev: Ev; shown: Trim }, b: { ev: Ev; shown: Trim }) => number {
  const turn = sort.order === "asc" ? 1 : -1;
  const { key } = sort;
  if (key === "make" || key === "model") {
    return (a, b) => turn * compareText(a.ev[key], b.ev[key]) || compareNames(a.ev, b.ev);
  }
  if (key === "votes") {
    return (a, b) =>
      (votesOf ? turn * (votesOf(a.ev.id) - votesOf(b.ev.id)) : 0) ||
      (b.ev.averageRating ?? 0) - (a.ev.averageRating ?? 0) ||
      b.ev.reviewCount - a.ev.reviewCount ||
      (votesOf ? 0 : b.ev.year - a.ev.year) ||
      compareNames(a.ev, b.ev);
  }
  const order = isAscendingOnly(key) ? "asc" : sort.order;
  return (a, b) =>
    compareFigures(figureOf(a.shown, key), figureOf(b.shown, key), order) ||
    compareNames(a.ev, b.ev);
}

export function sortModels<T extends { ev: Ev; shown: Trim }>(
  models: readonly T[],
  ...order: Parameters<typeof modelOrder>
): T[] {
  return models.toSorted(modelOrder(...order));
}
