type Row = readonly [firsts: readonly unknown[], ...rest: unknown[]];
type Spread<R> = R extends readonly [readonly (infer First)[], ...infer Rest]
  ? [First, ...Rest]
  : never;

/** Returns the rows of a table of tests whose first cell holds each value that has the same rest. */
export function eachFirst<const R extends Row>(rows: readonly R[]): Spread<R>[] {
  return rows.flatMap(([firsts, ...rest]) => firsts.map((first) => [first, ...rest] as Spread<R>));
}
