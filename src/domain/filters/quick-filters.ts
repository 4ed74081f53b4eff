import { formatPrice } from "../format.ts";
import type { Trim } from "../vehicle.ts";
import { FILTERS } from "./filters.ts";
import type { Sort } from "./sort.ts";

export const QUICK_TOP_MODELS = 5; // finding.md#quick-filters
const BUDGET_CEILING_USD = 35_000; // finding.md#quick-filters

export const QUICK_FILTERS = ["maxrange", "fastest", "cheapest"] as const;
export type QuickFilter = (typeof QUICK_FILTERS)[number];

interface QuickFilterEntry {
  /** used on the page; the dialog uses the words of the pill (finding.md#quick-filters) */
  readonly banner: string;
  readonly pill: string;
  readonly meaning: string;
  /** the figure that it ranks by; a car without this figure has no rank */
  readonly field: "range" | "acceleration" | "price";
  /** the highest figure that it accepts */
  readonly most?: number;
  /** choosing it sets this sort, which also determines its top 5 (finding.md#quick-filters) */
  readonly sort: Sort;
}

export const QUICK: Readonly<Record<QuickFilter, QuickFilterEntry>> = {
  maxrange: {
    banner: "TOP RANGE",
    pill: "Max Range",
    meaning: "The five models with the longest range",
    field: "range",
    sort: { key: "range", order: "desc" },
  },
  fastest: {
    banner: "FASTEST",
    pill: "Fastest",
    meaning: "The five models with the best 0-60 time",
    field: "acceleration",
    sort: { key: "acceleration", order: "asc" },
  },
  cheapest: {
    banner: "BUDGET",
    pill: "Budget",
    meaning: `The five lowest prices, none above ${formatPrice(BUDGET_CEILING_USD)}`,
    field: "price",
    most: BUDGET_CEILING_USD,
    sort: { key: "price", order: "asc" },
  },
};

export function passesQuickFilter(quick: QuickFilter, trim: Trim): boolean | null {
  const { field, most = Infinity } = QUICK[quick];
  const figure = FILTERS[field].valueOf(trim);
  return figure === null ? null : figure <= most;
}
