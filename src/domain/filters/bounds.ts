/** Bounds of a figure, as addresses and calls write them (finding.md#bounds). */

/** Both ends are inclusive; null means no bound. */
export interface Bounds {
  readonly min: number | null;
  readonly max: number | null;
}
export const OPEN: Bounds = { min: null, max: null };

const SHAPE = /^(\d{1,7}(?:\.\d{1,2})?)?(?:(-)(\d{1,7}(?:\.\d{1,2})?)?)?$/u;

/** @returns null for text that is not `5000-`, `-165`, `20-40` or `2025`, and when the ends are reversed */
export function readBounds(text: string): Bounds | null {
  const [, lower, dash, upper] = SHAPE.exec(text) ?? [];
  if (lower === undefined && upper === undefined) return null;
  const min = lower === undefined ? null : Number(lower);
  const max = dash === undefined ? min : upper === undefined ? null : Number(upper);
  return min !== null && max !== null && min > max ? null : { min, max };
}

export function writeBounds({ min, max }: Bounds): string {
  return min === max ? `${min}` : `${min ?? ""}-${max ?? ""}`;
}
