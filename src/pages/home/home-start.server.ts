import { setImmediate } from "node:timers/promises";

import { FIRST_CARDS, LANDING_CARDS } from "../../features/catalogue/limits.ts";
import type { Snapshot } from "../../features/catalogue/catalogue-snapshot.server.ts";
import { readComparison } from "../../features/compare/compare.queries.ts";
import { findChosenIn } from "../../features/compare/find-chosen.server.ts";
import { marketOf, placePoints } from "../../features/explore/explore-points.ts";
import { askedFigures } from "../../features/filters/card-figures.ts";
import { parseFilters, serializeFilters } from "../../features/filters/filter-address.ts";
import { toVehicleFilter } from "../../features/filters/filter-views.ts";
import { findModels } from "../../domain/filters/find-models.ts";
import { LIST_PAGE } from "../../domain/routes.ts";
import { FURTHER_NAMES } from "../../domain/fields/further.admin.ts";
import type { Ev, Trim } from "../../domain/vehicle.ts";
import { carsOfAllSizes, firstCarsOf } from "./choose-first-cars.ts";
import type { HomeStart } from "./home.queries.ts";

/** @param search the canonical query of the page */
export async function readHomeStart(snapshot: Snapshot, search: string): Promise<HomeStart> {
  const state = parseFilters(search);
  const filters = serializeFilters(state);
  const listPage = findListPage(search, snapshot.totals.models);
  // Each step visits every model, so yield to other requests in between.
  const facets = snapshot.facets();
  await setImmediate();
  const evs = snapshot.evsAsListed();
  await setImmediate();
  placePoints(marketOf(evs).trims);
  await setImmediate();
  const makes = facets.makes.map(({ name }) => name);
  const selection =
    filters === "" && listPage <= 1
      ? snapshot.firstCards()
      : findModels(snapshot.evs, toVehicleFilter(state, makes), state.sort, {
          quick: state.quick,
          most: FIRST_CARDS * Math.max(1, listPage),
        });
  await setImmediate();
  // With filters there may be fewer parts than in the whole catalogue.
  const last = Math.max(1, Math.ceil(selection.modelCount / FIRST_CARDS));
  const isLanding = filters === "" && listPage === 0;
  const page = isLanding ? 0 : Math.max(1, Math.min(listPage, last));
  const from = FIRST_CARDS * Math.max(0, page - 1);
  return {
    filters,
    page,
    matches: selection.matches
      .slice(from, from + (isLanding ? LANDING_CARDS : FIRST_CARDS))
      .map((match) => ({
        ...match,
        ev: forCards(match.ev, askedFigures(state)),
        shown: match.shown.index,
      })),
    modelCount: selection.modelCount,
    trimCount: selection.trimCount,
    leftOut: selection.leftOut,
    facets,
    totals: snapshot.totals,
    cars: filters === "" ? carsOfAllSizes(snapshot.evs) : firstCarsOf(selection.matches),
    compared: readComparison(findChosenIn(snapshot), search),
  };
}

const SHOWN_ON_CARDS: readonly string[] = ["consumption", "chargePort"];
const NOT_ON_CARDS = new Set<string>(
  FURTHER_NAMES.filter((name) => !SHOWN_ON_CARDS.includes(name)),
);

/**
 * Drops the facts that no card shows, which keeps the document small; the list has them all.
 * @param figures further figures on the cards
 */
export function forCards(ev: Ev, figures: readonly string[] = []): Ev {
  return { ...ev, trims: ev.trims.map((trim) => forCard(trim, figures)) };
}

function forCard(trim: Trim, figures: readonly string[]): Trim {
  const shown = Object.entries(trim).filter(
    ([name]) => !NOT_ON_CARDS.has(name) || figures.includes(name),
  );
  // An absent field counts as null: unknown.
  return Object.fromEntries(shown) as unknown as Trim;
}

/**
 * @returns the part of the list that an address asks for; 0 when it asks for none or for one that does not
 *   exist
 */
export function findListPage(search: string, models: number): number {
  const text = new URLSearchParams(search).get(LIST_PAGE) ?? "";
  const page = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  return page <= Math.ceil(models / FIRST_CARDS) ? page : 0;
}
