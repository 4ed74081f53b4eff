import { canonicalMake } from "../../vehicle/brands.ts";
import { BODY_TYPES } from "../../vehicle/vehicle.ts";
import { type BrowserStorage, KEYS } from "./filter-return.ts";
import type { FilterState } from "./filter-state.ts";
import {
  DEFAULT_PRICE_USD,
  DEFAULT_RANGE_MILES,
  LIST_MAX_VALUES,
  type Pair,
  VALUE_MAX_CHARACTERS,
} from "./limits.ts";
import { QUICK_FILTERS, type QuickFilter } from "./quick-filters.ts";
import { expandBodyType } from "./search.ts";

function read(storage: BrowserStorage, key: string): string | null {
  try {
    return storage?.getItem(key) ?? null;
  } catch {
    return null;
  }
}

/** Failures are ignored, as §8 asks: a full or refused storage must never break the page. */
function write(storage: BrowserStorage, key: string, value: string | null): void {
  try {
    if (value === null) storage?.removeItem(key);
    else storage?.setItem(key, value);
  } catch {
    return;
  }
}

function readJson(storage: BrowserStorage, key: string): unknown {
  try {
    return JSON.parse(read(storage, key) ?? "null");
  } catch {
    return null;
  }
}

function readPair(storage: BrowserStorage, key: string): Pair | null {
  const value = readJson(storage, key);
  if (!Array.isArray(value) || value.length !== 2) return null;
  const [lower, upper]: unknown[] = value;
  if (typeof lower !== "number" || typeof upper !== "number") return null;
  return lower > 0 && lower <= upper && upper < 10_000_000 ? [lower, upper] : null;
}

function readList(storage: BrowserStorage, key: string): string[] {
  const value = readJson(storage, key);
  if (!Array.isArray(value)) return [];
  return value
    .filter((item: unknown) => typeof item === "string")
    .map((item) => item.trim())
    .filter((item) => item !== "" && item.length <= VALUE_MAX_CHARACTERS)
    .slice(0, LIST_MAX_VALUES);
}

/** A slider's pair and its interacted flag as they are stored. */
export interface StoredSlider {
  readonly pair: Pair;
  readonly touched: boolean;
}

/** The two sliders' stored values; every 500 ms the flags are compared with the last reading (§4). */
export function readSliders(storage: BrowserStorage): { range: StoredSlider; price: StoredSlider } {
  return {
    range: {
      pair: readPair(storage, KEYS.range) ?? DEFAULT_RANGE_MILES,
      touched: read(storage, KEYS.rangeTouched) === "true",
    },
    price: {
      pair: readPair(storage, KEYS.price) ?? DEFAULT_PRICE_USD,
      touched: read(storage, KEYS.priceTouched) === "true",
    },
  };
}

/** What localStorage keeps of the filters. */
export interface StoredFilters {
  readonly range: StoredSlider;
  readonly price: StoredSlider;
  readonly makes: readonly string[];
  readonly bodyTypes: readonly string[];
  readonly quick: QuickFilter | null;
}

/** Reads the stored filters; what is broken or unknown counts as not stored (§8). */
export function readStoredFilters(storage: BrowserStorage): StoredFilters {
  const quick = read(storage, KEYS.quick)?.replaceAll('"', "");
  const types = readList(storage, KEYS.bodyTypes).flatMap(expandBodyType);
  return {
    ...readSliders(storage),
    makes: [...new Set(readList(storage, KEYS.makes).map((make) => canonicalMake(make)))],
    bodyTypes: BODY_TYPES.filter((type) => types.includes(type)),
    quick: QUICK_FILTERS.find((known) => known === quick) ?? null,
  };
}

/**
 * Writes what of the stored filters differs between two states. Another tab may look between two
 * steps: so that no flag ever stands beside a pair that is not its own, it goes before the pair is
 * written and comes after.
 */
export function storeChanges(
  storage: BrowserStorage,
  before: FilterState,
  after: FilterState,
): void {
  if (before.rangeTouched && !after.rangeTouched) write(storage, KEYS.rangeTouched, null);
  if (before.priceTouched && !after.priceTouched) write(storage, KEYS.priceTouched, null);
  if (after.range !== before.range) write(storage, KEYS.range, JSON.stringify(after.range));
  if (after.price !== before.price) write(storage, KEYS.price, JSON.stringify(after.price));
  if (after.makes !== before.makes) write(storage, KEYS.makes, JSON.stringify(after.makes));
  if (after.bodyTypes !== before.bodyTypes)
    write(storage, KEYS.bodyTypes, JSON.stringify(after.bodyTypes));
  if (after.quick !== before.quick) write(storage, KEYS.quick, after.quick);
  if (after.rangeTouched && !before.rangeTouched) write(storage, KEYS.rangeTouched, "true");
  if (after.priceTouched && !before.priceTouched) write(storage, KEYS.priceTouched, "true");
}
