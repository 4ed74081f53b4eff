import { startTransition } from "react";
import { createStore, type StoreApi } from "zustand/vanilla";

import { HOME } from "../../domain/routes.ts";
import { type AddressPort, createAddressState } from "../../ui/address-state.ts";
import { isFilterParameter, parseFilters, serializeFilters } from "./filter-address.ts";
import { dropUnusedExceptions, type FilterState } from "./filter-state.ts";
import { readStoredFilters, type StoredFilters, storeChanges } from "./filter-storage.ts";
import { BOUNDS, LIMITS } from "../../domain/filters/filters.ts";
import type { Pair } from "../../domain/filters/limits.ts";
import { QUICK } from "../../domain/filters/quick-filters.ts";

type ReadonlyStore = Pick<StoreApi<FilterState>, "getState" | "getInitialState" | "subscribe">;

/**
 * A page's filter state, connected to the address and the browser's storage. Its own listeners are notified
 * immediately, which suits a field that is being typed in or dragged.
 */
export interface FilterStore extends ReadonlyStore {
  /**
   * For the rest of the page: notified immediately after a choice, and in a transition after typing or
   * dragging, once the field has been painted.
   */
  late: ReadonlyStore;
  /** a change by the visitor; isChoice marks a choice even if typing could have caused the same change */
  update: (change: (state: FilterState) => FilterState, options?: { isChoice: boolean }) => void;
  /** a change by the page, without a history entry */
  restoreFilters: (state: FilterState) => void;
  /**
   * Nothing is stored or written before this is called, neither on the server nor while hydrating.
   * @returns a function that disconnects
   */
  connect: () => () => void;
  /** applies stored filters, except what the visitor has changed since arrival (finding.md#stored-filters) */
  restore: () => void;
  /** adopts another tab's changes of the sliders' flags (finding.md#sliders) */
  checkFlags: () => void;
}

const BURSTS: readonly (keyof FilterState)[] = ["search", "range", "price", ...BOUNDS, ...LIMITS];

function changedKeys(before: FilterState, after: FilterState): (keyof FilterState)[] {
  // Both are FilterStates, whose keys are all known.
  const keys = Object.keys(after) as (keyof FilterState)[];
  return keys.filter((key) => before[key] !== after[key]);
}

/** Returns a key for a moved thumb or typed text, unless the change removed something. */
export function changeBurst(before: FilterState, after: FilterState): string | null {
  // Typing also clears the words that were ignored before.
  const follows = (key: keyof FilterState) =>
    key === "keepMissing" || (key === "ignored" && after.ignored === "");
  const [only, another] = changedKeys(before, after).filter((key) => !follows(key));
  if (only === undefined || another !== undefined || !BURSTS.includes(only)) return null;
  return after[only] === null ? null : only;
}

/** Does not wait in the background, where a page is never painted. */
function afterPaint(run: () => void): () => void {
  if (typeof document === "undefined" || document.hidden) {
    run();
    return () => {};
  }
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => (timer = setTimeout(run)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Adopts another tab's first move, and its reset unless this page has another value. */
function mergeStoredFlag<T extends number | Pair>(
  mine: T | null,
  last: T | null,
  now: T | null,
): T | null {
  if (mine === null) return last === null ? now : null;
  return last !== null && now === null && String(last) === String(mine) ? null : mine;
}

/**
 * Stored filters replace whatever the visitor has not changed. @returns `state` itself when there are none
 */
function mergeStoredFilters(
  state: FilterState,
  { quick, range, price, makes, bodyTypes }: StoredFilters,
  touched: ReadonlySet<keyof FilterState>,
): FilterState {
  const isUntouched = (...keys: (keyof FilterState)[]) => !keys.some((key) => touched.has(key));
  let next = state;
  if (quick !== null && isUntouched("quick", "sort"))
    next = { ...next, quick, sort: QUICK[quick].sort };
  // A quick filter chosen in the meantime has reset both.
  if (range !== null && isUntouched("quick", "range")) next = { ...next, range };
  if (price !== null && isUntouched("quick", "price")) next = { ...next, price };
  if (makes.length > 0 && isUntouched("makes")) next = { ...next, makes };
  if (bodyTypes.length > 0 && isUntouched("bodyTypes")) next = { ...next, bodyTypes };
  return next;
}

interface FilterStoreOptions {
  /** path of the page; only the home page's filters are stored */
  path?: string;
  /** for tests */
  port?: AddressPort | undefined;
}

function createFilterAddress({ path, port }: FilterStoreOptions & { path: string }) {
  return createAddressState({
    path,
    owns: isFilterParameter,
    read: (search) => serializeFilters(parseFilters(search)),
    isFirst: true,
    port,
  });
}

export function createFilterStore(
  initial: FilterState,
  { path = HOME, port }: FilterStoreOptions = {},
): FilterStore {
  const isStored = path === HOME;
  const address = createFilterAddress({ path, port });
  const store = createStore(() => initial);
  const late = createStore(() => initial);
  const { getState, getInitialState, subscribe } = store;
  let isConnected = false;
  /** as last read since connecting */
  let stored: StoredFilters;
  const touched = new Set<keyof FilterState>();
  let cancelLate = () => {};

  function show(next: FilterState, burst: string | null = null): void {
    store.setState(next, true);
    const showLate = () => late.setState(next, true);
    cancelLate();
    if (burst !== null) cancelLate = afterPaint(() => startTransition(showLate));
    else showLate();
  }

  function apply(after: FilterState, burst: string | null = null): void {
    const before = getState();
    for (const key of changedKeys(before, after)) touched.add(key);
    show(after, burst);
    if (!isConnected || !isStored) return;
    storeChanges(before, after);
    stored = readStoredFilters();
  }

  /** Writes the address without a history entry. */
  function replaceUrl(): void {
    if (isConnected) address.write(serializeFilters(getState()), { replaces: true });
  }

  return {
    getState,
    getInitialState,
    subscribe,
    late,
    update(change, { isChoice } = { isChoice: false }) {
      const before = getState();
      const after = change(before);
      if (changedKeys(before, after).length === 0) return;
      const burst = isChoice ? null : changeBurst(before, after);
      apply(after, burst);
      if (isConnected) address.write(serializeFilters(after), { burst });
    },
    restoreFilters(kept) {
      apply(kept);
      replaceUrl();
    },
    connect() {
      isConnected = true;
      stored = readStoredFilters();
      if (touched.size > 0) replaceUrl();
      const leave = address.connect((query) => apply(parseFilters(query)));
      return () => {
        leave();
        isConnected = false;
      };
    },
    restore() {
      if (!isStored) return;
      const next = mergeStoredFilters(getState(), readStoredFilters(), touched);
      if (next === getState()) return;
      show(next);
      replaceUrl();
    },
    checkFlags() {
      if (!isStored) return;
      const last = stored;
      const state = getState();
      stored = readStoredFilters();
      const range = mergeStoredFlag(state.range, last.range, stored.range);
      const price = mergeStoredFlag(state.price, last.price, stored.price);
      if (range === state.range && price === state.price) return;
      show(dropUnusedExceptions({ ...state, range, price }));
      replaceUrl();
    },
  };
}
