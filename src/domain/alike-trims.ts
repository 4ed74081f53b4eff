/** Picks comparable trims of several models (comparing.md#like-for-like). */
import { present, wholeMiles, zeroToSixtyOf } from "./trims.ts";
import type { Ev, Trim } from "./vehicle.ts";

interface Quality {
  valueOf: (trim: Trim) => number | null;
  better: "lower" | "higher";
}

const QUALITIES = {
  cheapest: { valueOf: ({ price }) => present(price), better: "lower" },
  "longest-range": { valueOf: ({ range }) => wholeMiles(range), better: "higher" },
  quickest: { valueOf: zeroToSixtyOf, better: "lower" },
} as const satisfies Record<string, Quality>;

export type TrimQuality = keyof typeof QUALITIES;

/** The choices, as the switch on the page words them. */
export const TRIM_QUALITIES: readonly TrimQuality[] = ["cheapest", "longest-range", "quickest"];

/** Negative where the first is better; an unknown figure is worse than any. */
function compareBy({ valueOf, better }: Quality, one: Trim, other: Trim): number {
  const [first, second] = [valueOf(one), valueOf(other)];
  if (first === null || second === null) return Number(first === null) - Number(second === null);
  return better === "lower" ? first - second : second - first;
}

/**
 * Sorts a model's trims, best first. The two newest model years count as one and come before older ones; the
 * cheaper of equal trims comes first, then the newer.
 */
export function sortTrims({ trims }: Pick<Ev, "trims">, quality: TrimQuality): readonly Trim[] {
  const years = [...new Set(trims.map(({ year }) => year))].toSorted((one, other) => other - one);
  const [newest = 0, previous = newest] = years;
  const yearOf = ({ year }: Trim) => Math.min(year, previous);
  return trims.toSorted(
    (one, other) =>
      yearOf(other) - yearOf(one) ||
      compareBy(QUALITIES[quality], one, other) ||
      compareBy(QUALITIES.cheapest, one, other) ||
      other.year - one.year,
  );
}

/** Returns the row ids of one trim of each model: the best of its two newest years. */
export function pickAlike(evs: readonly Pick<Ev, "trims">[], quality: TrimQuality): number[] {
  return evs.flatMap((ev) => sortTrims(ev, quality)[0]?.rowId ?? []);
}
