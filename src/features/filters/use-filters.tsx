import {
  createContext,
  type ReactNode,
  startTransition,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useSearch } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { HOME } from "../../routes.ts";
import { useHydrated } from "../../ui/hydrated.ts";
import type { DistanceFormats } from "../../vehicle/distance.ts";
import { useDistance } from "../../vehicle/use-distance.ts";
import { afterPaint } from "./after-paint.ts";
import { createAddressWriter, type HistoryPort } from "./address-writer.ts";
import { hasFilters, parseFilters, replaceFilters, serialiseFilters } from "./filter-address.ts";
import { type ActiveFilter, activeFilters } from "./filter-chips.ts";
import type { FilterState } from "./filter-state.ts";
import { browserStorage, whenFiltersReturn } from "./filter-return.ts";
import { createFilterStore, type FilterStore } from "./filter-store.ts";
import { toVehicleFilter } from "./filter-views.ts";
import type { VehicleFilter } from "./filters.ts";
import { FLAG_CHECK_MS } from "./limits.ts";
import { createShownFilters, type Discovered, type ShownFilters } from "./shown-filters.ts";

/** The filters of the home page, for everything on it that shows or changes them. */
export interface Filters {
  readonly state: FilterState;
  /** what the state asks of a trim, for findModels() */
  readonly filter: VehicleFilter;
  /** the chips; their number stands on the filter button */
  readonly active: readonly ActiveFilter[];
  /** the catalogue's brands */
  readonly makes: readonly string[];
  /** changes the state at once; pass a transition of filter-state.ts. Its identity never changes. */
  readonly update: (change: (state: FilterState) => FilterState) => void;
  /** brings a kept state back, as no step of its own for Back. Its identity never changes. */
  readonly reapply: (state: FilterState) => void;
}

/**
 * Where the filters come from. It stays the same while they change, so that a part of the page that
 * waits for its code is not disturbed by them.
 */
interface FiltersSource {
  readonly store: FilterStore;
  readonly shown: ShownFilters;
  /** the state of the served page */
  readonly initial: () => FilterState;
  readonly makes: readonly string[];
  readonly filtersOf: (state: FilterState, distance: DistanceFormats) => Filters;
}

const FiltersContext = createContext<FiltersSource | null>(null);

function browserHistory(): HistoryPort {
  const go = (filters: string, replace: boolean) => {
    // A pause that ends after the visitor has left must not write into another page's address.
    if (location.pathname !== HOME) return;
    const query = replaceFilters(location.search, filters);
    const address = `${HOME}${query && `?${query}`}${location.hash}`;
    navigate(address, { replace, state: replace ? history.state : null });
  };
  return {
    push: (query) => go(query, false),
    replace: (query) => go(query, true),
    now: () => performance.now(),
    later: (run, ms) => {
      const timer = setTimeout(run, ms);
      return () => clearTimeout(timer);
    },
  };
}

/** Joins the store to this browser while the page is shown. */
function useBrowser(store: FilterStore): void {
  const search = useSearch();
  const isHydrated = useHydrated();
  const [isServed] = useState(!isHydrated);

  // Before the effects of what is inside, so that their changes reach the address.
  useLayoutEffect(() => {
    const arrival = location.search;
    const writer = createAddressWriter(browserHistory(), serialiseFilters(parseFilters(arrival)));
    store.connect(writer, browserStorage(), afterPaint);
    const stopRestoring = hasFilters(arrival)
      ? undefined
      : whenFiltersReturn(store.restore, isServed);
    const checking = setInterval(() => {
      if (document.visibilityState === "visible") store.checkFlags();
    }, FLAG_CHECK_MS);
    // A click may be a link: what still waits belongs to the page it leaves.
    document.addEventListener("click", store.flush, true);
    addEventListener("pagehide", store.flush);
    return () => {
      store.flush();
      stopRestoring?.();
      clearInterval(checking);
      document.removeEventListener("click", store.flush, true);
      removeEventListener("pagehide", store.flush);
    };
  }, [store, isServed]);

  useEffect(() => {
    // The address itself is read, since `search` may be older than our last write.
    if (location.pathname === HOME) store.followAddress(location.search);
  }, [store, search]);
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
  const [shown] = useState(() => createShownFilters(store));
  useEffect(() => shown.follow(), [shown]);
  useBrowser(store);
  const source = useMemo<FiltersSource>(() => {
    const known = new WeakMap<DistanceFormats, WeakMap<FilterState, Filters>>();
    return {
      store,
      shown,
      initial: () => initial,
      makes,
      filtersOf(state, distance) {
        const inUnit = known.get(distance) ?? new WeakMap<FilterState, Filters>();
        known.set(distance, inUnit);
        const filters = inUnit.get(state) ?? {
          state,
          filter: toVehicleFilter(state, makes),
          active: activeFilters(state, makes, distance),
          makes,
          update: store.update,
          reapply: store.reapply,
        };
        inUnit.set(state, filters);
        return filters;
      },
    };
  }, [store, shown, initial, makes]);
  return <FiltersContext value={source}>{children}</FiltersContext>;
}

function useSource(): FiltersSource {
  const source = use(FiltersContext);
  if (source === null) throw new Error("useFilters needs a FiltersProvider above it");
  return source;
}

/** Something of what the page shows of the filters, and again when that has changed. */
function useShown<T>(read: (shown: ShownFilters) => T, first: T): T {
  const { shown } = useSource();
  const isHydrated = useHydrated();
  const [value, setValue] = useState<T>(() => (isHydrated ? read(shown) : first));
  useEffect(() => {
    const follow = () => setValue(() => read(shown));
    // What has changed before this part of the page was there.
    startTransition(follow);
    return shown.subscribe(follow);
  }, [shown, read]);
  return value;
}

const stateOf = (shown: ShownFilters) => shown.state();
const discoveredOf = (shown: ShownFilters) => shown.discovered();

/**
 * The home page's filters as the page shows them: a choice at once, of typing and of a moved thumb
 * what there is time for. Throws outside a FiltersProvider.
 */
export function useFilters(): Filters {
  const { initial, filtersOf } = useSource();
  return filtersOf(useShown(stateOf, initial()), useDistance());
}

/** What passes the filters, with the numbers beside the choices; null until it was looked for. */
export function useFound(): Discovered | null {
  return useShown(discoveredOf, null);
}

/** Where to look for what passes the filters. */
export function useFinder(): Pick<ShownFilters, "searchIn" | "discoverAtOnce"> {
  return useSource().shown;
}

/** What a field that is typed into or dragged needs of the filters. */
export interface FilterField {
  /** the newest; of the other fields it may be older */
  readonly state: FilterState;
  readonly makes: readonly string[];
  readonly update: Filters["update"];
}

/**
 * The newest of some fields of the filters, for what shows them as a visitor types or drags: it
 * alone is rendered before the next paint.
 * @param keys always the same
 */
export function useFilterField(...keys: readonly (keyof FilterState)[]): FilterField {
  const { store, initial, makes } = useSource();
  const [newest] = useState(() => partOf(store, keys));
  const state = useSyncExternalStore(store.subscribe, newest, initial);
  return { state, makes, update: store.update };
}

/** Reads a state that is another one only when one of the keys has changed. */
function partOf(store: FilterStore, keys: readonly (keyof FilterState)[]): () => FilterState {
  let known = store.get();
  return () => {
    const now = store.get();
    if (keys.some((key) => now[key] !== known[key])) known = now;
    return known;
  };
}
