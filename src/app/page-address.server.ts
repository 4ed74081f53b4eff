import { isDeepStrictEqual } from "node:util";
import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import type { VotesSnapshot } from "../features/catalogue/catalogue.server.ts";
import { parseTrimChoice } from "../features/catalogue/detail-trims.tsx";
import {
  COMPARISON_CODEC,
  DIFFERENCES_CODEC,
  formatComparison,
  parseComparison,
} from "../features/compare/compare-address.ts";
import { queryWith } from "../ui/page-query.ts";
import { readComparison } from "../features/compare/read-comparison.server.ts";
import { parseFilters, serializeFilters } from "../features/filters/filter-address.ts";
import { formatRank, readRank } from "../features/ranking/use-ranking-weights.ts";
import { parseTableView, readTablePage, tablePath } from "../features/table/table-address.ts";
import { FIRST_CARDS } from "../features/catalogue/catalogue.queries.ts";
import type { CorrectionState } from "../features/corrections/corrections.schema.ts";
import {
  asksForSources,
  CHANGES_FEED,
  COMPARE,
  evIdOf,
  evPath,
  HOME,
  listPath,
  readListPage,
  sourcesPath,
  TABLE,
  comparePath,
  PLAIN_WORDS,
} from "../domain/routes.ts";
import { chooseTrim } from "../domain/trims.ts";
import { matchPage, type Page } from "./pages.ts";
import type { PageProps } from "../pages/page.ts";
import type { FilterState } from "../features/filters/filter-state.ts";
import { answerSearch, planSearch } from "../features/search/plain-words.ts";

