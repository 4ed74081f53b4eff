/** Models in the order of a visitor's own weights (ranking.md#own-ranking). */
import { rankMatches, type ScorePart, type Scorer } from "../../domain/scores.ts";
import type { Match } from "../../domain/filters/find-models.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";

export interface RankedModel {
  readonly ev: Ev;
  readonly shown: Trim;
  /** 0 to 100, not rounded; null where too little is known */
  readonly score: number | null;
  /** from 1, among all that pass the filters */
  readonly position: number;
}

interface ServedModel extends Omit<RankedModel, "shown"> {
  /** `index` of the trim */
  readonly shown: number;
  readonly parts: readonly ScorePart[];
}

/** The first cars of an own ranking, which the document shows; the list brings the others. */
export interface OwnRankingStart {
  /** as serialiseWeights() writes them */
  readonly rank: string;
  /** as serialiseFilters() writes them */
  readonly filters: string;
  readonly top: readonly ServedModel[];
  readonly modelCount: number;
}

/**
 * Models by the score of their best passing trim.
 * @param matches those that pass the filters
 */
export function rankModels(
  matches: readonly Pick<Match, "ev" | "passing">[],
  scorer: Pick<Scorer, "scoreOf">,
): RankedModel[] {
  return rankMatches(matches, scorer).map(({ ev, shown, score }, at) => ({
    ev,
    shown,
    score,
    position: at + 1,
  }));
}

/** Its models' trims are the same objects as those shown. */
export function servedModels({ top }: OwnRankingStart): RankedModel[] {
  return top.flatMap(({ parts: _parts, ...model }) => {
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
