import { type Better, rankValues } from "../../domain/scores.ts";

/** How good a value is among those shown: 0 is the worst, 1 the best. */
export type Shades = ReadonlyMap<number, number>;

/** Empty where all are alike: there is nothing to tell (table.md#shade). */
export function shadesOf(values: readonly number[], better: Better): Shades {
  const ranks = rankValues(values, better);
  const [worst, best] = [Math.min(...ranks.values()), Math.max(...ranks.values())];
  if (!(best > worst)) return new Map();
  return new Map(Array.from(ranks, ([value, rank]) => [value, (rank - worst) / (best - worst)]));
}
