import type { Ev, Trim, VoteStats } from "../../domain/vehicle.ts";
import { trimsOf } from "../../domain/trims.ts";
import { modelOrder, type Sort, sortModels, votesIn } from "../../domain/filters/sort.ts";
import { PAGE_SIZE, TOP_COUNT } from "./limits.ts";

const BY_VOTES: Sort = { key: "votes", order: "desc" };

/** Keyed by model id; models without votes are missing. */
export type Votes = Readonly<Record<string, VoteStats>>;

function statsById(votes: Votes = {}): ReadonlyMap<number, VoteStats> {
  return new Map(Object.entries(votes).map(([id, stats]) => [Number(id), stats]));
}

export interface Ranked {
  readonly ev: Ev;
  /** starts at 1, counted among all vehicles */
  readonly position: number;
}

/**
 * Sorts by upvotes, average rating (0 without reviews), reviews and name; before the first vote, by year
 * first (ranking.md#order).
 */
export function rankByVotes(evs: readonly Ev[], votes: Votes): Ranked[] {
  const models = evs.flatMap((ev) =>
    trimsOf(ev)
      .slice(0, 1)
      .map((shown) => ({ ev, shown })),
  );
  const ranked = sortModels(models, BY_VOTES, votesIn(statsById(votes)));
  return ranked.map(({ ev }, index) => ({ ev, position: index + 1 }));
}

/**
 * Splits the ranking into leaders and the rest, both filtered by make and model (ranking.md#ranking-search,
 * ranking.md#leaders).
 * @param isFound null for all
 */
export function splitRanking<T extends Ranked>(
  ranked: readonly T[],
  isFound: ((ev: Ev) => boolean) | null,
) {
  const matches = isFound ? ranked.filter(({ ev }) => isFound(ev)) : ranked;
  return {
    top: matches.filter(({ position }) => position <= TOP_COUNT),
    remaining: matches.filter(({ position }) => position > TOP_COUNT),
  };
}

/** @param page zero-based; the returned page is clamped */
export function pageOf<T>(remaining: readonly T[], page: number) {
  const pageCount = Math.max(1, Math.ceil(remaining.length / PAGE_SIZE));
  const nearest = Math.min(Math.max(0, page), pageCount - 1);
  const from = nearest * PAGE_SIZE;
  return { page: nearest, pageCount, shown: remaining.slice(from, from + PAGE_SIZE) };
}

/** Finds the first models of the ranking without sorting all of them. */
export function findLeaders(evs: readonly Ev[], stats: ReadonlyMap<number, VoteStats>): Ev[] {
  const order = modelOrder(BY_VOTES, votesIn(stats));
  let leaders: { ev: Ev; shown: Trim }[] = [];
  for (const ev of evs) {
    const [shown] = trimsOf(ev);
    const last = leaders[TOP_COUNT - 1];
    if (!shown || (last && order(last, { ev, shown }) <= 0)) continue;
    leaders = [...leaders, { ev, shown }].sort(order).slice(0, TOP_COUNT);
  }
  return leaders.map(({ ev }) => ev);
}
