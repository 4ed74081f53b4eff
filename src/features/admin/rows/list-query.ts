/** What the list shows, as the query of its address (dashboard.md#list-and-pages). */
import { formatCount } from "../../../domain/counts.ts";
import { ADMIN, ADMIN_VIEWS, adminPath, type AdminView } from "../../../domain/routes.ts";
import { type GridField, hideableAmong } from "../grid/grid-columns.ts";
import { PAGE_SIZES, ROWS_PER_PAGE, SEARCH_MAX_CHARACTERS } from "../limits.ts";
import { choiceParameters, isNarrowed, readChoice } from "./row-filters.ts";
import type { RowsAsked } from "./rows.queries.ts";

export interface ListAsked extends RowsAsked {
  /** columns that the address hides; null: those that this browser remembers */
  hidden: readonly GridField[] | null;
}

/** What the address asks of the list; what it says wrongly is not said. */
export function listAsked(query: string): ListAsked {
  const said = new URLSearchParams(query);
  const page = said.get("page") ?? "";
  const hidden = said.get("hidden");
  const pageSize = PAGE_SIZES.find((size) => String(size) === said.get("rows")) ?? ROWS_PER_PAGE;
  return {
    search: (said.get("search") ?? "").trim().slice(0, SEARCH_MAX_CHARACTERS),
    ...readChoice(said),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    pageSize,
    hidden: hidden === null ? null : hideableAmong(hidden.split(",")),
  };
}

export function viewAsked(query: string): AdminView | undefined {
  const view = new URLSearchParams(query).get("view");
  return ADMIN_VIEWS.find((name) => name === view);
}

/** The row that the address leads to, which then gives way to its page. */
export function rowAsked(query: string): number | null {
  const row = new URLSearchParams(query).get("row") ?? "";
  return /^[1-9]\d{0,9}$/.test(row) ? Number(row) : null;
}

/** of the first row of a page, under # */
export function firstNumberOf({ page, pageSize }: RowsAsked): number {
  return (page - 1) * pageSize + 1;
}

export function pageCount(matches: number, { pageSize }: Pick<RowsAsked, "pageSize">): number {
  return Math.max(1, Math.ceil(matches / pageSize));
}

export function footerOf(
  asked: RowsAsked,
  { total, matches }: { total: number; matches: number },
  shown: number,
): string {
  const from = shown === 0 ? 0 : firstNumberOf(asked);
  const part = `${formatCount(from)}-${formatCount(from === 0 ? 0 : from + shown - 1)}`;
  return isNarrowed(asked)
    ? `Found ${formatCount(matches)} matches (showing ${part})`
    : `Showing ${part} of ${formatCount(total)} EVs (including all trims)`;
}

/** Those that the address of the list has; views of the dashboard have others. */
export const LIST_PARAMETERS = [
  "search",
  "sort",
  "order",
  "filters",
  "rows",
  "hidden",
  "page",
  "row",
];

export function listQuery(asked: ListAsked): string {
  const said = new URLSearchParams(adminPath(asked).slice(`${ADMIN}?`.length));
  for (const [name, value] of choiceParameters(asked)) said.set(name, value);
  if (asked.pageSize !== ROWS_PER_PAGE) said.set("rows", String(asked.pageSize));
  if (asked.hidden) said.set("hidden", asked.hidden.join(","));
  return said.toString();
}

/** What a saved view keeps of it: all but the page (dashboard.md#saved-views). */
export function viewQuery(asked: ListAsked): string {
  return listQuery({ ...asked, page: 1 });
}

/** Whether a query says only what a saved view keeps, and nothing wrong. */
export function isViewQuery(query: string): boolean {
  const [given, kept] = [query, viewQuery(listAsked(query))].map((text) => {
    const parameters = new URLSearchParams(text);
    parameters.sort();
    return parameters.toString();
  });
  return given === kept;
}
