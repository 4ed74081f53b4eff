/** Ranks models by the visitor's own weights (ranking.md#own-ranking). */
import { rankMatches, type Scorer } from "../../domain/scores.ts";
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
