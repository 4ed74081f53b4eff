/** Ranks models by the visitor's own weights (ranking.md#own-ranking). */
import { rankMatches } from "../../domain/scores.ts";

/** Adds positions, which start at 1 and count all models that match the filters. */
export function rankModels(...ranked: Parameters<typeof rankMatches>) {
  return rankMatches(...ranked).map((model, at) => ({ ...model, position: at + 1 }));
}

export type RankedModel = ReturnType<typeof rankModels>[number];
