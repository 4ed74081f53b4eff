import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";

import { FIRST_CARDS, LANDING_CARDS } from "../features/catalogue/limits.ts";
import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import { evQuery, placesQuery } from "../features/catalogue/catalogue.client.ts";
import type { VotesSnapshot } from "../features/catalogue/catalogue.server.ts";
import { placesOf } from "../features/catalogue/places.server.ts";
import { historyQuery } from "../features/changes/changes.client.ts";
import type { EvHistory } from "../features/changes/changes.schema.ts";
import { changedTrims } from "../features/changes/changes.ts";
import type { FindChosen } from "../features/compare/compare.ts";
import {
  compareStartQuery,
  parseComparison,
  readCompareStart,
  readComparison,
  replaceComparison,
} from "../features/compare/compare-address.ts";
import { findModels } from "../features/filters/find-models.ts";
import { parseFilters, serialiseFilters } from "../features/filters/filter-address.ts";
import { marketOf, placePoints } from "../features/explore/explore-points.ts";
import { toVehicleFilter } from "../features/filters/filter-views.ts";
import { rankingStart } from "../features/ranking/ranking.ts";
import { rankingStartQuery, vehicleVotesQuery } from "../features/ranking/votes.client.ts";
import type { ReviewStore } from "../features/reviews/reviews.db.server.ts";
import { firstReviewsEntry } from "../features/reviews/reviews.client.ts";
import { readFirstReviews } from "../features/reviews/read-reviews.server.ts";
import { usualBeside, usualBesideQuery } from "../features/size/size-beside.tsx";
import { COMPARE, evIdOf, evPath, HOME, LIST_PAGE, listPath } from "../routes.ts";
import { FURTHER_NAMES } from "../vehicle/fields-further.ts";
import { chooseTrim } from "../vehicle/trims.ts";
import { trimAsked } from "../features/catalogue/detail-trims.tsx";
import type { Ev, Trim } from "../vehicle/vehicle.ts";
import type { PageData } from "./page-data.ts";
import { matchPage } from "./pages.ts";
import { type HomeStart, homeStartQuery } from "./pages/home-data.ts";

export interface ReadPage {
  status: 200 | 404;
  /** the page's module, as in pages.ts */
  source: string;
  /** canonical, so that equal pages are rendered once; holds known parameters only */
  path: string;
  search: string;
  version: string;
  /** false where there is no end of addresses */
  isKept: boolean;
  queries: () => Promise<PageData["queries"]>;
  /** the same without what is not in memory, for when the database does not answer */
  queriesInMemory?: () => PageData["queries"];
}

export interface PageSources {
  snapshot: Snapshot;
  votes: VotesSnapshot;
  reviews: Pick<ReviewStore, "read">;
  readHistory: (ev: Ev) => Promise<EvHistory>;
}

/** Letters, digits, `-`, `.`, `_` and `~`: escaped or not, they make the same address (RFC 3986 §2.3). */
const NEEDLESS_ESCAPE = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/**
 * Where a page is now whose address names a model that was merged into another (vehicles.md#ids), or has
 * needless escapes; else null.
 */
export function movedAddress(
  { movedTo }: Pick<Snapshot, "movedTo">,
  path: string,
  search: string,
): string | null {
  const unescaped = path.replaceAll(NEEDLESS_ESCAPE, decodeURIComponent);
  // What begins with two slashes would name another host.
  if (unescaped !== path) return unescaped.replace(/^\/+/, "/") + search;
  const { page, params } = matchPage(path);
  if (page.name === "ev") {
    const id = movedTo(evIdOf(params["id"] ?? ""));
    return id === undefined ? null : evPath(id) + search;
  }
  if (page.name !== "home" && page.name !== "compare") return null;
  const compared = parseComparison(search) ?? [];
  const present = compared.map((id) => movedTo(id) ?? id);
  if (isDeepStrictEqual(present, compared)) return null;
  return `${path}?${replaceComparison(search, present)}`;
}

export function readPage(sources: PageSources, path: string, search: string): ReadPage {
  const { snapshot } = sources;
  const { page, params } = matchPage(path);
  const plain: ReadPage = {
    status: 200,
    source: page.source,
    path,
    search: "",
    version: "",
    isKept: true,
    queries: async () => [],
  };
  switch (page.name) {
    case "home":
      return { ...plain, ...readHome(sources, search) };
    case "ev":
      return { ...plain, ...readEv(sources, params["id"] ?? "", search) };
    case "compare":
      return { ...plain, ...readCompare(snapshot, search) };
    case "coming-soon":
    // The browser finds out who is signed in.
    case "auth":
    case "admin":
      return plain;
    case "not-found":
      // One document for every unknown address.
      return { ...plain, status: 404, path: "/404" };
  }
}

