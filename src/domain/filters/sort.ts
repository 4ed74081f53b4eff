import { memoizeByObject } from "../memoize.ts";
import { longDriveMinutes } from "../trip.ts";
import { compareKnown } from "../trims.ts";
import type { Ev, Trim, VoteStats } from "../vehicle.ts";
import { BOUNDS, type BoundsName, FILTERS } from "./filters.ts";
import { record } from "../records.ts";

export type SortKey =
  | "range"
  | "price"
  | "make"
  | "model"
  | "acceleration"
  | "charging"
  | "consumption"
  | "trip"
  | "votes"
  | BoundsName;
export type SortOrder = "asc" | "desc";

export interface Sort {
  readonly key: SortKey;
  readonly order: SortOrder;
}

export const DEFAULT_SORT: Sort = { key: "range", order: "desc" };

/** Sorted ascending only: lower is better (finding.md#sorting). */
export const ASCENDING_ONLY = [
  "acceleration",
  "charging",
  "consumption",
  "trip",
] as const satisfies SortKey[];

export function isAscendingOnly(key: SortKey): boolean {
  return ASCENDING_ONLY.some((only) => only === key);
}

type FigureFilter = "range" | "price" | "maxCharging" | "maxConsumption" | BoundsName;

const FIGURE_SORTS: Readonly<Partial<Record<SortKey, FigureFilter>>> = {
  range: "range",
  price: "price",
  charging: "maxCharging",
  consumption: "maxConsumption",
  ...record(BOUNDS, (name) => name),
};

export const SORT_KEYS: readonly SortKey[] = [
  ...new Set<SortKey>(["range", "price", "make", "model", ...ASCENDING_ONLY, "votes", ...BOUNDS]),
];

/** The sort keys of the list and the table. Only the ranking sorts by votes. */
export const PAGE_SORT_KEYS: readonly SortKey[] = SORT_KEYS.filter((key) => key !== "votes");

/** Returns the initial direction when a column is chosen (finding.md#sorting). */
export function startingOrder(key: SortKey): SortOrder {
  if (key === "range" || key === "price" || key === "votes") return "desc";
  const bounds = BOUNDS.find((name) => name === key);
  return bounds ? FILTERS[bounds].order : "asc";
}

/** Choosing the same column again reverses the order, unless it is ascending only (finding.md#sorting). */
export function toggleSort(sort: Sort, key: SortKey): Sort {
  if (sort.key !== key || isAscendingOnly(key)) return { key, order: startingOrder(key) };
  return { key, order: sort.order === "asc" ? "desc" : "asc" };
}

export function sameSort(a: Sort, b: Sort): boolean {
  return a.key === b.key && a.order === b.order;
}

/** Used for sorts without more specific words. */
export const ORDER_WORDS = { asc: "lowest first", desc: "highest first" } as const;

/** Returns the filter whose figure a sort uses, or null for names, votes and the long drive. */
export function figureOfSort(key: SortKey): FigureFilter | null {
  return FIGURE_SORTS[key] ?? null;
}

/** @returns null when the figure is missing; sorts by name or votes use the range */
function figureReader(key: SortKey): (trim: Trim) => number | null {
  if (key === "trip") return longDriveMinutes;
  return FILTERS[figureOfSort(key) ?? "range"].valueOf;
}

/** Returns the first trim in the sort order, or the one with the longest range when the sort is by no figure. */
export function leadingTrim(trims: readonly Trim[], sort: Sort): Trim | undefined {
  const { key } = sort;
  const order = isAscendingOnly(key) ? "asc" : figureOfSort(key) ? sort.order : "desc";
  const figureOf = figureReader(key);
  let best: Trim | undefined;
  let bestFigure: number | null = null;
  for (const trim of trims) {
    const figure = figureOf(trim);
    if (best === undefined || compareKnown(figure, bestFigure, order) < 0) {
      best = trim;
      bestFigure = figure;
    }
  }
  return best;
}

/** Ignores case, but not by locale, so that server and browser agree. */
export function compareText(a: string, b: string): number {
  return compareLower(a.toLowerCase(), b.toLowerCase());
}

function compareLower(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Computed once for each model because ties are common. Names cannot contain the separator, which sorts first. */
const lowerName = memoizeByObject(({ make, model }: Ev) => `${make}\0${model}`.toLowerCase());

function compareModelNames(a: Ev, b: Ev): number {
  return a === b ? 0 : compareLower(lowerName(a), lowerName(b)) || a.id - b.id;
}

/** What the sort by votes goes by, by model id (ranking.md#order). */
export interface Standings {
  readonly upvotesOf: (evId: number) => number;
  /** 0 for all once somebody has voted, except on a page that was open before */
  readonly scoreOf: (evId: number) => number;
}

const NO_STANDINGS: Standings = { upvotesOf: () => 0, scoreOf: () => 0 };

/** @param scoreOf counts as long as no model has an upvote, or with `keepsScores` after the upvotes */
export function standingsIn(
  stats: ReadonlyMap<number, Pick<VoteStats, "upvotes">>,
  scoreOf: Standings["scoreOf"],
  keepsScores = false,
): Standings {
  const isAnyCast = [...stats.values()].some(({ upvotes }) => upvotes > 0);
  return {
    upvotesOf: (evId) => stats.get(evId)?.upvotes ?? 0,
    scoreOf: isAnyCast && !keepsScores ? NO_STANDINGS.scoreOf : scoreOf,
  };
}

/** Compares models by the shown trims, ties by name; equal votes by rating, reviews and score (ranking.md#order). */
export function modelOrder(
  sort: Sort,
  { upvotesOf, scoreOf } = NO_STANDINGS,
): (a: { ev: Ev; shown: Trim }, b: { ev: Ev; shown: Trim }) => number {
  const sign = sort.order === "asc" ? 1 : -1;
  const { key } = sort;
  if (key === "make" || key === "model") {
    return (a, b) => sign * compareText(a.ev[key], b.ev[key]) || compareModelNames(a.ev, b.ev);
  }
  if (key === "votes") {
    return (a, b) =>
      sign * (upvotesOf(a.ev.id) - upvotesOf(b.ev.id)) ||
      (b.ev.averageRating ?? 0) - (a.ev.averageRating ?? 0) ||
      b.ev.reviewCount - a.ev.reviewCount ||
      scoreOf(b.ev.id) - scoreOf(a.ev.id) ||
      compareModelNames(a.ev, b.ev);
  }
  const order = isAscendingOnly(key) ? "asc" : sort.order;
  const figureOf = figureReader(key);
  return (a, b) =>
    compareKnown(figureOf(a.shown), figureOf(b.shown), order) || compareModelNames(a.ev, b.ev);
}

export function sortModels<T extends { ev: Ev; shown: Trim }>(
  models: readonly T[],
  ...order: Parameters<typeof modelOrder>
): T[] {
  return models.toSorted(modelOrder(...order));
}
