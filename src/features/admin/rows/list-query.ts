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

/** Reads the list's state from its address. Invalid values are ignored. */
export function listAsked(query: string): ListAsked {
  const parameters = new URLSearchParams(query);
  const page = parameters.get("page") ?? "";
  const hidden = parameters.get("hidden");
  const pageSize =
    PAGE_SIZES.find((size) => String(size) === parameters.get("rows")) ?? ROWS_PER_PAGE;
  return {
    search: (parameters.get("search") ?? "").trim().slice(0, SEARCH_MAX_CHARACTERS),
    ...readChoice(parameters),
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

/** The number under # of a page's first row. */
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

/** The parameters that belong to the list; the dashboard's other views have their own. */
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
  const parameters = new URLSearchParams(adminPath(asked).slice(`${ADMIN}?`.length));
  for (const [name, value] of choiceParameters(asked)) parameters.set(name, value);
  if (asked.pageSize !== ROWS_PER_PAGE) parameters.set("rows", String(asked.pageSize));
  if (asked.hidden) parameters.set("hidden", hideableAmong(asked.hidden).join(","));
  return parameters.toString();
}

/** What a saved view keeps of it: all but the page (dashboard.md#saved-views). */
export function viewQuery(asked: ListAsked): string {
  return listQuery({ ...asked, page: 1 });
}

/** Whether a query says only what a saved view keeps, and nothing wrong. */
export function isViewQuery(query: string): boolean {
  const [sent, canonical] = [query, viewQuery(listAsked(query))].map((text) => {
    const sorted = new URLSearchParams(text);
    sorted.sort();
    return sorted.toString();
  });
  return sent === canonical;
}
