/** The value that so large a part of the values lies below: 0.5 is the median, 1 the largest. */
export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? NaN;
}

/** The middle one; of an even number the upper of the two. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? NaN;
}

/** `12,345` */
export function count(value: number): string {
  return Math.round(value).toLocaleString("en-US");
}

/** `8.3 ms`, `830 ms`, `8.30 s` */
export function duration(ms: number): string {
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return `${ms.toFixed(ms < 10 ? 1 : 0)} ms`;
}
