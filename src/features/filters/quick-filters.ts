import type { Trim } from "../../vehicle/vehicle.ts";
import { present, zeroToSixtyOf } from "../../vehicle/trims.ts";
import { BUDGET_CEILING_USD } from "./limits.ts";
import type { Sort } from "./sort.ts";

export const QUICK_FILTERS = ["maxrange", "fastest", "cheapest"] as const;
export type QuickFilter = (typeof QUICK_FILTERS)[number];

/** §4 */
export const QUICK_FILTER_LABELS: Readonly<Record<QuickFilter, { banner: string; pill: string }>> =
  {
    maxrange: { banner: "TOP RANGE", pill: "Max Range" },
    fastest: { banner: "FASTEST", pill: "Fastest" },
    cheapest: { banner: "BUDGET", pill: "Budget" },
  };

const SORTS: Readonly<Record<QuickFilter, Sort>> = {
  maxrange: { key: "range", order: "desc" },
  fastest: { key: "acceleration", order: "asc" },
  cheapest: { key: "price", order: "asc" },
};

/** Choosing a quick filter sets it, and its top 5 are taken by it (§4). */
export function quickSort(quick: QuickFilter): Sort {
  return SORTS[quick];
}

/** The figure must be known, and a budget car cheap (§9). */
export function quickFilterTakes(quick: QuickFilter, trim: Trim): boolean {
  if (quick === "maxrange") return present(trim.range) !== null;
  if (quick === "fastest") return zeroToSixtyOf(trim) !== null;
  const price = present(trim.price);
  return price !== null && price <= BUDGET_CEILING_USD;
}