/** Identifies a document: pages with equal values are equal and are rendered once. */
export interface PageAddress {
  status: 200 | 404;
  page: Page;
  params: PageProps["params"];
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

export interface AddressSources {
  snapshot: Snapshot;
  votes: VotesSnapshot;
  /** of the address's token; null when there is no token or it is unknown */
  correction?: CorrectionState | null;
}

/** Letters, digits, `-`, `.`, `_` and `~`: escaped or not, they make the same address (RFC 3986 §2.3). */
const NEEDLESS_ESCAPE = /%(?:2[DE]|3\d|4[1-9A-F]|5[\dAF]|6[1-9A-F]|7[\dAE])/gi;

type NamedCars = Pick<Snapshot, "findEv" | "facets">;

/** Parameters that may end in any character; the dashboard's filters are JSON. */
const FREE_TEXTS: ReadonlySet<string> = new Set(["search", "ignored", "filters"]);

/** Marks that chats and mail add to links. A hyphen may end bounds (`350-`), and a slash may end a path. */
const TRAILING_MARKS = /(?<=[\p{L}\p{M}\p{N}/%-])[^\p{L}\p{M}\p{N}\p{Cc}/%-]+$/u;
/** What remains of brackets and quotation marks around a link in HTML. */
const ENTITIES = /&(?:gt|quot|apos);/g;

/**
 * Finds the current address of a page of a merged model (vehicles.md#ids), or with needless escapes or marks at its
 * end (everywhere.md#screens); null for any other address.
 */
export function movedAddress(
  snapshot: NamedCars & Pick<Snapshot, "movedTo">,
  path: string,
  search: string,
): string | null {
  const { movedTo } = snapshot;
  const cleanPath = withoutMarksInPath(path.replaceAll(NEEDLESS_ESCAPE, decodeURIComponent));
  const cleanSearch = withoutMarksInSearch(snapshot, cleanPath, search);
  if (cleanPath !== path || cleanSearch !== search) {
    // A path that begins with two slashes would name another host.
    return cleanPath.replace(/^\/+/, "/") + cleanSearch;
  }
  const { page, params } = matchPage(path);
  if (page.name === "ev-detail") {
    const id = movedTo(evIdOf(params["id"] ?? ""));
    return id === undefined ? null : evPath(id) + search;
  }
  if (page.name !== "home" && page.name !== "compare") return null;
  const compared = parseComparison(search) ?? [];
  const present = compared.map((id) => movedTo(id) ?? id);
  if (isDeepStrictEqual(present, compared)) return null;
  return `${path}?${queryWith(search, COMPARISON_CODEC, present)}`;
}

function withoutMarks(text: string): string {
  return text.replaceAll(ENTITIES, "&").replace(TRAILING_MARKS, "");
}

function withoutMarksInPath(path: string): string {
  const decoded = decodeURIComponent(path);
  const clean = withoutMarks(decoded);
  const isPage = matchPage(clean).page.name !== "not-found" || clean === CHANGES_FEED;
  return clean !== decoded && isPage ? encodeURI(clean) : path;
}

function withoutMarksInSearch(snapshot: NamedCars, path: string, search: string): string {
  return search.replaceAll(/(?<=[?&])([^=&]+)=([^&]+)/g, (parameter, name: string) => {
    const value = new URLSearchParams(parameter).get(name) ?? "";
    const bare = withoutMarks(value);
    if (bare === value || FREE_TEXTS.has(name)) return parameter;
    const names = findNames(snapshot, path, name, value);
    const clean = names ? findNamed(value, bare.length, names) : bare;
    // Encoding an unchanged value anew could redirect for ever.
    if (clean === value) return parameter;
    return `${name}=${encodeURIComponent(clean).replaceAll(/%(?:2C|3A)/g, decodeURIComponent)}`;
  });
}

/** Finds the names of the catalogue that a parameter's value may end in; null when it ends in none. */
function findNames(
  { findEv, facets }: NamedCars,
  path: string,
  parameter: string,
  value: string,
): readonly string[] | null {
  if (parameter === "make") {
    const others = value.slice(0, value.lastIndexOf(",") + 1);
    return facets().makes.map(({ name }) => others + name);
  }
  if (parameter !== "trimName") return null;
  const ev = findEv(evIdOf(matchPage(path).params["id"] ?? ""));
  return ev?.trims.map(({ trim }) => trim) ?? [];
}

/** Keeps marks that are part of a name, such as `450+`, and a value that names nothing. */
function findNamed(value: string, leastLength: number, names: readonly string[]): string {
  const text = value.toLowerCase();
  const namesInLowerCase = names.map((name) => name.toLowerCase());
  for (let length = value.length; length >= leastLength; length -= 1) {
    const start = text.slice(0, length);
    if (namesInLowerCase.some((name) => name.includes(start))) return value.slice(0, length);
  }
  return value;
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
    page,
    params,
    path,
    search: "",
    version: "",
    isKept: true,
  };
  switch (page.name) {
    case "home":
      return { ...plain, ...homeAddress(sources, search) };
    case "ev-detail":
      return { ...plain, ...evAddress(sources, evIdOf(params["id"] ?? ""), search) };
    case "compare":
      return { ...plain, ...compareAddress(sources, search) };
    case "table":
      return { ...plain, ...tableAddress(sources, search) };
    case "correction":
      return { ...plain, status: sources.correction ? 200 : 404, isKept: false, isPrivate: true };
    case "open-data":
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
  const { ids } = readComparison(snapshot.evs, search);
  const pages = Math.ceil(snapshot.totals.models / FIRST_CARDS);
  const listAddress = listPath(filters, readListPage(search, pages));
  const weights = readRank(search);
  const query = [
    queryWith(listAddress.slice(HOME.length), COMPARISON_CODEC, ids),
    formatRank(weights),
  ]
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
  const ids = formatComparison(readComparison(snapshot.evs, search).ids);
  const query = queryWith(ids, DIFFERENCES_CODEC, ids !== "" && DIFFERENCES_CODEC.parse(search));
  return { path: COMPARE, search: query && `?${query}` };
}

/**
 * Finds the redirect for a search form sent without JavaScript, to filters, a comparison or the plain search
 * (finding.md#ignored-words); null for any other address: a plain `?search=` is never read as words.
 */
export function searchedAddress(
  snapshot: Pick<Snapshot, "evsAsListed" | "facets">,
  path: string,
  query: string,
): string | null {
  const isTable = path === TABLE;
  if ((path !== HOME && !isTable) || new URLSearchParams(query).get(PLAIN_WORDS) !== "1")
    return null;
  const sentFilters = parseFilters(query);
  const makes = snapshot.facets().makes.map(({ name }) => name);
  const evs = snapshot.evsAsListed();
  const plan = planSearch(sentFilters.search, evs, makes);
  if (plan?.kind === "comparison") return comparePath(plan.rowIds);
  if (plan?.kind === "savings") return plan.path;
  const state = plan
    ? answerSearch(sentFilters, plan.parsedQuery, evs, makes)
    : answerSearch(keepIgnored(sentFilters), null, evs, makes);
  if (isTable) return tablePath(serializeFilters(state), parseTableView(query));
  const filters = queryWith(
    serializeFilters(state),
    COMPARISON_CODEC,
    parseComparison(query) ?? [],
  );
  return listPath(filters, 0);
}

/** Ignored words do not count as a search while they end the text unchanged, as the box showed them. */
function keepIgnored(state: FilterState): FilterState {
  const { search, ignored } = state;
  const isKept = ignored !== "" && ` ${search}`.endsWith(` ${ignored}`);
  return isKept
    ? { ...state, search: search.slice(0, -ignored.length).trimEnd() }
    : { ...state, ignored: "" };
}
