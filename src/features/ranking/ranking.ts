import type { Ev, VoteStats } from "../../domain/vehicle.ts";
import { trimsOf } from "../../domain/trims.ts";
import { type Sort, sortModels, type Standings, standingsIn } from "../../domain/filters/sort.ts";

export const TOP_COUNT = 5; // ranking.md#leaders
export const PAGE_SIZE = 5; // ranking.md#remaining-vehicles
/** How long the icon flies after a vote (ranking.md#votes). */
export const VOTE_FLIGHT_MS = 800;

const BY_VOTES: Sort = { key: "votes", order: "desc" };

/** Keyed by model id; models without votes are missing. */
export type Votes = Readonly<Record<string, VoteStats>>;

export interface Ranked {
  readonly ev: Ev;
  /** starts at 1, counted among all vehicles */
  readonly position: number;
}

const modelsOf = (evs: readonly Ev[]) =>
  evs.flatMap((ev) => {
    const [shown] = trimsOf(ev);
    return shown ? { ev, shown } : [];
  });

/**
 * By upvotes, average rating (0 without reviews), reviews and name (ranking.md#order).
 * @param scoreOf goes before the name while nobody has voted
 * @param keepsScores lets scores decide between equal models after a first vote too
 */
export function rankByVotes(
  evs: readonly Ev[],
  votes: Votes,
  scoreOf: Standings["scoreOf"],
  keepsScores = false,
): (Ranked & { /** equal models share it */ readonly rank: number; readonly isTied: boolean })[] {
  const stats = new Map(Object.entries(votes).map(([id, cast]) => [Number(id), cast]));
  const standings = standingsIn(stats, scoreOf, keepsScores);
  const isEqual = (a: Ev, b: Ev) =>
    standings.upvotesOf(a.id) === standings.upvotesOf(b.id) &&
    a.averageRating === b.averageRating &&
    a.reviewCount === b.reviewCount;
  let rank = 1;
  return sortModels(modelsOf(evs), BY_VOTES, standings).map(({ ev }, index, sorted) => {
    const before = sorted[index - 1]?.ev;
    if (!before || !isEqual(before, ev)) rank = index + 1;
    const after = sorted[index + 1]?.ev;
    const isTied = rank <= index || (after !== undefined && isEqual(ev, after));
    return { ev, position: index + 1, rank, isTied };
  });
}

/** Leaders and the rest, both filtered by make and model (ranking.md#leaders). @param isFound null for all */
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

/** The leaders, and the next one, with which the last may be tied. */
export function findLeaders(evs: readonly Ev[], standings: Standings): Ev[] {
  const sorted = sortModels(modelsOf(evs), BY_VOTES, standings);
  return sorted.slice(0, TOP_COUNT + 1).map(({ ev }) => ev);
}
