import {
  clearPrice,
  clearRange,
  type FilterState,
  setPriceCeiling,
  setShowcaseRange,
} from "../filters/filter-state.ts";
import { snap } from "../filters/filter-views.ts";
import { SHOWCASE_PRICE_USD, SHOWCASE_RANGE_MILES } from "../filters/limits.ts";
import type { ExploreScale } from "./explore-scale.ts";

/** What a rectangle drawn on the chart asks for; null is no bound. */
export interface ExploreSelection {
  /** at least so many miles */
  readonly miles: number | null;
  /** up to so many dollars */
  readonly dollars: number | null;
}

/**
 * The filters of a rectangle: its left edge is the least range, its upper edge the highest price. An
 * edge beyond a slider's end sets nothing.
 * @param left per cent from the left of the plot
 * @param top per cent from its top
 */
export function selectionAt(scale: ExploreScale, left: number, top: number): ExploreSelection {
  const miles = snap(scale.milesAt(left), SHOWCASE_RANGE_MILES);
  const dollars = snap(scale.dollarsAt(top), SHOWCASE_PRICE_USD);
  return {
    miles: miles > SHOWCASE_RANGE_MILES.min ? miles : null,
    dollars: dollars < SHOWCASE_PRICE_USD.max ? dollars : null,
  };
}

/** Both filters at once, so that one step back undoes them. */
export function applySelection(
  state: FilterState,
  { miles, dollars }: ExploreSelection,
): FilterState {
  const ranged = miles === null ? clearRange(state) : setShowcaseRange(state, miles);
  return dollars === null ? clearPrice(ranged) : setPriceCeiling(ranged, dollars);
}
