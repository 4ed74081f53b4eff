import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from "react";
import { useSearch } from "wouter";
import { useStore } from "zustand";
import { useHydrated } from "../../ui/use-hydrated.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { useDistance } from "../../ui/use-distance.ts";
import { type Facets, liveFacets } from "../../domain/filters/facets.ts";
import { hasFilters, hasRank, parseFilters } from "./filter-address.ts";
import { type ActiveFilter, activeFilters } from "./filter-chips.ts";
import { whenFiltersReturn } from "./filter-return.ts";
import type { FilterState } from "./filter-state.ts";
import { createFilterStore, type FilterStore } from "./filter-store.ts";
import { toVehicleFilter } from "./filter-views.ts";
import { findModels, type FoundModels, type Match } from "../../domain/filters/find-models.ts";
import { FilterStoreContext } from "./filters-place.ts";
import { FLAG_CHECK_MS } from "./limits.ts";

export interface Filters {
  readonly state: FilterState;
  readonly makes: readonly string[];
  /** changes the state with a transition of filter-state.ts; stable */
  readonly update: FilterStore["update"];
  /** restores a saved state without a history entry; stable */
  readonly reapply: FilterStore["restoreFilters"];
}

/**
 * Stays the same while the filters change: a changing context would discard the served HTML of a part whose
 * code is still loading.
 */
interface FiltersSource {
  readonly store: FilterStore;
  readonly makes: readonly string[];
}

const FiltersContext = createContext<FiltersSource | null>(null);

const connected = new WeakSet<FilterStore>();

function useBrowser(store: FilterStore): void {
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);

  // Runs before the children's effects, so that their changes reach the address.
  useLayoutEffect(() => {
    if (connected.has(store)) return;
    connected.add(store);
    const isAsked = hasFilters(location.search) || hasRank(location.search);
    const leave = store.connect();
    const stopRestoring = isAsked ? undefined : whenFiltersReturn(store.restore, isServed);
    const checking = setInterval(() => {
      if (document.visibilityState === "visible") store.checkFlags();
    }, FLAG_CHECK_MS);
    return () => {
      connected.delete(store);
      leave();
      stopRestoring?.();
      clearInterval(checking);
    };
  }, [store, isServed]);
}

interface FiltersProviderProps {
  /** path of the page; absent on the home page, whose filters are also stored */
  path?: string;
  makes: readonly string[];
  children: ReactNode;
}

/**
 * Begins as the address says, on the server and in the browser; stored filters follow after
 * hydration. Several below one `FiltersPlace` share their filters. @param makes the catalogue's brands;
 * the same on the server and for hydration
 */
export function FiltersProvider({ path, makes, children }: FiltersProviderProps) {
  const search = useSearch();
  const context = use(FilterStoreContext);
  const [store] = useState(() => filtersAt(context, search, path));
  useBrowser(store);
  const source = useMemo(() => ({ store, makes }), [store, makes]);
  return <FiltersContext value={source}>{children}</FiltersContext>;
}

/** Returns the page's filters, or creates them for the page. */
function filtersAt(
  place: { current: FilterStore | null } | null,
  search: string,
  path: string | undefined,
): FilterStore {
  if (place?.current) return place.current;
  const store = createFilterStore(parseFilters(search), path === undefined ? {} : { path });
  if (place) place.current = store;
  return store;
}

function useSource(): FiltersSource {
  const source = use(FiltersContext);
  if (source === null) throw new Error("useFilters needs a FiltersProvider above it");
  return source;
}

/**
 * For the rest of the page: shows a choice immediately, but typing and dragging in a transition, which the
 * next key can interrupt.
 * @throws outside a FiltersProvider
 */
export function useFilters(): Filters {
  const { store, makes } = useSource();
  const isHydrated = useHydrated();
  const [state, setState] = useState(() =>
    isHydrated ? store.getState() : store.getInitialState(),
  );
  useEffect(() => {
    // Picks up changes made before this component existed.
    startTransition(() => setState(store.getState()));
    // useSyncExternalStore would leave the transition.
    return store.late.subscribe(setState);
  }, [store]);
  return { state, makes, update: store.update, reapply: store.restoreFilters };
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
export type PreviewFilters = (
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

/** Returns how many models each choice would show; the catalogue's counts until the models arrive. */
export function useLiveFacets(
  facets: Facets,
  evs: readonly Ev[] | undefined,
  preview?: PreviewFilters,
): Facets {
  const { makes } = useSource();
  const results = useFilterResults(evs, preview);
  return useMemo(() => {
    if (!results || !evs) return facets;
    const { state, found } = results;
    const { quick } = state;
    const all = quick === null ? found : undefined;
    return liveFacets(facets, evs, toVehicleFilter(state, makes), quick, all);
  }, [facets, evs, results, makes]);
}

export type FilterField = Omit<Filters, "reapply">;

/**
 * For fields shown while a visitor types or drags: only these render before the next paint. Other fields may
 * be older. @param keys must be stable
 */
export function useFilterField(...keys: readonly (keyof FilterState)[]): FilterField {
  const { store, makes } = useSource();
  const [select] = useState(() => selectNewest(store.getInitialState(), keys));
  const state = useStore(store, select);
  return { state, makes, update: store.update };
}

/** Returns the previous state while it has the same values under these keys. */
function selectNewest(initial: FilterState, keys: readonly (keyof FilterState)[]) {
  let last = initial;
  return (now: FilterState): FilterState => {
    if (keys.some((key) => now[key] !== last[key])) last = now;
    return last;
  };
}
