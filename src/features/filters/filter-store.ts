import { startTransition } from "react";

import { HOME } from "../../routes.ts";
import { type AddressPort, createAddressState } from "../../ui/address-state.ts";
import { isFilterParameter, parseFilters, serialiseFilters } from "./filter-address.ts";
import {
  clearPrice,
  clearRange,
  type FilterState,
  restingPrice,
  restingRange,
} from "./filter-state.ts";
import { readSliders, readStoredFilters, storeChanges } from "./filter-storage.ts";
import { MEASURES } from "./filters.ts";
import { quickSort } from "./quick-filters.ts";

/** The one filter state of a page, joined to the address and to the browser's storage. */
export interface FilterStore {
  get: () => FilterState;
  /** for a field that is typed into or dragged: told of each change at once */
  subscribe: (listener: () => void) => () => void;
  /**
   * for the page at large: told of a choice at once; of typing and dragging in a transition when the
   * field itself has been painted
   */
  subscribeLate: (listener: () => void) => () => void;
  /** a change by the visitor: shown, stored and written into the address at once */
  update: (change: (state: FilterState) => FilterState) => void;
  /** as `update`, for what the page does by itself: Back does not stop at it */
  reapply: (state: FilterState) => void;
  /**
   * joins the browser; before that (on the server, while hydrating) the state only stands
   * @returns leaves it
   */
  connect: () => () => void;
  /** re-applies stored filters, except what the visitor has changed since arrival (readings 5) */
  restore: () => void;
  /** takes over what another tab did to the sliders' flags (§4) */
  checkFlags: () => void;
}

const BURSTS: readonly (keyof FilterState)[] = ["search", "range", "price", ...MEASURES];

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

function join(listeners: Set<() => void>, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Runs something once what has changed is painted; a page in the background paints nothing. */
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

function samePair(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

/** @param port the browser's history; a test gives its own */
export function createFilterStore(initial: FilterState, port?: AddressPort): FilterStore {
  const address = createAddressState({
    path: HOME,
    owns: isFilterParameter,
    read: (search) => serialiseFilters(parseFilters(search)),
    isFirst: true,
    port,
  });
  let state = initial;
  let isConnected = false;
  /** as last seen in the storage */
  let sliders = readSliders();
  const touched = new Set<keyof FilterState>();
  const listeners = new Set<() => void>();
  const lateListeners = new Set<() => void>();
  let cancelLate = () => {};

  function show(next: FilterState): void {
    const inBurst = burstOf(state, next) !== null;
    state = next;
    for (const listener of listeners) listener();
    const tellLate = () => lateListeners.forEach((listener) => listener());
    cancelLate();
    if (inBurst) cancelLate = afterPaint(() => startTransition(tellLate));
    else tellLate();
  }

  /** Shows and stores what the visitor has changed, or is to be treated so. */
  function apply(after: FilterState): void {
    const before = state;
    for (const key of changedKeys(before, after)) touched.add(key);
    show(after);
    if (!isConnected) return;
    storeChanges(before, after);
    sliders = readSliders();
  }

  function untouched(...keys: (keyof FilterState)[]): boolean {
    return !keys.some((key) => touched.has(key));
  }

  /** Brings the address in line, without a step for Back. */
  function amend(): void {
    if (isConnected) address.write(serialiseFilters(state), { replaces: true });
  }

  return {
    get: () => state,
    subscribe: (listener) => join(listeners, listener),
    subscribeLate: (listener) => join(lateListeners, listener),
    update(change) {
      const before = state;
      const after = change(before);
      if (changedKeys(before, after).length === 0) return;
      apply(after);
      if (!isConnected) return;
      address.write(serialiseFilters(after), { burst: burstOf(before, after) });
    },
    reapply(kept) {
      apply(kept);
      amend();
    },
    connect() {
      isConnected = true;
      sliders = readSliders();
      if (touched.size > 0) amend();
      const leave = address.connect((query) => apply(parseFilters(query)));
      return () => {
        leave();
        isConnected = false;
      };
    },
    restore() {
      const stored = readStoredFilters();
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
      amend();
    },
    checkFlags() {
      const last = sliders;
      const now = readSliders();
      sliders = now;
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
      amend();
    },
  };
}
