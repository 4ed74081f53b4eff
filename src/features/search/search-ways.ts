import type { DistanceFormats } from "../../vehicle/distance.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { setSearch } from "../filters/filter-selections.ts";
import type { FilterState } from "../filters/filter-state.ts";
import { toVehicleFilter } from "../filters/filter-views.ts";
import { findModels, NO_FILTER } from "../filters/find-models.ts";
import { recogniseSearch, wordsOf } from "../filters/search.ts";
import { DEFAULT_SORT } from "../filters/sort.ts";
import { knownNames } from "./known-names.ts";
import { nearestNames } from "./nearest.ts";
import { applyUnderstood, labelsOf, understand } from "./plain-words.ts";

/** Another search that finds something. */
export interface SearchWay {
  readonly kind: "understood" | "nearest";
  readonly label: string;
  readonly change: (state: FilterState) => FilterState;
  /** models that would then pass */
  readonly count: number;
}

/**
 * What to search for where nothing was found: the words as plain words, or, if no model has them, the
 * nearest makes and models (beyond 2). @param makes the catalogue's brands
 */
export function searchWays(
  evs: readonly Ev[],
  state: FilterState,
  makes: readonly string[],
  distance: DistanceFormats,
): SearchWay[] {
  const text = state.search.trim();
  if (text === "" || recogniseSearch(text, makes) !== null) return [];
  const way = (kind: SearchWay["kind"], label: string, change: SearchWay["change"]): SearchWay => {
    const changed = change(state);
    const { sort, quick } = changed;
    const filter = toVehicleFilter(changed, makes);
    const { modelCount: count } = findModels(evs, filter, sort, { quick, most: 0 });
    return { kind, label, change, count };
  };
  const names = knownNames(evs);
  const understood = understand(text, names);
  if (understood.meanings.length > 0) {
    const label = labelsOf(understood, distance).join(" · ");
    const understoodWay = way("understood", label, (now) => applyUnderstood(now, understood));
    return understoodWay.count > 0 ? [understoodWay] : [];
  }
  const byWords = { ...NO_FILTER, words: wordsOf(text) };
  if (findModels(evs, byWords, DEFAULT_SORT, { most: 0 }).modelCount > 0) return [];
  return nearestNames(text, names)
    .map((name) => way("nearest", name, (now) => setSearch(now, name)))
    .filter(({ count }) => count > 0);
}
