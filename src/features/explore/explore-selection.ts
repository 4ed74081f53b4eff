import {
  clearPrice,
  clearRange,
  type FilterState,
  setPriceCeiling,
} from "../filters/filter-state.ts";
import { snap } from "../filters/filter-views.ts";
import { PANEL_RANGE_MILES, type Pair, SHOWCASE_PRICE_USD } from "../filters/limits.ts";
import type { ExploreScale } from "./explore-scale.ts";

/** What a rectangle drawn on the chart asks for; null filters nothing. */
export interface ExploreSelection {
  /** miles, from and to; an end that stands at its slider's end is open */
  readonly range: Pair | null;
  /** up to so many dollars */
  readonly dollars: number | null;
}

/** Sides of a rectangle, per cent from the left and from the top of the plot. */
export interface Sides {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/**
 * The filters of a rectangle: its sides are the least and the greatest range, its upper edge is the
 * highest price. There is no least price (readings 5), so that it reaches down to the axis.
 */
export function selectionAt(scale: ExploreScale, { left, right, top }: Sides): ExploreSelection {
  const { min, max, minGap } = PANEL_RANGE_MILES;
  const lower = Math.min(snap(scale.milesAt(left), PANEL_RANGE_MILES), max - minGap);
  const upper = Math.max(snap(scale.milesAt(right), PANEL_RANGE_MILES), lower + minGap);
  const dollars = snap(scale.dollarsAt(top), SHOWCASE_PRICE_USD);
  return {
    range: lower > min || upper < max ? [lower, upper] : null,
    dollars: dollars < SHOWCASE_PRICE_USD.max ? dollars : null,
  };
}

/** Both filters at once, so that one step back undoes them. */
export function applySelection(
  state: FilterState,
  { range, dollars }: ExploreSelection,
): FilterState {
  const ranged = range === null ? clearRange(state) : { ...state, range, rangeTouched: true };
  return dollars === null ? clearPrice(ranged) : setPriceCeiling(ranged, dollars);
}
