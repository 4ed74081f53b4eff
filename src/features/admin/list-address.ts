import { ADMIN_VIEWS, type AdminView } from "../../routes.ts";
import { formatCount } from "../../vehicle/counts.ts";
import { ROWS_PER_PAGE, SEARCH_MAX_CHARACTERS } from "./limits.ts";
import type { RowsAsked } from "./rows.client.ts";

/** What the address asks of the list; what it says wrongly is not said. */
export function listAsked(query: string): RowsAsked {
  const said = new URLSearchParams(query);
  const page = said.get("page") ?? "";
  return {
    search: (said.get("search") ?? "").trim().slice(0, SEARCH_MAX_CHARACTERS),
    page: /^[1-9]\d{0,6}$/.test(page) ? Number(page) : 1,
  };
}

/** The view that the address asks for; undefined is the list of EVs. */
export function viewAsked(query: string): AdminView | undefined {
  const view = new URLSearchParams(query).get("view");
  return ADMIN_VIEWS.find((known) => known === view);
}

/** How many pages the rows make; there is always a first. */
export function pageCount(matches: number): number {
  return Math.max(1, Math.ceil(matches / ROWS_PER_PAGE));
}

/** The footer's sentence (§2). @param shown rows on this page */
export function footerOf(
  { search, page }: RowsAsked,
  { total, matches }: { total: number; matches: number },
  shown: number,
): string {
  const from = shown === 0 ? 0 : (page - 1) * ROWS_PER_PAGE + 1;
  const part = `${formatCount(from)}-${formatCount(from === 0 ? 0 : from + shown - 1)}`;
  return search === ""
    ? `Showing ${part} of ${formatCount(total)} EVs (including all trims)`
    : `Found ${formatCount(matches)} matches (showing ${part})`;
}
