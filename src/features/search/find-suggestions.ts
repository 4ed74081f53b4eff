import type { DistanceFormats } from "../../domain/distance.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { activeFilters } from "../filters/filter-chips.ts";
import { setSearch } from "../filters/filter-selections.ts";
import { clearQuick, dropUnusedExceptions, type FilterState } from "../filters/filter-state.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { findModels } from "../../domain/filters/find-models.ts";
import { QUICK } from "../../domain/filters/quick-filters.ts";
import { recognizeSearch, wordsOf } from "../../domain/filters/search.ts";
import { knownNames } from "./known-names.ts";
import { nearestNames } from "./find-nearest-names.ts";
import { applyParsedQuery, findsSome, labelsOf, planSearch } from "./plain-words.ts";

/** The style sheet reserves their height. */
const MAX_SUGGESTIONS = 2;

interface Change {
  readonly label: string;
  /** A name is not translated (everywhere.md#translation). */
  readonly isName?: boolean;
  readonly change: (state: FilterState) => FilterState;
}

/** Another search, or filters to remove. */
interface Suggestion extends Change {
  readonly verb: "Search for" | "Clear" | "Remove";
  /** number of models that would then pass */
  readonly count: number;
}

/** What is shown: every model, and the current filters. */
interface Shown {
  readonly evs: readonly Ev[];
  readonly state: FilterState;
  /** the catalogue's brands */
  readonly makes: readonly string[];
  readonly distance: DistanceFormats;
}

function toSuggestion(
  { evs, state, makes }: Shown,
  verb: Suggestion["verb"],
  change: Change,
): Suggestion {
  const changed = dropUnusedExceptions(change.change(state));
  const { sort, quick } = changed;
  const found = findModels(evs, toVehicleFilter(changed, makes), sort, { quick, most: 0 });
  return { ...change, verb, count: found.modelCount };
}

/** Other searches first, then filters to remove. @returns a text, and the suggestions that follow it */
export function findSuggestions(shown: Shown) {
  const { lead, suggestions: searches } = suggestSearches(shown);
  const filters = suggestFilters(shown);
  const noSearch =
    filters.length > 0 ? "Try instead" : "Remove two or more filters to see models again.";
  return {
    text: searches.length > 0 ? lead : noSearch,
    suggestions: [...searches, ...filters].slice(0, MAX_SUGGESTIONS),
  };
}

/** Suggests plain words or, if they match no model, nearest names (finding.md#plain-words). */
function suggestSearches(shown: Shown): { lead: string; suggestions: Suggestion[] } {
  const { evs, state, makes, distance } = shown;
  const text = state.search.trim();
  const promised = (lead: string, changes: readonly Change[]) => {
    const suggestions = changes.map((change) => toSuggestion(shown, "Search for", change));
    return { lead, suggestions: suggestions.filter(({ count }) => count > 0) };
  };
  if (text === "" || recognizeSearch(text, makes) !== null) return promised("", []);
  const plan = planSearch(text, evs, makes);
  const parsedQuery = plan?.kind === "filters" ? plan.parsedQuery : null;
  const label = parsedQuery ? labelsOf(parsedQuery, distance).join(" · ") : "";
  if (parsedQuery && label !== "") {
    return promised("Try these filters:", [
      { label, change: (now) => applyParsedQuery(now, parsedQuery) },
    ]);
  }
  const isInAny = findsSome(evs, { words: wordsOf(text) });
  const nearest = isInAny ? [] : nearestNames(text, knownNames(evs));
  return promised(
    "Did you mean one of these?",
    nearest.map((name) => ({ label: name, isName: true, change: (now) => setSearch(now, name) })),
  );
}

interface Removal extends Change {
  readonly verb: "Clear" | "Remove";
}

/** Values of a list are removed together, because any one of them is enough to pass. */
function filtersOn({ state, makes, distance }: Shown): Removal[] {
  const parts = new Map<string, Removal>();
  for (const { filter, label, remove } of activeFilters(state, makes, distance)) {
    const former = parts.get(filter);
    parts.set(filter, {
      verb: filter === "search" ? "Clear" : "Remove",
      label: former ? `${former.label} or ${label}` : label,
      change: former ? (now) => remove(former.change(now)) : remove,
    });
  }
  if (state.quick !== null) {
    parts.set("quick", { verb: "Remove", label: QUICK[state.quick].banner, change: clearQuick });
  }
  return Array.from(parts.values(), (part) =>
    // Words have quotation marks already.
    part.verb === "Clear" ? part : { ...part, label: `“${part.label}”` },
  );
}

/** Suggests which filter to remove, the most helpful first. */
function suggestFilters(shown: Shown): Suggestion[] {
  return filtersOn(shown)
    .map((removal) => toSuggestion(shown, removal.verb, removal))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}
