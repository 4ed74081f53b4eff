/** Returns about `wanted` (2 or more) round numbers for an axis, 1, 2, 2.5 or 5 × 10ⁿ apart, around all values. */
export function niceTicks(min: number, max: number, wanted: number): number[] {
  const span = max > min ? max - min : Math.abs(min) || 1;
  const rough = span / Math.max(1, wanted - 1);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 2.5, 5].find((unit) => unit * power >= rough) ?? 10);
  const first = Math.floor(min / step);
  const last = Math.max(first + 1, Math.ceil(max / step));
  // Multiply and round instead of adding up, because steps such as 0.1 have no exact binary form.
  return Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
}

export function percentBetween(value: number, from: number, to: number): number {
  return to === from ? 0 : ((value - from) / (to - from)) * 100;
}
