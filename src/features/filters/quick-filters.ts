import type { Trim } from "../../vehicle/vehicle.ts";
import { present, zeroToSixtyOf } from "../../vehicle/trims.ts";
import type { MissingField } from "./filters.ts";
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

/** What each ranks by. */
export const QUICK_FIELDS = {
  maxrange: "range",
  fastest: "acceleration",
  cheapest: "price",
} as const satisfies Record<QuickFilter, MissingField>;

/** A budget car is cheap (§9). @returns null where the figure is not known */
export function quickFilterTakes(quick: QuickFilter, trim: Trim): boolean | null {
  if (quick === "fastest") return zeroToSixtyOf(trim) === null ? null : true;
  const figure = present(trim[QUICK_FIELDS[quick]]);
  return figure === null ? null : quick === "maxrange" || figure <= BUDGET_CEILING_USD;
}
