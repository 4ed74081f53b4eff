import type { Snapshot } from "../../features/catalogue/catalogue-snapshot.server.ts";
import { parseFilters, serializeFilters } from "../../features/filters/filter-address.ts";
import { toVehicleFilter } from "../../features/filters/filter-views.ts";
import { TOP_COUNT } from "../../features/ranking/limits.ts";
import { type OwnRankingStart, rankModels } from "../../features/ranking/own-ranking.ts";
import { readRank } from "../../features/ranking/rank-address.ts";
import { findModels } from "../../domain/filters/find-models.ts";
import { BALANCED_WEIGHTS, createScorer, serializeWeights } from "../../domain/scores.ts";
import { forCards } from "./home-start.server.ts";

/** @param search the canonical query of the page, with weights */
export function readOwnRanking(snapshot: Snapshot, search: string): OwnRankingStart {
  const weights = readRank(search) ?? BALANCED_WEIGHTS;
  const state = parseFilters(search);
  const makes = snapshot.facets().makes.map(({ name }) => name);
  const { quick, sort } = state;
  const found = findModels(snapshot.evs, toVehicleFilter(state, makes), sort, { quick });
  const scorer = createScorer(snapshot.evs, weights);
  const ranked = rankModels(found.matches, scorer);
  return {
    rank: serializeWeights(weights),
    filters: serializeFilters(state),
    top: ranked.slice(0, TOP_COUNT).map((model) => ({
      ...model,
      ev: forCards(model.ev),
      shown: model.shown.index,
      parts: scorer.partsOf(model.shown),
    })),
    modelCount: ranked.length,
  };
}
