import type { Snapshot } from "../features/catalogue/catalogue-snapshot.server.ts";
import { parseComparison, replaceComparison } from "../features/compare/compare-address.ts";
import { parseFilters, serialiseFilters } from "../features/filters/filter-address.ts";
import type { FilterState } from "../features/filters/filter-state.ts";
import { applyParsedQuery, planSearch } from "../features/search/plain-words.ts";
import { parseTableView, tablePath } from "../features/table/table-address.ts";
import { pickAlike } from "../domain/alike-trims.ts";
import { comparePath, HOME, listPath, PLAIN_WORDS, TABLE } from "../domain/routes.ts";

/**
 * Where the search form leads that a browser has sent by itself: to the filters that its words ask
 * for, to a comparison, or to the plain search (finding.md#ignored-words). Depends on the address and the
 * catalogue alone.
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
  if (plan?.kind === "comparison") return comparePath(pickAlike(plan.evs));
  const state = plan ? applyParsedQuery(sentFilters, plan.parsedQuery) : keepIgnored(sentFilters);
  if (isTable) return tablePath(serialiseFilters(state), parseTableView(query));
  const filters = replaceComparison(serialiseFilters(state), parseComparison(query) ?? []);
  return listPath(filters, 0);
}

/** The words that were ignored before are no search as long as they end the text as the box showed it. */
function keepIgnored(state: FilterState): FilterState {
  const { search, ignored } = state;
  const isKept = ignored !== "" && ` ${search}`.endsWith(` ${ignored}`);
  return isKept
    ? { ...state, search: search.slice(0, -ignored.length).trimEnd() }
    : { ...state, ignored: "" };
}
