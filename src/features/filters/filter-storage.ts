import { useEffect } from "react";

import { useIsServed } from "../../ui/hydration.ts";
import type { PageQuery } from "../../ui/page-query.ts";
import { usePageQuery } from "../../ui/use-page-state.tsx";
import { readStored, type Stored, writeStored } from "../../ui/storage.ts";
import { RANK } from "../../domain/routes.ts";
import { canonicalMake } from "../../domain/brands.ts";
import { BODY_TYPES } from "../../domain/field-options.ts";
import type { Bounds } from "../../domain/filters/bounds.ts";
import {
  FILTERS_CODEC,
  hasFilters,
  LIST_MAX_VALUES,
  VALUE_MAX_CHARACTERS,
} from "./filter-address.ts";
import { dropUnusedExceptions, type FilterState, tidyBounds } from "./filter-state.ts";
import { QUICK, QUICK_FILTERS, type QuickFilter } from "../../domain/filters/quick-filters.ts";
import { expandBodyType } from "../../domain/filters/search.ts";
import {
  DEFAULT_PRICE_USD,
  DEFAULT_RANGE_MILES,
  PANEL_RANGE_MILES,
  SHOWCASE_PRICE_USD,
  type SliderEnds,
} from "../../domain/filters/slider-scales.ts";

const QUICK_RESET_RANGE_MILES: SliderEnds = [100, 550]; // finding.md#quick-filters
const QUICK_RESET_PRICE_USD: SliderEnds = [20_000, 450_000]; // finding.md#quick-filters

const FLAG_CHECK_MS = 500; // finding.md#sliders
const RESTORE_DELAY_MS = 300; // finding.md#stored-filters
const ANDROID_RESTORE_DELAY_MS = 3000; // finding.md#stored-filters

function pairOr(fallback: SliderEnds): (text: string | null) => SliderEnds {
  return (text) => {
    const value: unknown = JSON.parse(text ?? "null");
    if (!Array.isArray(value) || value.length !== 2) return fallback;
    const [lower, upper]: unknown[] = value;
    if (typeof lower !== "number" || typeof upper !== "number") return fallback;
    return lower > 0 && lower <= upper && upper < 10_000_000 ? [lower, upper] : fallback;
  };
}

function parseStoredList(text: string | null): readonly string[] {
  const value: unknown = JSON.parse(text ?? "null");
  if (!Array.isArray(value)) return [];
  return value
    .filter((item: unknown) => typeof item === "string")
    .map((item) => item.trim())
    .filter((item) => item !== "" && item.length <= VALUE_MAX_CHARACTERS)
    .slice(0, LIST_MAX_VALUES);
}

const flagAt = (key: string): Stored<boolean> => ({
  key,
  parse: (text) => text === "true",
  format: (isSet) => (isSet ? "true" : null),
});

/** Broken or unknown values count as not stored (limits-and-texts.md#storage-keys). */
const RANGE: Stored<SliderEnds> = { key: "ev_range_filter", parse: pairOr(DEFAULT_RANGE_MILES) };
const PRICE: Stored<SliderEnds> = { key: "ev_price_filter", parse: pairOr(DEFAULT_PRICE_USD) };
const RANGE_TOUCHED = flagAt("ev_range_slider_interacted");
const PRICE_TOUCHED = flagAt("ev_price_slider_interacted");
const MAKES: Stored<readonly string[]> = {
  key: "ev_selected_brands",
  parse: (text) => [...new Set(parseStoredList(text).map((make) => canonicalMake(make)))],
};
const BODIES: Stored<readonly string[]> = {
  key: "ev_body_types",
  parse(text) {
    const types = parseStoredList(text).flatMap(expandBodyType);
    return BODY_TYPES.filter((type) => types.includes(type));
  },
};
const QUICK_FILTER: Stored<QuickFilter | null> = {
  key: "ev_quick_filter",
  parse: (text) => QUICK_FILTERS.find((quick) => quick === text?.replaceAll('"', "")) ?? null,
  format: (quick) => quick,
};

/** Null for an untouched slider. */
export function readStoredFilters() {
  const [min, upper] = readStored(RANGE);
  const max = upper === Math.max(min, PANEL_RANGE_MILES.max) ? null : upper;
  return {
    range: readStored(RANGE_TOUCHED) ? tidyBounds("range", { min, max }) : null,
    price: readStored(PRICE_TOUCHED) ? readStored(PRICE)[0] : null,
    makes: readStored(MAKES),
    bodyTypes: readStored(BODIES),
    quick: readStored(QUICK_FILTER),
  };
}

/** Untouched sliders stay at their default, or at a quick filter's reset values (finding.md#quick-filters). */
function pairsOf({ range, price, quick }: FilterState): { range: SliderEnds; price: SliderEnds } {
  const { min, max } = PANEL_RANGE_MILES;
  const resting = {
    range: quick === null ? DEFAULT_RANGE_MILES : QUICK_RESET_RANGE_MILES,
    price: quick === null ? DEFAULT_PRICE_USD : QUICK_RESET_PRICE_USD,
  };
  return {
    range: range ? [range.min ?? min, range.max ?? Math.max(range.min ?? 0, max)] : resting.range,
    price: price === null ? resting.price : [price, Math.max(SHOWCASE_PRICE_USD.max, price)],
  };
}

