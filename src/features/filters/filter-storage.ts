import { createStoredState } from "../../ui/stored-state.ts";
import { canonicalMake } from "../../domain/brands.ts";
import { BODY_TYPES } from "../../domain/field-options.ts";
import { KEYS } from "./filter-return.ts";
import type { FilterState } from "./filter-state.ts";
import {
  DEFAULT_PRICE_USD,
  DEFAULT_RANGE_MILES,
  LIST_MAX_VALUES,
  type Pair,
  QUICK_RESET_PRICE_USD,
  QUICK_RESET_RANGE_MILES,
  SHOWCASE_PRICE_USD,
  VALUE_MAX_CHARACTERS,
} from "../../domain/filters/limits.ts";
import { QUICK_FILTERS, type QuickFilter } from "../../domain/filters/quick-filters.ts";
import { expandBodyType } from "../../domain/filters/search.ts";

function pairOr(fallback: Pair): (text: string | null) => Pair {
  return (text) => {
    const value: unknown = JSON.parse(text ?? "null");
    if (!Array.isArray(value) || value.length !== 2) return fallback;
    const [lower, upper]: unknown[] = value;
    if (typeof lower !== "number" || typeof upper !== "number") return fallback;
    return lower > 0 && lower <= upper && upper < 10_000_000 ? [lower, upper] : fallback;
  };
}

function parseList(text: string | null): readonly string[] {
  const value: unknown = JSON.parse(text ?? "null");
  if (!Array.isArray(value)) return [];
  return value
    .filter((item: unknown) => typeof item === "string")
    .map((item) => item.trim())
    .filter((item) => item !== "" && item.length <= VALUE_MAX_CHARACTERS)
    .slice(0, LIST_MAX_VALUES);
}

const flag = {
  parse: (text: string | null) => text === "true",
  format: (isSet: boolean) => (isSet ? "true" : null),
};

/** Broken or unknown values count as not stored (limits-and-texts.md#storage-keys). */
const STORED = {
  range: createStoredState(KEYS.range, pairOr(DEFAULT_RANGE_MILES)),
  price: createStoredState(KEYS.price, pairOr(DEFAULT_PRICE_USD)),
  rangeTouched: createStoredState(KEYS.rangeTouched, flag.parse, flag.format),
  priceTouched: createStoredState(KEYS.priceTouched, flag.parse, flag.format),
  makes: createStoredState(KEYS.makes, (text) => [
    ...new Set(parseList(text).map((make) => canonicalMake(make))),
  ]),
  bodyTypes: createStoredState<readonly string[]>(KEYS.bodyTypes, (text) => {
    const types = parseList(text).flatMap(expandBodyType);
    return BODY_TYPES.filter((type) => types.includes(type));
  }),
  quick: createStoredState<QuickFilter | null>(
    KEYS.quick,
    (text) => QUICK_FILTERS.find((quick) => quick === text?.replaceAll('"', "")) ?? null,
    (quick) => quick,
  ),
};

export type StoredFilters = ReturnType<typeof readStoredFilters>;

/** Reads them again each time, because another tab may have written them. Null for an untouched slider. */
export function readStoredFilters() {
  for (const stored of Object.values(STORED)) void stored.persist.rehydrate();
  return {
    range: STORED.rangeTouched.getState().value ? STORED.range.getState().value : null,
    price: STORED.priceTouched.getState().value ? STORED.price.getState().value[0] : null,
    makes: STORED.makes.getState().value,
    bodyTypes: STORED.bodyTypes.getState().value,
    quick: STORED.quick.getState().value,
  };
}

/**
 * Untouched sliders stay at their default, or at a quick filter's reset values (finding.md#range-and-price,
 * finding.md#quick-filters).
 */
function pairsOf({ range, price, quick }: FilterState): { range: Pair; price: Pair } {
  const resting = {
    range: quick === null ? DEFAULT_RANGE_MILES : QUICK_RESET_RANGE_MILES,
    price: quick === null ? DEFAULT_PRICE_USD : QUICK_RESET_PRICE_USD,
  };
  return {
    range: range ?? resting.range,
    price: price === null ? resting.price : [price, Math.max(SHOWCASE_PRICE_USD.max, price)],
  };
}

/**
 * Writes only what differs. Another tab may read between two writes, so a flag is removed before its pair is
 * written and set afterwards: it must never belong to a different pair.
 */
export function storeChanges(before: FilterState, after: FilterState): void {
  const [former, pairs] = [pairsOf(before), pairsOf(after)];
  const isRangeOther = String(pairs.range) !== String(former.range);
  const isPriceOther = String(pairs.price) !== String(former.price);
  // Its flag may be left from an earlier visit.
  if (!after.range && (before.range || isRangeOther))
    STORED.rangeTouched.setState({ value: false });
  if (!after.price && (before.price || isPriceOther))
    STORED.priceTouched.setState({ value: false });
  if (isRangeOther) STORED.range.setState({ value: pairs.range });
  if (isPriceOther) STORED.price.setState({ value: pairs.price });
  if (after.makes !== before.makes) STORED.makes.setState({ value: [...after.makes] });
  if (after.bodyTypes !== before.bodyTypes) STORED.bodyTypes.setState({ value: after.bodyTypes });
  if (after.quick !== before.quick) STORED.quick.setState({ value: after.quick });
  if (after.range && !before.range) STORED.rangeTouched.setState({ value: true });
  if (after.price && !before.price) STORED.priceTouched.setState({ value: true });
}
