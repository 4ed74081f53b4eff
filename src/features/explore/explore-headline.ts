import { countOf } from "../../vehicle/counts.ts";
import type { DistanceFormats } from "../../vehicle/distance.ts";
import { formatPrice } from "../../vehicle/format.ts";
import type { Box } from "./explore-box.ts";
import type { ExploreTrim } from "./explore-points.ts";

export const TITLE = "The whole market at a glance";

/**
 * The title, which the budget line rewrites: `$40,000 buys 290 miles in 7 models`. Without a least range
 * it says how far the money reaches. @param passing what the box keeps, by range
 */
export function headlineOf(
  { minRange, maxPrice }: Box,
  passing: readonly ExploreTrim[],
  { formatRange }: Pick<DistanceFormats, "formatRange">,
): string {
  if (maxPrice === null) return TITLE;
  const models = new Set(passing.map(({ ev }) => ev.id)).size;
  const farthest = passing.at(-1)?.range;
  const miles = minRange === null ? `up to ${formatRange(farthest)}` : formatRange(minRange);
  const bought = models === 0 ? "no model" : `${miles} in ${countOf(models, "model")}`;
  return `${formatPrice(maxPrice)} buys ${bought}`;
}
