/** The list's state as the query of its address (dashboard.md#list-and-pages). */
import { formatCount } from "../../../domain/format.ts";
import { ADMIN, ADMIN_VIEWS, adminPath, type AdminView } from "../../../domain/routes.ts";
import {
  choiceParameters,
  isNarrowed,
  type ListChoice,
  readChoice,
  SEARCH_MAX_CHARACTERS,
} from "./row-filters.ts";

/** dashboard.md#list-and-pages */
export const ROWS_PER_PAGE = 10;
export const PAGE_SIZES = [ROWS_PER_PAGE, 25, 50, 100] as const;

export interface ListState extends ListChoice {
  /** starts at 1 */
  page: number;
  pageSize: number;
}

/** Reads the list's state from its address. Invalid values are ignored. */
export function parseListState(query: string): ListState {
  const parameters = new URLSearchParams(query);
  const page = parameters.get("page") ?? "";
  const pageSize =
    PAGE_SIZES.find((size) => String(size) === parameters.get("rows")) ?? ROWS_PER_PAGE;
  return {
    search: (parameters.get("search") ?? "").trim().slice(0, SEARCH_MAX_CHARACTERS),
    ...readChoice(parameters),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
    pageSize,
  };
}

export function parseAdminView(query: string): AdminView | undefined {
  const view = new URLSearchParams(query).get("view");
  return ADMIN_VIEWS.find((name) => name === view);
}

/** The row that the address asks for; the address is then replaced with that of the row's page. */
export function parseRowId(query: string): number | null {
  const row = new URLSearchParams(query).get("row") ?? "";
  return /^[1-9]\d{0,9}$/.test(row) ? Number(row) : null;
}

export function firstNumberOf({ page, pageSize }: ListState): number {
  return (page - 1) * pageSize + 1;
}

export function pageCount(matches: number, { pageSize }: Pick<ListState, "pageSize">): number {
  return Math.max(1, Math.ceil(matches / pageSize));
}

export function footerOf(
  listState: ListState,
  { total, matches }: { total: number; matches: number },
  shown: number,
): string {
  const from = shown === 0 ? 0 : firstNumberOf(listState);
  const part = `${formatCount(from)}-${formatCount(from === 0 ? 0 : from + shown - 1)}`;
  return isNarrowed(listState)
    ? `Found ${formatCount(matches)} matches (showing ${part})`
    : `Showing ${part} of ${formatCount(total)} EVs (including all trims)`;
}

/** The query parameters of the list; the dashboard's other views have their own. */
export const LIST_PARAMETERS = ["search", "sort", "order", "filters", "rows", "page", "row"];

export function listQuery(listState: ListState): string {
  const parameters = new URLSearchParams(adminPath(listState).slice(`${ADMIN}?`.length));
  for (const [name, value] of choiceParameters(listState)) parameters.set(name, value);
  if (listState.pageSize !== ROWS_PER_PAGE) parameters.set("rows", String(listState.pageSize));
  return parameters.toString();
}
