import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useState,
  useSyncExternalStore,
} from "react";
import { useLocation, useSearch } from "wouter";

import {
  browserHistory,
  type Codec,
  createPageQuery,
  type PageQuery,
  type WriteOptions,
} from "./page-query.ts";

const PageQueryContext = createContext<PageQuery | null>(null);

/** Holds the query of one page: mount another one for another path. */
export function PageQueryProvider({ children }: { children: ReactNode }) {
  const [path] = useLocation();
  const search = useSearch();
  const [query] = useState(() => createPageQuery(search, browserHistory(path)));
  useEffect(() => query.connect(), [query]);
  return <PageQueryContext value={query}>{children}</PageQueryContext>;
}

/** @throws outside a PageQueryProvider */
export function usePageQuery(): PageQuery {
  const query = use(PageQueryContext);
  if (query === null) throw new Error("usePageQuery needs a PageQueryProvider above it");
  return query;
}

/** A feature's part of the query, like `useState`. @param codec must be the same object on each render */
export function usePageState<T>(codec: Codec<T>) {
  const query = usePageQuery();
  const { value, gesture, arrivals } = useSyncExternalStore(
    query.subscribe,
    () => query.get(codec),
    () => query.served(codec),
  );
  const set = useCallback(
    (change: (now: T) => T, options?: WriteOptions) => query.set(codec, change, options),
    [query, codec],
  );
  return [value, set, { gesture, arrivals }] as const;
}
