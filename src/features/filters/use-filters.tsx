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
  useSyncExternalStore,
} from "react";
import { useSearch } from "wouter";
import { useHydrated } from "../../ui/hydrated.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { type Facets, liveFacets } from "./facets.ts";
import { hasFilters, parseFilters } from "./filter-address.ts";
import { type ActiveFilter, activeFilters } from "./filter-chips.ts";
import { whenFiltersReturn } from "./filter-return.ts";
import type { FilterState } from "./filter-state.ts";
import { createFilterStore, type FilterStore } from "./filter-store.ts";
import { toVehicleFilter } from "./filter-views.ts";
import { findModels, type FoundModels } from "./find-models.ts";
import { FLAG_CHECK_MS } from "./limits.ts";

/** The filters of the home page, for everything on it that shows or changes them. */
export interface Filters {
  readonly state: FilterState;
  /** the catalogue's brands */
  readonly makes: readonly string[];
  /** changes the state at once; pass a transition of filter-state.ts. Its identity never changes. */
  readonly update: FilterStore["update"];
  /** brings a kept state back, as no step of its own for Back. Its identity never changes. */
  readonly reapply: FilterStore["reapply"];
}

/**
 * Where the filters come from. It stays the same while they change, since a context that changes
 * would draw a part of the page that waits for its code anew.
 */
interface FiltersSource {
  readonly store: FilterStore;
  /** the state of the served page */
  readonly initial: FilterState;
  readonly makes: readonly string[];
}

const FiltersContext = createContext<FiltersSource | null>(null);

/** Joins the store to this browser while the page is shown. */
function useBrowser(store: FilterStore): void {
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);

  // Before the effects of what is inside, so that their changes reach the address.
  useLayoutEffect(() => {
    const isAsked = hasFilters(location.search);
    const leave = store.connect();
    const stopRestoring = isAsked ? undefined : whenFiltersReturn(store.restore, isServed);
    const checking = setInterval(() => {
      if (document.visibilityState === "visible") store.checkFlags();
    }, FLAG_CHECK_MS);
    return () => {
      leave();
      stopRestoring?.();
      clearInterval(checking);
    };
  }, [store, isServed]);
}

/**
 * Holds the filter state of the home page. It begins as the address says, on the server and in the
 * browser alike; stored filters follow after hydration.
 * @param makes the catalogue's brands; the same on the server and for hydration
 */
export function FiltersProvider({
  makes,
  children,
}: {
  makes: readonly string[];
  children: ReactNode;
}) {
  const search = useSearch();
  const [store] = useState(() => createFilterStore(parseFilters(search)));
  const [initial] = useState(() => store.get());
  useBrowser(store);
  const source = useMemo(() => ({ store, initial, makes }), [store, initial, makes]);
  return <FiltersContext value={source}>{children}</FiltersContext>;
}

function useSource(): FiltersSource {
  const source = use(FiltersContext);
  if (source === null) throw new Error("useFilters needs a FiltersProvider above it");
  return source;
}

/**
 * The home page's filters as the page at large shows them: a choice at once; typing and dragging in
 * a transition, which the next key interrupts. Throws outside a FiltersProvider.
 */
export function useFilters(): Filters {
  const { store, initial, makes } = useSource();
  const isHydrated = useHydrated();
  const [state, setState] = useState(() => (isHydrated ? store.get() : initial));
  useEffect(() => {
    const follow = () => setState(store.get());
    // What has changed before this part of the page was there.
    startTransition(follow);
    return store.subscribeLate(follow);
  }, [store]);
  return { state, makes, update: store.update, reapply: store.reapply };
}

/** The chips; their number stands on the filter button. */
export function useActiveFilters(): readonly ActiveFilter[] {
  const { state, makes } = useFilters();
  const distance = useDistance();
  return useMemo(() => activeFilters(state, makes, distance), [state, makes, distance]);
}

/** What passes the filters. */
export interface FilterResults {
  /** the filters that this was found with */
  readonly state: FilterState;
  readonly found: FoundModels;
}

/** Several parts of the page show the results of one state. */
const cache = new WeakMap<FilterState, FilterResults & { readonly evs: readonly Ev[] }>();

function resultsOf(
  evs: readonly Ev[],
  state: FilterState,
  makes: readonly string[],
): FilterResults {
  const cached = cache.get(state);
  if (cached?.evs === evs) return cached;
  const { sort, quick } = state;
  const found = findModels(evs, toVehicleFilter(state, makes), sort, { quick });
  const results = { evs, state, found };
  cache.set(state, results);
  return results;
}

/**
 * What passes the filters, a moment after they have changed.
 * @param evs every model; undefined while they are on their way
 * @returns null until it was looked for
 */
export function useFilterResults(evs: readonly Ev[] | undefined): FilterResults | null {
  const { state, makes } = useFilters();
  const asked = useDeferredValue(useMemo(() => ({ evs, state }), [evs, state]));
  return asked.evs ? resultsOf(asked.evs, asked.state, makes) : null;
}

/**
 * How many models each choice would show.
 * @param facets of the whole catalogue, shown until the models are there
 */
export function useLiveFacets(facets: Facets, evs: readonly Ev[] | undefined): Facets {
  const { makes } = useSource();
  const results = useFilterResults(evs);
  return useMemo(() => {
    if (!results || !evs) return facets;
    const { state, found } = results;
    const { quick } = state;
    const all = quick === null ? found : undefined;
    return liveFacets(facets, evs, toVehicleFilter(state, makes), quick, all);
  }, [facets, evs, results, makes]);
}

/** What a field that is typed into or dragged needs of the filters. */
export type FilterField = Omit<Filters, "reapply">;

/**
 * The newest of some fields of the filters, for what shows them as a visitor types or drags: it
 * alone is rendered before the next paint. Of the other fields the state may be older.
 * @param keys always the same
 */
export function useFilterField(...keys: readonly (keyof FilterState)[]): FilterField {
  const { store, initial, makes } = useSource();
  const [newest] = useState(() => partOf(store, keys));
  const state = useSyncExternalStore(store.subscribe, newest, () => initial);
  return { state, makes, update: store.update };
}

/** Reads a state that is another one only when one of the keys has changed. */
function partOf(store: FilterStore, keys: readonly (keyof FilterState)[]): () => FilterState {
  let last = store.get();
  return () => {
    const now = store.get();
    if (keys.some((key) => now[key] !== last[key])) last = now;
    return last;
  };
}