/** Writes what differs; a flag is removed before its pair and set afterwards, since another tab may read between. */
export function storeChanges(before: FilterState, after: FilterState): void {
  const [former, pairs] = [pairsOf(before), pairsOf(after)];
  const isRangeOther = String(pairs.range) !== String(former.range);
  const isPriceOther = String(pairs.price) !== String(former.price);
  // An earlier visit may have left a flag, so remove it also if only the pair changes.
  if (!after.range && (before.range || isRangeOther)) writeStored(RANGE_TOUCHED, false);
  if (!after.price && (before.price || isPriceOther)) writeStored(PRICE_TOUCHED, false);
  if (isRangeOther) writeStored(RANGE, pairs.range);
  if (isPriceOther) writeStored(PRICE, pairs.price);
  if (after.makes !== before.makes) writeStored(MAKES, after.makes);
  if (after.bodyTypes !== before.bodyTypes) writeStored(BODIES, after.bodyTypes);
  if (after.quick !== before.quick) writeStored(QUICK_FILTER, after.quick);
  if (after.range && !before.range) writeStored(RANGE_TOUCHED, true);
  if (after.price && !before.price) writeStored(PRICE_TOUCHED, true);
}

/** Adopts another tab's first move, and its reset unless this page has another value. */
function adoptOtherTab<T extends number | Bounds>(
  mine: T | null,
  last: T | null,
  now: T | null,
): T | null {
  if (mine === null) return last === null ? now : null;
  const isMine = JSON.stringify(last) === JSON.stringify(mine);
  return last !== null && now === null && isMine ? null : mine;
}

type FilterStateKey = keyof FilterState;

/** Stored filters replace whatever the visitor has not changed, unless a search has begun since. */
function mergeStored(state: FilterState, touched: ReadonlySet<FilterStateKey>): FilterState {
  if (touched.has("search")) return state;
  const { quick, range, price, makes, bodyTypes } = readStoredFilters();
  const isUntouched = (...names: FilterStateKey[]) => !names.some((name) => touched.has(name));
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

/** Keeps the filters of the home page in storage, from where they return on the next visit. */
export function createFilterStorage(query: PageQuery) {
  const touched = new Set<FilterStateKey>();
  let state = query.served(FILTERS_CODEC).value;
  let stored = readStoredFilters();
  let isRestoring = false;

  function follow(): void {
    const before = state;
    state = query.get(FILTERS_CODEC).value;
    if (state === before || isRestoring) return;
    // Both are FilterStates, whose keys are all known.
    for (const name of Object.keys(state) as FilterStateKey[])
      if (state[name] !== before[name]) touched.add(name);
    storeChanges(before, state);
    // Filters that only the address has were never stored, so another tab cannot have reset them.
    stored = readStoredFilters();
  }
  follow();
  const leave = query.subscribe(follow);

  function applyWithoutStoring(change: (now: FilterState) => FilterState): void {
    isRestoring = true;
    query.set(FILTERS_CODEC, (now) => dropUnusedExceptions(change(now)), { replaces: true });
    isRestoring = false;
  }

  return {
    leave,
    /** Applies stored filters, except what the visitor has changed since arrival (finding.md#stored-filters). */
    restore: () => applyWithoutStoring((now) => mergeStored(now, touched)),
    /** Adopts another tab's changes of the sliders' flags (finding.md#sliders). */
    checkFlags() {
      const last = stored;
      stored = readStoredFilters();
      applyWithoutStoring((now) => {
        const range = adoptOtherTab(now.range, last.range, stored.range);
        const price = adoptOtherTab(now.price, last.price, stored.price);
        if (range === now.range && price === now.price) return now;
        return { ...now, range, price };
      });
    },
  };
}

/** Milliseconds until stored filters are restored (finding.md#stored-filters), or null; an iPad has touch points. */
export function restoreDelay(userAgent: string, touchPoints = 0): number | null {
  if (/iPhone|iPad|iPod/u.test(userAgent)) return null;
  if (/Macintosh/u.test(userAgent) && touchPoints > 1) return null;
  return /Android/iu.test(userAgent) ? ANDROID_RESTORE_DELAY_MS : RESTORE_DELAY_MS;
}

/** Stores and restores the filters of the home page. */
export function useFilterStorage(): void {
  const query = usePageQuery();
  const isServed = useIsServed();
  useEffect(() => {
    const { leave, restore, checkFlags } = createFilterStorage(query);
    const isChosen = hasFilters(query.arrival) || new URLSearchParams(query.arrival).has(RANK);
    const delay = isChosen ? null : restoreDelay(navigator.userAgent, navigator.maxTouchPoints);
    // The visitor arrived when a served document was requested, and otherwise now.
    const msSinceArrival = isServed ? performance.now() : 0;
    const restoring = delay === null ? undefined : setTimeout(restore, delay - msSinceArrival);
    const checking = setInterval(() => {
      if (document.visibilityState === "visible") checkFlags();
    }, FLAG_CHECK_MS);
    return () => {
      leave();
      clearTimeout(restoring);
      clearInterval(checking);
    };
  }, [query, isServed]);
}
