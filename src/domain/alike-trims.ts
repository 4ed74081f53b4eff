import { compareKnown, present } from "./trims.ts";
import type { Ev, Trim } from "./vehicle.ts";

/**
 * Sorts a model's trims, cheapest first and without a price last (comparing.md#like-for-like). The two newest model
 * years count as one and come before older ones; of equal prices the newer comes first.
 */
export function sortTrims({ trims }: Pick<Ev, "trims">): readonly Trim[] {
  const years = [...new Set(trims.map(({ year }) => year))].toSorted((one, other) => other - one);
  const [newest = 0, previous = newest] = years;
  const yearOf = ({ year }: Trim) => Math.min(year, previous);
  return trims.toSorted(
    (one, other) =>
      yearOf(other) - yearOf(one) ||
      compareKnown(present(one.price), present(other.price), "asc") ||
      other.year - one.year,
  );
}
