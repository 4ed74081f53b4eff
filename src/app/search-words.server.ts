import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import { queryWith } from "../ui/page-query.ts";
import { COMPARISON_CODEC, parseComparison } from "../features/compare/compare-address.ts";
import { parseFilters, serializeFilters } from "../features/filters/filter-address.ts";
import type { FilterState } from "../features/filters/filter-state.ts";
import { applyParsedQuery, planSearch } from "../features/search/plain-words.ts";
import { parseTableView, tablePath } from "../features/table/table-address.ts";
import { comparePath, HOME, listPath, PLAIN_WORDS, TABLE } from "../domain/routes.ts";

/**
 * Finds the redirect for a search form that was sent without JavaScript: to the filters that match its words,
 * to a comparison, or to the plain search (finding.md#ignored-words). It depends only on the address and the
 * catalogue.
 * @returns null for any other address: a plain `?search=` is never read as words
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
  const plan = planSearch(sentFilters.search, snapshot.evsAsListed(), makes);
  if (plan?.kind === "comparison") return comparePath(plan.rowIds);
  if (plan?.kind === "savings") return plan.path;
  const state = plan ? applyParsedQuery(sentFilters, plan.parsedQuery) : keepIgnored(sentFilters);
  if (isTable) return tablePath(serializeFilters(state), parseTableView(query));
  const filters = queryWith(
    serializeFilters(state),
    COMPARISON_CODEC,
    parseComparison(query) ?? [],
  );
  return listPath(filters, 0);
}

/**
 * Previously ignored words do not count as a search while they end the text unchanged, as the box showed
 * them.
 */
function keepIgnored(state: FilterState): FilterState {
  const { search, ignored } = state;
  const isKept = ignored !== "" && ` ${search}`.endsWith(` ${ignored}`);
  return isKept
    ? { ...state, search: search.slice(0, -ignored.length).trimEnd() }
    : { ...state, ignored: "" };
}
