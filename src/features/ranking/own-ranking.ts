/** Models in the order of a visitor's own weights (ranking.md#own-ranking). */
import { createScorer, rankMatches, type ScorePart, type Weights } from "../../domain/scores.ts";
import type { Match } from "../../domain/filters/find-models.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";

export interface RankedModel {
  readonly ev: Ev;
  readonly shown: Trim;
  /** 0 to 100, not rounded; null where too little is known */
  readonly score: number | null;
  /** of each criterion that weighs something */
  readonly parts: readonly ScorePart[];
  /** from 1, among all that pass the filters */
  readonly position: number;
}

/** The first cars of an own ranking, which the document shows; the list brings the others. */
export interface OwnRankingStart {
  /** as serialiseWeights() writes them */
  readonly rank: string;
  /** as serialiseFilters() writes them */
  readonly filters: string;
  /** the shown trim by its `index` */
  readonly top: readonly (Omit<RankedModel, "shown"> & { readonly shown: number })[];
  readonly modelCount: number;
}

/**
 * Models by the score of their best passing trim.
 * @param evs every model of the catalogue, with whose trims these are compared
 * @param matches those that pass the filters
 */
export function rankModels(
  evs: readonly Ev[],
  matches: readonly Pick<Match, "ev" | "passing">[],
  weights: Weights,
): RankedModel[] {
  const scorer = createScorer(evs, weights);
  return rankMatches(matches, scorer).map(({ ev, shown, score }, at) => ({
    ev,
    shown,
    score,
    parts: scorer.partsOf(shown),
    position: at + 1,
  }));
}

/** Its models' trims are the same objects as those shown. */
export function servedModels({ top }: OwnRankingStart): RankedModel[] {
  return top.flatMap((model) => {
    const shown = model.ev.trims[model.shown];
    return shown ? [{ ...model, shown }] : [];
  });
}

/** The share of the score that each part brings, 0 to 100; together they are the score. */
export function sharesOf(parts: readonly ScorePart[]): (ScorePart & { readonly share: number })[] {
  const known = parts.reduce((sum, { rank, weight }) => sum + (rank === null ? 0 : weight), 0);
  return parts.map((part) => ({
    ...part,
    share: known > 0 ? (part.weight * (part.rank ?? 0)) / known : 0,
  }));
}
