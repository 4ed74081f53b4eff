import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useDeferredValue,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";

import { type Facets, liveFacets } from "../../domain/filters/facets.ts";
import { findModels, type FoundModels, type Match } from "../../domain/filters/find-models.ts";
import { HOME } from "../../domain/routes.ts";
import type { Ev } from "../../domain/vehicle.ts";
import type { Catalogue } from "../catalogue/use-catalogue.ts";
import type { WriteOptions } from "../../ui/page-query.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { useHydrated } from "../../ui/hydration.ts";
import { usePageQuery, usePageState } from "../../ui/use-page-state.tsx";
import { FILTERS_CODEC, serializeFilters } from "./filter-address.ts";
import { type ActiveFilter, activeFilters } from "./filter-chips.ts";
import { DEFAULT_FILTERS, type FilterState } from "./filter-state.ts";
import { connectStorage } from "./filter-storage.ts";
import { toVehicleFilter } from "./filter-views.ts";

/** Changes the state with a transition of filter-state.ts. */
type UpdateFilters = (change: (state: FilterState) => FilterState, options?: WriteOptions) => void;

export interface Filters {
  readonly state: FilterState;
  readonly makes: readonly string[];
  /** stable */
  readonly update: UpdateFilters;
}

/**
 * Of the catalogue; a context of its own, so that fields don't render again when the filters of the rest of
 * the page follow.
 */
const MakesContext = createContext<readonly string[] | null>(null);
const FiltersContext = createContext(DEFAULT_FILTERS);

interface FiltersProviderProps {
  /** the catalogue's brands; the same on the server and for hydration */
  makes: readonly string[];
  children: ReactNode;
}

/**
 * The page's filters for one of its parts. A part that is served and whose code is loaded later needs one of
 * its own: a context that changes above it would discard its HTML.
 */
export function FiltersProvider({ makes, children }: FiltersProviderProps) {
  const query = usePageQuery();
  const [newest, , { gesture }] = usePageState(FILTERS_CODEC);
  // A choice is shown immediately, but typing and dragging once the field has moved.
  const deferred = useDeferredValue(newest);
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);
  useLayoutEffect(() => {
    if (query.path === HOME) return connectStorage(query, isServed);
  }, [query, isServed]);
  return (
    <MakesContext value={makes}>
      <FiltersContext value={gesture === null ? newest : deferred}>{children}</FiltersContext>
    </MakesContext>
  );
}

function useMakes(): readonly string[] {
  const makes = use(MakesContext);
  if (makes === null) throw new Error("useFilters needs a FiltersProvider above it");
  return makes;
}

function useUpdate(): UpdateFilters {
  const query = usePageQuery();
  return useCallback((...change) => query.set(FILTERS_CODEC, ...change), [query]);
}

/**
 * For everything but fields: follows typing and dragging in a render that the next key interrupts.
 * @throws outside a FiltersProvider
 */
export function useFilters(): Filters {
  const makes = useMakes();
  const update = useUpdate();
  const state = use(FiltersContext);
  return { state, makes, update };
}

export function useActiveFilters(): readonly ActiveFilter[] {
  const { state, makes } = useFilters();
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
function lastLike(match: Match): Match {
  const last = lastMatches.get(match.ev);
  const isSame =
    last?.shown === match.shown &&
    last.passing.length === match.passing.length &&
    last.passing.every((index, at) => match.passing[at] === index);
  if (last && isSame) return last;
  lastMatches.set(match.ev, match);
  return match;
}

const cache = new WeakMap<FilterState, FilterResults>();

function resultsOf(
  evs: readonly Ev[],
  state: FilterState,
  makes: readonly string[],
): FilterResults {
  const cached = cache.get(state);
  if (cached?.evs === evs) return cached;
  const { sort, quick } = state;
  const found = findModels(evs, toVehicleFilter(state, makes), sort, { quick });
  const results = { evs, state, found: { ...found, matches: found.matches.map(lastLike) } };
  cache.set(state, results);
  return results;
}

/**
 * Filters to count instead of the current ones; must be stable and return the same object for the same state.
 */
type PreviewFilters = (
  state: FilterState,
  evs: readonly Ev[],
  makes: readonly string[],
) => FilterState;

/** @returns null until the models have arrived */
export function useFilterResults(
  evs: readonly Ev[] | undefined,
  preview?: PreviewFilters,
): FilterResults | null {
  const { state: present, makes } = useFilters();
  const state = preview && evs ? preview(present, evs, makes) : present;
  const deferredQuery = useDeferredValue(useMemo(() => ({ evs, state }), [evs, state]));
  return deferredQuery.evs ? resultsOf(deferredQuery.evs, deferredQuery.state, makes) : null;
}

/** The same with the document's models, as long as the filters are those of the document. */
export function useCatalogueResults(catalogue: Catalogue): FilterResults | null {
  const { evs, counts, isWhole } = catalogue;
  const { state, makes } = useFilters();
  const results = useFilterResults(isWhole ? evs : undefined);
  const served = isWhole ? undefined : counts?.found;
  const servedResults = useMemo(() => {
    if (served?.filters !== serializeFilters(state)) return null;
    const { matches } = resultsOf(evs, state, makes).found;
    return { evs, state, found: { ...served, matches } };
  }, [served, evs, state, makes]);
  return results ?? servedResults;
}

/** Returns how many models each choice would show; the catalogue's counts until the models arrive. */
export function useLiveFacets(
  facets: Facets,
  evs: readonly Ev[] | undefined,
  preview?: PreviewFilters,
): Facets {
  const makes = useMakes();
  const results = useFilterResults(evs, preview);
  return useMemo(() => {
    if (!results || !evs) return facets;
    const { state, found } = results;
    const { quick } = state;
    const all = quick === null ? found : undefined;
    return liveFacets(facets, evs, toVehicleFilter(state, makes), quick, all);
  }, [facets, evs, results, makes]);
}

/**
 * For fields: the newest state. The component renders again only when one of these keys changes; the values of
 * others may be older.
 */
export function useFilterField(...keys: readonly (keyof FilterState)[]): Filters {
  const query = usePageQuery();
  const [select] = useState(() => selectNewest(query.served(FILTERS_CODEC).value, keys));
  const state = useSyncExternalStore(
    query.subscribe,
    () => select(query.get(FILTERS_CODEC).value),
    () => query.served(FILTERS_CODEC).value,
  );
  return { state, makes: useMakes(), update: useUpdate() };
}

/** Returns the previous state while it has the same values under these keys. */
function selectNewest(served: FilterState, keys: readonly (keyof FilterState)[]) {
  let last = served;
  return (now: FilterState): FilterState => {
    if (keys.some((key) => now[key] !== last[key])) last = now;
    return last;
  };
}
