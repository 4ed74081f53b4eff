/** Ranks models by the visitor's own weights (ranking.md#own-ranking). */
import { rankMatches, type ScorePart, type Scorer } from "../../domain/scores.ts";
import type { Match } from "../../domain/filters/find-models.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";

export interface RankedModel {
  readonly ev: Ev;
  readonly shown: Trim;
  /** 0 to 100, not rounded; null when too little is known */
  readonly score: number | null;
  /** starts at 1, counted among all models that match the filters */
  readonly position: number;
}

interface ServedModel extends Omit<RankedModel, "shown"> {
  /** `index` of the trim */
  readonly shown: number;
  readonly parts: readonly ScorePart[];
}

/** The first cars of an own ranking, for the document; the list supplies the rest. */
export interface OwnRankingStart {
  /** in the format of serializeWeights() */
  readonly rank: string;
  /** in the format of serializeFilters() */
  readonly filters: string;
  readonly top: readonly ServedModel[];
  readonly modelCount: number;
}

/**
 * Ranks models by the score of their best matching trim.
 * @param matches the models that match the filters
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

/** The trims of its models are the same objects as the shown trims. */
export function servedModels({ top }: OwnRankingStart): RankedModel[] {
  return top.flatMap(({ parts: _parts, ...model }) => {
    const shown = model.ev.trims[model.shown];
    return shown ? [{ ...model, shown }] : [];
  });
}

/** The share of each part in the score, 0 to 100; the shares add up to the score. */
export function sharesOf(parts: readonly ScorePart[]): (ScorePart & { readonly share: number })[] {
  const known = parts.reduce((sum, { rank, weight }) => sum + (rank === null ? 0 : weight), 0);
  return parts.map((part) => ({
    ...part,
    share: known > 0 ? (part.weight * (part.rank ?? 0)) / known : 0,
  }));
}
