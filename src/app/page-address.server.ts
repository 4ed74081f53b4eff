import { isDeepStrictEqual } from "node:util";

import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import type { VotesSnapshot } from "../features/catalogue/catalogue.server.ts";
import { parseTrimChoice } from "../features/catalogue/detail-trims.tsx";
import {
  formatComparison,
  hasOnlyDifferences,
  parseComparison,
  replaceComparison,
  replaceOnlyDifferences,
} from "../features/compare/compare-address.ts";
import { readComparison } from "../features/compare/compare.queries.ts";
import { findChosenIn } from "../features/compare/find-chosen.server.ts";
import { parseFilters, serializeFilters } from "../features/filters/filter-address.ts";
import { formatRank, readRank } from "../features/ranking/rank-address.ts";
import { parseTableView, readTablePage, tablePath } from "../features/table/table-address.ts";
import { findListPage } from "../pages/home/home-start.server.ts";
import type { CorrectionState } from "../features/corrections/corrections.schema.ts";
import {
  asksForSources,
  COMPARE,
  evIdOf,
  evPath,
  HOME,
  listPath,
  sourcesPath,
  TABLE,
} from "../domain/routes.ts";
import { chooseTrim } from "../domain/trims.ts";
import { matchPage } from "./pages.ts";

/** Identifies a document: pages with equal values are equal and are rendered once. */
export interface PageAddress {
  status: 200 | 404;
  /** the page's module, as in pages.ts */
  source: string;
  path: string;
  /** holds known parameters only */
  search: string;
  /** version of the data on the page besides the catalogue */
  version: string;
  /** false for pages with an unlimited number of addresses */
  isKept: boolean;
  /** for people who know the address: no cache keeps the page, and other sites do not see its address */
  isPrivate?: boolean;
}

interface AddressSources {
  snapshot: Snapshot;
  votes: VotesSnapshot;
  /** of the address's token; null when there is no token or it is unknown */
  correction?: CorrectionState | null;
}

/** Letters, digits, `-`, `.`, `_` and `~`: escaped or not, they make the same address (RFC 3986 §2.3). */
const NEEDLESS_ESCAPE = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

/**
 * Finds the current address of a page whose address names a model that was merged into another
 * (vehicles.md#ids) or contains needless escapes. Returns null for any other address.
 */
export function movedAddress(
  { movedTo }: Pick<Snapshot, "movedTo">,
  path: string,
  search: string,
): string | null {
  const unescaped = path.replaceAll(NEEDLESS_ESCAPE, decodeURIComponent);
  // A path that begins with two slashes would name another host.
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

/** Finds the page that an address refers to, under its canonical address. */
export function findPageAddress(
  sources: AddressSources,
  path: string,
  search: string,
): PageAddress {
  const { page, params } = matchPage(path);
  const plain: PageAddress = {
    status: 200,
    source: page.source,
    path,
    search: "",
    version: "",
    isKept: true,
  };
  switch (page.name) {
    case "home":
      return { ...plain, ...homeAddress(sources, search) };
    case "ev":
      return { ...plain, ...evAddress(sources, evIdOf(params["id"] ?? ""), search) };
    case "compare":
      return { ...plain, ...compareAddress(sources, search) };
    case "table":
      return { ...plain, ...tableAddress(sources, search) };
    case "correction":
      return {
        ...plain,
        status: sources.correction ? 200 : 404,
        isKept: false,
        isPrivate: true,
      };
    case "coming-soon":
    // The browser checks who is signed in.
    case "auth":
    case "admin":
      return plain;
    case "not-found":
      // All unknown addresses share one document.
      return { ...plain, status: 404, path: "/404" };
  }
}

function homeAddress({ snapshot, votes }: AddressSources, search: string): Partial<PageAddress> {
  const filters = serializeFilters(parseFilters(search));
  const { ids } = readComparison(findChosenIn(snapshot), search);
  const listAddress = listPath(filters, findListPage(search, snapshot.totals.models));
  const weights = readRank(search);
  const query = [replaceComparison(listAddress.slice(HOME.length), ids), formatRank(weights)]
    .filter(Boolean)
    .join("&");
  return {
    path: HOME,
    search: query && `?${query}`,
    version: `votes ${votes.version}`,
    // The number of comparisons and weights is unlimited.
    isKept: ids.length === 0 && weights === null,
  };
}

function tableAddress({ snapshot }: AddressSources, search: string): Partial<PageAddress> {
  const view = parseTableView(search);
  const page = readTablePage(search, snapshot.totals.trims);
  const address = tablePath(serializeFilters(parseFilters(search)), view, page);
  // The number of possible weights is unlimited.
  return { path: TABLE, search: address.slice(TABLE.length), isKept: view.weights === null };
}

function evAddress(
  { snapshot, votes }: AddressSources,
  id: number,
  search: string,
): Partial<PageAddress> {
  const path = `/ev/${id}`;
  const ev = snapshot.findEv(id);
  // The browser uses the id in its address, so each address needs its own document.
  if (!ev) return { status: 404, path, isKept: false };
  const choice = parseTrimChoice(id, search);
  const isNamed = choice.trimName !== null || choice.trim !== null;
  const trim = isNamed ? chooseTrim(ev.trims, choice) : undefined;
  const address = asksForSources(search) ? sourcesPath(id, trim) : evPath(id, trim);
  return {
    path,
    search: address.slice(path.length),
    // Includes only this model's votes, so that a vote for another model does not outdate this page.
    version: `upvotes ${votes.byModel.get(ev.id)?.upvotes ?? 0}`,
  };
}

function compareAddress({ snapshot }: AddressSources, search: string): Partial<PageAddress> {
  const ids = formatComparison(readComparison(findChosenIn(snapshot), search).ids);
  const query = replaceOnlyDifferences(ids, ids !== "" && hasOnlyDifferences(search));
  return { path: COMPARE, search: query && `?${query}` };
}
