import type { AddressWriter } from "./address-writer.ts";
import { parseFilters, serialiseFilters } from "./filter-address.ts";
import {
  clearPrice,
  clearRange,
  type FilterState,
  restingPrice,
  restingRange,
} from "./filter-state.ts";
import type { BrowserStorage } from "./filter-return.ts";
import {
  readSliders,
  readStoredFilters,
  storeChanges,
  type StoredSlider,
} from "./filter-storage.ts";
import { quickSort } from "./quick-filters.ts";

/** Runs something soon. @returns cancels it */
type Later = (run: () => void) => () => void;

/** The one filter state of a page, joined to the address and to the browser's storage. */
export interface FilterStore {
  get: () => FilterState;
  /** @param listener told whether the change is one of a burst, of which more may follow at once */
  subscribe: (listener: (inBurst: boolean) => void) => () => void;
  /** a change by the visitor: shown at once; stored and written into the address when there is time */
  update: (change: (state: FilterState) => FilterState) => void;
  /** as `update`, for what the page does by itself: Back does not stop at it */
  reapply: (state: FilterState) => void;
  /**
   * joins the browser; before that (on the server, while hydrating) the state only stands
   * @param later runs what may wait until the change is on the screen; at once when absent
   */
  connect: (writer: AddressWriter, storage: BrowserStorage, later?: Later) => void;
  /** stores and writes what still waits, before the visitor leaves */
  flush: () => void;
  /** the address changed by itself: Back, Forward or a link */
  followAddress: (search: string) => void;
  /** re-applies stored filters, except what the visitor has changed since arrival (readings 5) */
  restore: () => void;
  /** takes over what another tab did to the sliders' flags (§4) */
  checkFlags: () => void;
}

const BURSTS: readonly (keyof FilterState)[] = [
  "search",
  "range",
  "price",
  "acceleration",
  "cargo",
  "topSpeed",
];

function changedKeys(before: FilterState, after: FilterState): (keyof FilterState)[] {
  // Object.keys forgets the key type; both are FilterStates, whose keys are all known.
  const keys = Object.keys(after) as (keyof FilterState)[];
  return keys.filter((key) => before[key] !== after[key]);
}

/** The burst a change belongs to: one thumb or the search text moved, and nothing was removed. */
export function burstOf(before: FilterState, after: FilterState): string | null {
  const changed = changedKeys(before, after).filter((key) => key !== "keepMissing");
  const removed =
    (before.rangeTouched && !after.rangeTouched) || (before.priceTouched && !after.priceTouched);
  const moved = changed.filter((key) => key !== "rangeTouched" && key !== "priceTouched");
  const only = moved.length === 1 && !removed ? moved[0] : undefined;
  return only !== undefined && BURSTS.includes(only) ? only : null;
}

function samePair(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

const atOnce: Later = (run) => {
  run();
  return () => undefined;
};

export function createFilterStore(initial: FilterState): FilterStore {
  let state = initial;
  let writer: AddressWriter | null = null;
  let storage: BrowserStorage = null;
  let sliders: { range: StoredSlider; price: StoredSlider } | null = null;
  let later = atOnce;
  /** what is shown but neither stored nor in the address yet */
  let unwritten: (readonly [before: FilterState, after: FilterState, isStep: boolean])[] = [];
  let cancel: (() => void) | null = null;
  const touched = new Set<keyof FilterState>();
  const listeners = new Set<(inBurst: boolean) => void>();

  function show(next: FilterState): void {
    const inBurst = burstOf(state, next) !== null;
    state = next;
    for (const listener of listeners) listener(inBurst);
  }

  /** @param isStep whether Back undoes it */
  function apply(after: FilterState, isStep: boolean): void {
    const before = state;
    const changed = changedKeys(before, after);
    if (changed.length === 0) return;
    for (const key of changed) touched.add(key);
    show(after);
    unwritten.push([before, after, isStep]);
    if (unwritten.length === 1) cancel = later(catchUp);
  }

  /** Stores and writes what is shown. */
  function catchUp(): void {
    cancel?.();
    cancel = null;
    const changes = unwritten;
    if (changes.length === 0) return;
    unwritten = [];
    for (const [before, after, isStep] of changes) {
      storeChanges(storage, before, after);
      const query = serialiseFilters(after);
      if (isStep) writer?.write(query, burstOf(before, after));
      else writer?.amend(query);
    }
    sliders = readSliders(storage);
  }

  function untouched(...keys: (keyof FilterState)[]): boolean {
    return !keys.some((key) => touched.has(key));
  }

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    update: (change) => apply(change(state), true),
    reapply: (kept) => apply(kept, false),
    flush() {
      catchUp();
      writer?.flush();
    },
    connect(nextWriter, nextStorage, nextLater = atOnce) {
      catchUp();
      writer = nextWriter;
      storage = nextStorage;
      later = nextLater;
      sliders = readSliders(storage);
      if (touched.size > 0) writer.amend(serialiseFilters(state));
    },
    followAddress(search) {
      const next = parseFilters(search);
      const query = serialiseFilters(next);
      // Our own writing is told late: more may have been typed since.
      if (writer === null || query === writer.written()) return;
      catchUp();
      writer.moved(query);
      for (const key of changedKeys(state, next)) touched.add(key);
      const before = state;
      show(next);
      storeChanges(storage, before, next);
      sliders = readSliders(storage);
    },
    restore() {
      catchUp();
      const stored = readStoredFilters(storage);
      let next = state;
      if (stored.quick !== null && untouched("quick", "sort")) {
        const { quick } = stored;
        next = { ...next, quick, sort: quickSort(quick) };
        if (!next.rangeTouched) next = { ...next, range: restingRange(quick) };
        if (!next.priceTouched) next = { ...next, price: restingPrice(quick) };
      }
      if (stored.range.touched && untouched("range", "rangeTouched"))
        next = { ...next, range: stored.range.pair, rangeTouched: true };
      if (stored.price.touched && untouched("price", "priceTouched"))
        next = { ...next, price: stored.price.pair, priceTouched: true };
      if (stored.makes.length > 0 && untouched("makes")) next = { ...next, makes: stored.makes };
      if (stored.bodyTypes.length > 0 && untouched("bodyTypes"))
        next = { ...next, bodyTypes: stored.bodyTypes };
      if (next === state) return;
      show(next);
      writer?.amend(serialiseFilters(next));
    },
    checkFlags() {
      catchUp();
      const last = sliders;
      const now = readSliders(storage);
      sliders = now;
      if (last === null) return;
      let next = state;
      if (now.range.touched && !last.range.touched && !next.rangeTouched)
        next = { ...next, range: now.range.pair, rangeTouched: true };
      if (now.price.touched && !last.price.touched && !next.priceTouched)
        next = { ...next, price: now.price.pair, priceTouched: true };
      // A filter of this page's own (from its address, or moved apart since) outlives another tab's reset.
      const lostRange = last.range.touched && !now.range.touched && next.rangeTouched;
      if (lostRange && samePair(last.range.pair, next.range)) next = clearRange(next);
      const lostPrice = last.price.touched && !now.price.touched && next.priceTouched;
      if (lostPrice && samePair(last.price.pair, next.price)) next = clearPrice(next);
      if (next === state) return;
      show(next);
      writer?.amend(serialiseFilters(next));
    },
  };
}