function readHome({ snapshot, votes }: PageSources, search: string): Partial<ReadPage> {
  const state = parseFilters(search);
  const filters = serialiseFilters(state);
  const asked = listPageAsked(search, snapshot.totals.models);
  const compared = readComparison(finderIn(snapshot), search);
  const query = replaceComparison(listPath(filters, asked).slice(HOME.length), compared.ids);
  return {
    path: HOME,
    search: query && `?${query}`,
    version: `votes ${votes.version}`,
    isKept: compared.ids.length === 0,
    queries: async () => {
      // Each of these looks at every model, so other requests are served in between.
      const facets = snapshot.facets();
      await setImmediate();
      const evs = snapshot.evsAsListed();
      await setImmediate();
      placePoints(marketOf(evs).trims);
      await setImmediate();
      const makes = facets.makes.map(({ name }) => name);
      const selection =
        filters === "" && asked <= 1
          ? snapshot.firstCards()
          : findModels(snapshot.evs, toVehicleFilter(state, makes), state.sort, {
              quick: state.quick,
              most: FIRST_CARDS * Math.max(1, asked),
            });
      await setImmediate();
      // Filters may leave fewer parts than the catalogue has.
      const last = Math.max(1, Math.ceil(selection.modelCount / FIRST_CARDS));
      const isLanding = filters === "" && asked === 0;
      const page = isLanding ? 0 : Math.max(1, Math.min(asked, last));
      const from = FIRST_CARDS * Math.max(0, page - 1);
      const start: HomeStart = {
        filters,
        page,
        matches: selection.matches
          .slice(from, from + (isLanding ? LANDING_CARDS : FIRST_CARDS))
          .map((match) => ({ ...match, ev: forCards(match.ev), shown: match.shown.index })),
        modelCount: selection.modelCount,
        trimCount: selection.trimCount,
        leftOut: selection.leftOut,
        facets,
        totals: snapshot.totals,
        compared,
        listTag: (await snapshot.list()).tag,
      };
      const { top, ...ranking } = rankingStart(snapshot.evs, votes.byModel);
      return [
        [homeStartQuery.queryKey, start],
        [rankingStartQuery.queryKey, { ...ranking, top: top.map(forCards) }],
      ];
    },
  };
}

const SHOWN_ON_CARDS: readonly string[] = ["consumption", "chargePort"];
const NOT_ON_CARDS = new Set<string>(
  FURTHER_NAMES.filter((name) => !SHOWN_ON_CARDS.includes(name)),
);

/** Without the facts that no card shows: the document is smaller, and the list brings them. */
function forCards(ev: Ev): Ev {
  return { ...ev, trims: ev.trims.map(forCard) };
}

function forCard(trim: Trim): Trim {
  const shown = Object.entries(trim).filter(([name]) => !NOT_ON_CARDS.has(name));
  // A field that is absent reads as one that is null: unknown.
  return Object.fromEntries(shown) as unknown as Trim;
}

/** @returns 0 for none and for a part that the catalogue does not have */
function listPageAsked(search: string, models: number): number {
  const text = new URLSearchParams(search).get(LIST_PAGE) ?? "";
  const page = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  return page <= Math.ceil(models / FIRST_CARDS) ? page : 0;
}

function finderIn(snapshot: Snapshot): FindChosen {
  return (id) => {
    const ev = snapshot.findEv(id);
    const trim = snapshot.findModel(id)
      ? ev?.trims[0]
      : ev?.trims.find(({ rowId }) => rowId === id);
    return ev && trim && { ev, trim };
  };
}

function readCompare(snapshot: Snapshot, asked: string): Partial<ReadPage> {
  const { search, start } = readCompareStart(finderIn(snapshot), asked);
  return {
    path: COMPARE,
    search,
    queries: async () => {
      const byName = snapshot.byName().map(({ ev }) => ev);
      return [[compareStartQuery.queryKey, start(byName)]];
    },
  };
}

function readEv(
  { snapshot, votes, reviews, readHistory }: PageSources,
  idText: string,
  search: string,
): Partial<ReadPage> {
  const id = evIdOf(idText);
  const ev = snapshot.findEv(id);
  if (!ev) {
    // The browser asks for the id in its address, so each has a document of its own.
    const queries: ReadPage["queries"] = async () => [[evQuery(id).queryKey, null]];
    return { status: 404, path: `/ev/${id}`, isKept: false, queries };
  }
  const stats = votes.byModel.get(ev.id);
  const asked = trimAsked(search);
  const trim = chooseTrim(ev.trims, asked);
  const named = asked.trimName !== null || asked.trim !== null;
  const address = evPath(id, named ? trim : undefined);
  const queriesInMemory = (): PageData["queries"] => [
    [evQuery(id).queryKey, ev],
    [placesQuery(ev.id).queryKey, placesOf(snapshot.evs, ev)],
    [usualBesideQuery.queryKey, usualBeside(snapshot.evs)],
    [vehicleVotesQuery(ev.id).queryKey, stats ? { [ev.id]: stats } : {}],
  ];
  return {
    path: `/ev/${id}`,
    search: address.slice(`/ev/${id}`.length),
    // Its own votes only, so that a vote for one model leaves the other pages as they are.
    version: `upvotes ${stats?.upvotes ?? 0}`,
    queries: async () => {
      const [firstReviews, history] = await Promise.all([
        readFirstReviews(reviews, ev),
        readHistory(ev),
      ]);
      return [
        ...queriesInMemory(),
        firstReviewsEntry(ev.id, firstReviews),
        [historyQuery(ev.id).queryKey, changedTrims(history)],
      ];
    },
    queriesInMemory,
  };
}
