/** Finds the best of several values, for the verdict of a comparison and for `Best` (comparing.md#best-and-bars). */

interface Known {
  /** index of the value */
  readonly at: number;
  readonly value: number;
}

/** Avoids the rounding errors of binary fractions: 29.9 is 3 more than 26.9. */
export function gapBetween(one: number, other: number): number {
  return Number(Math.abs(one - other).toFixed(1));
}

/**
 * Returns the values about as good as the best, best first, the last of them, and the next best, which is clearly
 * worse.
 * @param values rounded as they are shown; null if unknown
 * @param least smaller differences do not matter
 * @returns null if no difference between leaders and others matters
 */
export function findLeaders(
  values: readonly (number | null)[],
  { better, least }: { better: "lower" | "higher"; least: number },
) {
  const sign = better === "lower" ? 1 : -1;
  const known = values
    .flatMap((value, at): Known[] => (value === null ? [] : [{ at, value }]))
    .toSorted((one, other) => sign * (one.value - other.value));
  const best = known[0]?.value ?? 0;
  const leaders = known.filter(({ value }) => gapBetween(value, best) < least);
  const [last, next] = [leaders.at(-1), known[leaders.length]];
  const isDecided = last && next && gapBetween(last.value, next.value) >= least;
  return isDecided ? { leaders, last, next } : null;
}
