import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";

import { type Facets, listMakes, liveFacets } from "../../domain/filters/facets.ts";
import { findModels, type FoundModels, type Match } from "../../domain/filters/find-models.ts";
import { memoizeByObject } from "../../domain/memoize.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { type Catalogue, useCatalogue } from "../catalogue/use-catalogue.ts";
import type { WriteOptions } from "../../ui/page-query.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { useIsServed } from "../../ui/hydration.ts";
import { usePageQuery } from "../../ui/use-page-state.tsx";
import { useStable } from "../../ui/use-stable.ts";
import { FILTERS_CODEC, serializeFilters } from "./filter-address.ts";
import { type ActiveFilter, activeFilters } from "./filter-chips.ts";
import { dropUnusedExceptions, type FilterState } from "./filter-state.ts";
import { toVehicleFilter } from "./filter-views.ts";

/** Stable. Changes the state and drops exceptions that have lost their filter. */
type UpdateFilters = (change: (state: FilterState) => FilterState, options?: WriteOptions) => void;

const makesOf = memoizeByObject(listMakes);
const makesOfFacets = memoizeByObject(({ makes }: Facets) => makes.map(({ name }) => name));
const NO_EVS: readonly Ev[] = [];

/** Returns the names of all brands, in the same array as long as they are the same. */
export function useMakes(): readonly string[] {
  const { evs, counts, isWhole } = useCatalogue({ reads: false });
  const facets = isWhole ? undefined : counts?.facets;
  return useStable(facets ? makesOfFacets(facets) : makesOf(evs));
}

function useUpdate(): UpdateFilters {
  const query = usePageQuery();
  return useCallback(
    (change, options) =>
      query.set(FILTERS_CODEC, (now) => dropUnusedExceptions(change(now)), options),
    [query],
  );
}

/** Shows a choice at once, but follows typing and dragging in a transition. Fields use useFilterField. */
export function useFilters() {
  const query = usePageQuery();
  const isServed = useIsServed();
  const [state, setState] = useState(
    () => (isServed ? query.served(FILTERS_CODEC) : query.get(FILTERS_CODEC)).value,
  );
  useEffect(() => {
    // A store hook updates synchronously, so that each key would render the list (decision 014).
    const follow = () => {
      const { value, gesture } = query.get(FILTERS_CODEC);
      if (gesture === null) setState(value);
      else startTransition(() => setState(value));
    };
    follow();
    return query.subscribe(follow);
  }, [query]);
  return { state, update: useUpdate() };
}

export function useActiveFilters(): readonly ActiveFilter[] {
  const { state } = useFilters();
  const makes = useMakes();
  const distance = useDistance();
  return useMemo(() => activeFilters(state, makes, distance), [state, makes, distance]);
}

export interface FilterResults {
  /** every model that was searched */
  readonly evs: readonly Ev[];
  readonly state: FilterState;
  readonly found: FoundModels;
}

const lastMatches = new WeakMap<Ev, Match>();

/** Returns the previous match while it shows the same, so that its card does not render again. */
function reuseMatch(match: Match): Match {
  const last = lastMatches.get(match.ev);
  const isSame =
    last?.shown === match.shown &&
    last.trims.length === match.trims.length &&
    last.trims.every((trim, at) => match.trims[at] === trim);
  if (last && isSame) return last;
  lastMatches.set(match.ev, match);
  return match;
}

const lastResults = new WeakMap<FilterState, FilterResults>();

function resultsOf(
  evs: readonly Ev[],
  state: FilterState,
  makes: readonly string[],
): FilterResults {
  const cached = lastResults.get(state);
  if (cached?.evs === evs) return cached;
  const { sort, quick } = state;
  const found = findModels(evs, toVehicleFilter(state, makes), sort, { quick });
  const results = { evs, state, found: { ...found, matches: found.matches.map(reuseMatch) } };
  lastResults.set(state, results);
  return results;
}

/**
 * @param evs every model; undefined while there is nothing to search
 * @param slice what the document shows meanwhile, if the filters are still those that it was made for
 */
export function useFilterResults(
  evs: readonly Ev[] | undefined,
  slice?: Pick<Catalogue, "evs" | "counts">,
): FilterResults | null {
  const { state } = useFilters();
  const makes = useMakes();
  // The transition in useFilters covers gestures; this covers choices, which show before the search ends.
  const searchedEvs = useDeferredValue(evs);
  const searchedState = useDeferredValue(state);
  const served = evs ? undefined : slice?.counts?.found;
  const servedEvs = slice?.evs ?? NO_EVS;
  const servedResults = useMemo(() => {
    if (served?.filters !== serializeFilters(state)) return null;
    const { matches } = resultsOf(servedEvs, state, makes).found;
    return { evs: servedEvs, state, found: { ...served, matches } };
  }, [served, servedEvs, state, makes]);
  return searchedEvs ? resultsOf(searchedEvs, searchedState, makes) : servedResults;
}

/** The same for what a page knows of the catalogue. */
export function useCatalogueResults(catalogue: Catalogue): FilterResults | null {
  return useFilterResults(catalogue.isWhole ? catalogue.evs : undefined, catalogue);
}

/** Returns how many models each choice would show; the catalogue's counts until the models arrive. */
export function useLiveFacets(facets: Facets, evs: readonly Ev[] | undefined): Facets {
  const makes = useMakes();
  const results = useFilterResults(evs);
  return useMemo(() => {
    if (!results || !evs) return facets;
    const { state, found } = results;
    const { quick } = state;
    const all = quick === null ? found : undefined;
    return liveFacets(facets, evs, toVehicleFilter(state, makes), quick, all);
  }, [facets, evs, results, makes]);
}

/** The newest values of these keys, for a field, which renders again only when one of them changes. */
export function useFilterField<Key extends keyof FilterState>(
  ...keys: readonly Key[]
): { readonly state: Pick<FilterState, Key>; readonly update: UpdateFilters } {
  const query = usePageQuery();
  const [select] = useState(() => selectNewest(query.served(FILTERS_CODEC).value, keys));
  const state = useSyncExternalStore(
    query.subscribe,
    () => select(query.get(FILTERS_CODEC).value),
    () => query.served(FILTERS_CODEC).value,
  );
  return { state, update: useUpdate() };
}

/** Returns the previous state while it has the same values under these keys. */
function selectNewest(served: FilterState, keys: readonly (keyof FilterState)[]) {
  let last = served;
  return (now: FilterState): FilterState => {
    if (keys.some((key) => now[key] !== last[key])) last = now;
    return last;
  };
}
