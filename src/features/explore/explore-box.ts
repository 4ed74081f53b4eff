import { type FilterState, setLimit, setPriceCeiling, setRange } from "../filters/filter-state.ts";
import { priceCeiling, rangeBounds } from "../filters/filter-views.ts";
import { PANEL_RANGE_MILES } from "../filters/limits.ts";
import type { ExploreAxis, ExploreScale } from "./explore-scale.ts";

/** What the chart filters by, in miles and US dollars; null is open. */
export interface Box {
  readonly minRange: number | null;
  readonly maxRange: number | null;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
}

export const OPEN_BOX: Box = { minRange: null, maxRange: null, minPrice: null, maxPrice: null };

export function boxOf(state: FilterState): Box {
  const { min, max } = rangeBounds(state);
  const { minPrice } = state;
  return { minRange: min, maxRange: max, minPrice, maxPrice: priceCeiling(state) };
}

/** All sides at once, so that one step back undoes them. */
export function applyBox(
  state: FilterState,
  { minRange, maxRange, minPrice, maxPrice }: Box,
): FilterState {
  const { min, max } = PANEL_RANGE_MILES;
  const low = minRange ?? min;
  const isOpen = minRange === null && maxRange === null;
  const ranged = setRange(state, isOpen ? null : [low, maxRange ?? Math.max(low, max)]);
  return setLimit(setPriceCeiling(ranged, maxPrice), "minPrice", minPrice);
}

/** In per cent of the plot from its left and top. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function edgesOf(
  { range, price }: ExploreScale,
  { minRange, maxRange, minPrice, maxPrice }: Box,
): Edges {
  const placed = ({ place }: ExploreAxis, figure: number | null, open: number) =>
    figure === null ? open : Math.min(100, Math.max(0, place(figure)));
  return {
    left: placed(range, minRange, 0),
    right: placed(range, maxRange, 100),
    top: 100 - placed(price, maxPrice, 100),
    bottom: 100 - placed(price, minPrice, 0),
  };
}

/** A side that reaches the edge of the plot is open. */
export function boxAt({ range, price }: ExploreScale, { left, right, top, bottom }: Edges): Box {
  const sides = ({ at, min, step }: ExploreAxis, from: number, to: number) => {
    const snapped = (percent: number) => Math.max(min, Math.round(at(percent) / step) * step);
    const least = from > 0 ? snapped(from) : null;
    const most = to < 100 ? Math.max(snapped(to), (least ?? 0) + step) : null;
    return [least, most] as const;
  };
  const [minRange, maxRange] = sides(range, left, right);
  const [minPrice, maxPrice] = sides(price, 100 - bottom, 100 - top);
  return { minRange, maxRange, minPrice, maxPrice };
}
