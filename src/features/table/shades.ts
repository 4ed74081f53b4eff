import { type Better, rankValues } from "../../domain/scores.ts";

/** Rates each value among those shown: 0 is the worst, 1 the best. */
export type Shades = ReadonlyMap<number, number>;

/** Empty when all values are equal, because there is nothing to show (table.md#shade). */
export function shadesOf(values: readonly number[], better: Better): Shades {
  const ranks = rankValues(values, better);
  const [worst, best] = [Math.min(...ranks.values()), Math.max(...ranks.values())];
  if (!(best > worst)) return new Map();
  return new Map(Array.from(ranks, ([value, rank]) => [value, (rank - worst) / (best - worst)]));
}
