import { setImmediate } from "node:timers/promises";

import { findModels } from "../domain/filters/find-models.ts";
import { findNearMisses } from "../domain/filters/near-misses.ts";
import { readListPage, type SitePage } from "../domain/routes.ts";
import { standingsIn } from "../domain/filters/sort.ts";
import {
  balancedScores,
  createScorer,
  rankMatches,
  serializeWeights,
  type Weights,
} from "../domain/scores.ts";
import { FURTHER_NAMES } from "../domain/fields/further.admin.ts";
import { keepFigures } from "../domain/trims.ts";
import type { Ev } from "../domain/vehicle.ts";
import type { CatalogueCounts, CatalogueSlice } from "../features/catalogue/use-catalogue.ts";
import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import type { VotesSnapshot } from "../features/catalogue/catalogue.server.ts";
import { FIRST_CARDS, LANDING_CARDS } from "../features/catalogue/catalogue.queries.ts";
import { readComparison } from "../features/compare/read-comparison.server.ts";
import { figuresInUse, SIZES } from "../features/filters/card-figures.ts";
import { parseFilters, serializeFilters } from "../features/filters/filter-address.ts";
import { toVehicleFilter } from "../features/filters/filter-views.ts";
import { readRank } from "../features/ranking/use-ranking-weights.ts";
import { findLeaders, TOP_COUNT } from "../features/ranking/ranking.ts";
import { carsOfAllSizes } from "./home/choose-first-cars.ts";
import { MODELS_PER_PAGE } from "../features/compare/compare.ts";

/** What a document shows of the catalogue, if more than one model. @param search the page's canonical query */
export async function readSlice(
  page: SitePage,
  snapshot: Snapshot,
  votes: VotesSnapshot,
  search: string,
): Promise<CatalogueSlice | undefined> {
  if (page === "home") return readHomeSlice(snapshot, votes, search);
  if (page === "compare") return readCompareSlice(snapshot, search);
  return page === "table" ? createSlice(snapshot) : undefined;
}

async function readHomeSlice(
  snapshot: Snapshot,
  votes: VotesSnapshot,
  search: string,
): Promise<CatalogueSlice> {
  const state = parseFilters(search);
  const filters = serializeFilters(state);
  const weights = readRank(search);
  const listPage = readListPage(search, Math.ceil(snapshot.totals.models / FIRST_CARDS));
  // Each step visits every model, so yield to other requests in between.
  const facets = snapshot.facets();
  const filter = toVehicleFilter(
    state,
    facets.makes.map(({ name }) => name),
  );
  await setImmediate();
  const most = weights ? Infinity : FIRST_CARDS * Math.max(1, listPage);
  const { matches, ...found } = findModels(snapshot.evs, filter, state.sort, {
    quick: state.quick,
    most,
  });
  await setImmediate();
  // With filters there may be fewer parts than in the whole catalogue.
  const last = Math.max(1, Math.ceil(found.modelCount / FIRST_CARDS));
  const isLanding = filters === "" && listPage === 0;
  const page = isLanding ? 0 : Math.max(1, Math.min(listPage, last));
  const from = FIRST_CARDS * Math.max(0, page - 1);
  const cards = matches
    .slice(from, from + (isLanding ? LANDING_CARDS : FIRST_CARDS))
    .map(({ ev }) => ev);
  const firstCars = carsOfAllSizes(snapshot.evs);
  const standings = standingsIn(votes.byModel, balancedScores(snapshot.evs));
  const leaders = findLeaders(snapshot.evs, standings);
  const ranked = weights ? rankInSnapshot(snapshot, matches, weights) : undefined;
  const compared = new Set(readComparison(snapshot.evs, search).evs);
  const nearest = found.modelCount === 0 ? findNearMisses(snapshot.evs, filter) : [];
  const shown = [
    ...cards,
    ...nearest.map(({ ev }) => ev),
    ...firstCars,
    ...leaders,
    ...(ranked?.evs ?? []),
    ...compared,
  ];
  const slice = await createSlice(snapshot, shown, {
    facets,
    firstCars: firstCars.map(({ id }) => id),
    found: { ...found, filters, page, cards: cards.map(({ id }) => id) },
    votes: votesOf(leaders, votes),
    leaderScores: Object.fromEntries(leaders.map(({ id }) => [id, standings.scoreOf(id)])),
    ...(ranked && { scores: ranked.scores }),
  });
  const figures = [...figuresInUse(state), ...(state.show === "size" ? SIZES : [])];
  return { ...slice, evs: slice.evs.map((ev) => (compared.has(ev) ? ev : forCards(ev, figures))) };
}

const SHOWN_ON_CARDS: readonly string[] = ["consumption", "chargePort"];
const NOT_ON_CARDS = new Set<string>(
  FURTHER_NAMES.filter((name) => !SHOWN_ON_CARDS.includes(name)),
);

/** Without the facts that no card shows, which keeps the document small. @param figures further ones on cards */
function forCards(ev: Ev, figures: readonly string[]): Ev {
  return keepFigures(ev, (name) => !NOT_ON_CARDS.has(name) || figures.includes(name));
}

function rankInSnapshot(
  snapshot: Snapshot,
  matches: Parameters<typeof rankMatches>[0],
  weights: Weights,
) {
  const scorer = createScorer(snapshot.evs, weights);
  const top = rankMatches(matches, scorer).slice(0, TOP_COUNT);
  const byRowId = Object.fromEntries(
    top.map(({ shown, score }) => [shown.rowId, { score, parts: scorer.partsOf(shown) }]),
  );
  return {
    evs: top.map(({ ev }) => ev),
    scores: { weights: serializeWeights(weights), byRowId },
  };
}

function votesOf(evs: readonly Ev[], { byModel }: VotesSnapshot) {
  const entries = evs.flatMap(({ id }) => {
    const votes = byModel.get(id);
    return votes ? [[id, votes] as const] : [];
  });
  return Object.fromEntries(entries);
}

function readCompareSlice(snapshot: Snapshot, search: string): Promise<CatalogueSlice> {
  const first = snapshot.byName().slice(0, MODELS_PER_PAGE);
  const { evs } = readComparison(snapshot.evs, search);
  return createSlice(snapshot, [...evs, ...first.map(({ ev }) => ev)]);
}

async function createSlice(
  snapshot: Snapshot,
  evs: readonly Ev[] = [],
  counts: Omit<CatalogueCounts, "totals"> = {},
): Promise<CatalogueSlice> {
  const shown = new Set(evs);
  return {
    evs: snapshot.evsAsListed().filter((ev) => shown.has(ev)),
    counts: { totals: snapshot.totals, ...counts },
    listTag: (await snapshot.list()).tag,
  };
}
