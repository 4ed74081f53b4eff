import { FILTERS } from "../../domain/filters/filters.ts";
import type { FoundModels, LeftOut } from "../../domain/filters/find-models.ts";
import { countOf, formatCount } from "../../domain/format.ts";

/** `3 more trims have no price, 1 has no charging time.`; "" for none */
export function formatLeftOut(leftOut: readonly LeftOut[]): string {
  const parts = leftOut.map(({ field, trims }, at) => {
    const counted = at === 0 ? countOf(trims, "more trim") : formatCount(trims);
    return `${counted} ${trims === 1 ? "has" : "have"} no ${FILTERS[field].lacking}`;
  });
  return parts.length > 0 ? `${parts.join(", ")}.` : "";
}

type Unknown = Pick<FoundModels, "leftOut" | "unknownDrives" | "unknownIds">;

/** What the results lack, in one or more sentences; "" for nothing */
export function describeUnknown(
  { leftOut, unknownDrives, unknownIds }: Unknown,
  noun = "model",
): string {
  const drives = `${countOf(unknownDrives, noun)} ${unknownDrives === 1 ? "comes" : "come"} last: range or charging time unknown.`;
  const ids = `${formatCount(unknownIds)} of the linked cars ${unknownIds === 1 ? "is" : "are"} no longer listed.`;
  return [formatLeftOut(leftOut), unknownDrives > 0 && drives, unknownIds > 0 && ids]
    .filter(Boolean)
    .join(" ");
}
