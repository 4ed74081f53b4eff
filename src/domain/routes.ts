/** Every address of the site. Links are built only here (everywhere.md#screens). */

/** Address of the event stream (calls.md#events). */
export const EVENTS_PATH = "/api/events";

export const HOME = "/";
export const COMPARE = "/compare";
export const TABLE = "/table";
export const ADMIN = "/admin";
export const AUTH = "/auth";

/** Id of the search on the home page's first screen, and the fragment that leads to it. */
export const SEARCH_ID = "find";
export const SEARCH_PATH = `${HOME}#${SEARCH_ID}`;

export const CHANGES_FEED = "/changes.atom";

/** The API reference for people (calls.md#all-calls). */
export const API_DOCS = "/api/docs";

/** What the figures are, and the license of their use (open-data.md). */
export const DATA = "/data";

/** The home page with the quick filter FASTEST (finding.md#addresses). */
export const FASTEST = "/?quick=fastest#discover";

/** The site's pages, named like their folders. */
export type SitePage =
  | "home"
  | "ev-detail"
  | "compare"
  | "table"
  | "correction"
  | "open-data"
  | "auth"
  | "admin"
  | "coming-soon"
  | "not-found";

/** The six links of the navigation bar, in order (everywhere.md#navigation). */
export const NAVIGATION = [
  { label: "EVs", href: HOME },
  { label: "AI", href: "/ai" },
  { label: "Tech", href: "/tech" },
  { label: "Space", href: "/space" },
  { label: "6in60", href: "/6in60" },
  { label: "Discover", href: "/discover" },
] as const;

/** Returns the id in a detail page's address, or 0, which no vehicle has, for text that is not an id. */
export function evIdOf(text: string): number {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
}

/** Parameter of a search form sent without JavaScript: the search is plain words (finding.md#ignored-words). */
export const PLAIN_WORDS = "words";

/** Parameter of a visitor's own ranking, as in `GET /api/evs` (ranking.md#own-ranking). */
export const RANK = "rank";

/** Parameter for the next parts of Discover's list, which only pages without JavaScript use. */
export const LIST_PAGE = "page";

/** @returns the page that an address asks for, from 1; 0 for none or one that does not exist */
export function readListPage(search: string, pages: number): number {
  const text = new URLSearchParams(search).get(LIST_PAGE) ?? "";
  const page = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0;
  return page <= pages ? page : 0;
}

function pathWith(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}

/**
 * Returns the address of one part of Discover's list. @param page from 1; 0 is the home page with its shorter list
 * @param filters as serializeFilters() writes them; if not empty, the plain address shows the first part
 */
export function listPath(filters: string, page: number): string {
  const isPlain = page === 0 || (page === 1 && filters !== "");
  const query = [filters, isPlain ? "" : `${LIST_PAGE}=${page}`].filter(Boolean).join("&");
  return pathWith(HOME, query);
}

/** Returns the address of the table. @param query without question mark; "" for the plain table */
export function marketPath(query: string): string {
  return pathWith(TABLE, query);
}

/** Returns the address of a comparison of these rows, in order (comparing.md#comparison-in-the-address). */
export function comparePath(rowIds: readonly number[]): string {
  return rowIds.length > 0 ? `${COMPARE}?ev=${rowIds.join(",")}` : COMPARE;
}

/** Returns the address of the home page's cost section for these trims (costs.md#savings-section). */
export function costPath(...rowIds: readonly number[]): string {
  return savingsPath(`saveEv=${rowIds.join(",")}`);
}

/** Returns the address of the savings section with these choices. @param query as COST_CODEC writes it */
export function savingsPath(query: string): string {
  return `${HOME}?${query}#saving`;
}

/** Returns the address of the savings section with a loan. @param rowId the car; the usual ones when absent */
export function paymentPath(rowId?: number): string {
  const car = rowId === undefined ? "" : `saveEv=${rowId}&`;
  return savingsPath(`${car}saveLoan=true`);
}

/** Returns the address of a model's page, with a trim's index and name, because names survive reordering. */
export function evPath(
  evId: number,
  trim?: { index: number; trim: string },
  fragment?: "top" | "reviews",
): string {
  const query = trim ? `?trim=${trim.index}&trimName=${encodeURIComponent(trim.trim)}` : "";
  return `/ev/${evId}${query}${fragment ? `#${fragment}` : ""}`;
}

/** Parameter that makes a detail page show every source instead (evidence.md#all-sources). */
const SOURCES = "sources";
const ALL = "all";

export function asksForSources(search: string): boolean {
  return new URLSearchParams(search).get(SOURCES) === ALL;
}

/** Returns the address of the page with all sources of a model's figures, and the trim and figure to show first. */
export function sourcesPath(evId: number, trim?: { index: number; trim: string }, field?: string) {
  const path = evPath(evId, trim);
  return `${path}${trim ? "&" : "?"}${SOURCES}=${ALL}${field === undefined ? "" : `#${field}`}`;
}

/** Returns the address where a reader can follow a correction (evidence.md#following-a-correction). */
export function correctionPath(token: string): string {
  return `/corrections/${token}`;
}

/** The dashboard's other views besides its list of EVs, as named in its address. */
export const ADMIN_VIEWS = ["corrections", "reviews", "activity", "accounts"] as const;
export type AdminView = (typeof ADMIN_VIEWS)[number];

/** Returns the address of a page or a row of the dashboard's list, or of another view. */
export function adminPath(
  shown: { view?: AdminView; search?: string; page?: number; row?: number } = {},
) {
  const query = new URLSearchParams();
  if (shown.view) query.set("view", shown.view);
  if (shown.search) query.set("search", shown.search);
  if (shown.page !== undefined && shown.page > 1) query.set("page", String(shown.page));
  if (shown.row !== undefined) query.set("row", String(shown.row));
  return pathWith(ADMIN, query.toString());
}
