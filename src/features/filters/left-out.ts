import { countOf, formatCount } from "../../domain/format.ts";
import { FILTERS } from "../../domain/filters/filters.ts";
import type { LeftOut } from "../../domain/filters/find-models.ts";

/** `3 more trims have no price, 1 has no charging time.`; "" for none */
export function formatLeftOut(leftOut: readonly LeftOut[]): string {
  const parts = leftOut.map(({ field, trims }, at) => {
    const counted = at === 0 ? countOf(trims, "more trim") : formatCount(trims);
    return `${counted} ${trims === 1 ? "has" : "have"} no ${FILTERS[field].lacking}`;
  });
  return parts.length > 0 ? `${parts.join(", ")}.` : "";
}

/** `4 models come last: range or charging time unknown.`; "" for none */
export function formatUnknownDrives(count: number, noun = "model"): string {
  if (count === 0) return "";
  return `${countOf(count, noun)} ${count === 1 ? "comes" : "come"} last: range or charging time unknown.`;
}
