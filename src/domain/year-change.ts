/** Compares a trim with an earlier model year (one-car.md#year-against-year). */
import type { DistanceFormats } from "./distance.ts";
import { formatNumber, formatPrice, listInWords } from "./format.ts";
import { memoizeByObject } from "./memoize.ts";
import { identityKey } from "./names.ts";
import { present, zeroToSixtyOf } from "./trims.ts";
import type { Trim } from "./vehicle.ts";

interface Measure {
  value: (trim: Trim) => number | null;
  /** rounds as on the page, so that the difference is that of the two shown figures */
  shown: (value: number, distance: DistanceFormats) => number;
  /** @param by positive */
  less: (by: number, distance: DistanceFormats) => string;
  more: (by: number, distance: DistanceFormats) => string;
}

const tenths = (value: number) => Math.round(value * 10) / 10;
const distanceOf = (by: number, { unit }: DistanceFormats) =>
  `${formatNumber(by)} ${unit === "km" ? "km" : by === 1 ? "mile" : "miles"}`;

/** The measures, in the order in which they are mentioned. */
const MEASURES: readonly Measure[] = [
  {
    value: ({ price }) => present(price),
    shown: Math.round,
    less: (by) => `${formatPrice(by)} less`,
    more: (by) => `${formatPrice(by)} more`,
  },
  {
    value: ({ range }) => present(range),
    shown: (miles, { perMile }) => Math.round(miles * perMile),
    less: (by, distance) => `${distanceOf(by, distance)} less range`,
    more: (by, distance) => `${distanceOf(by, distance)} more range`,
  },
  {
    value: ({ charging }) => present(charging),
    shown: Math.round,
    less: (by) => `${formatNumber(by)} min faster charging`,
    more: (by) => `${formatNumber(by)} min slower charging`,
  },
  {
    value: zeroToSixtyOf,
    shown: tenths,
    less: (by) => `${formatNumber(by, 1)} s quicker to 60`,
    more: (by) => `${formatNumber(by, 1)} s slower to 60`,
  },
  {
    value: ({ cargoCapacity }) => present(cargoCapacity),
    shown: tenths,
    less: (by) => `${formatNumber(by, 1)} cu ft less cargo space`,
    more: (by) => `${formatNumber(by, 1)} cu ft more cargo space`,
  },
];

export interface YearChange {
  /** model year of the trim it is compared with */
  readonly year: number;
  /** `$7,500 less`, `12 miles more range`; at least one */
  readonly differences: readonly [first: string, ...others: string[]];
}

/** Computed once for each model, because every trim needs it. */
const trimsByName = memoizeByObject((trims: readonly Trim[]) =>
  Map.groupBy(trims, ({ trim }) => identityKey(trim)),
);

/**
 * Compares a trim with the trim of the same name in the latest earlier model year.
 * @param trims all trims of the model
 * @returns null when there is no such trim or no figure differs
 */
export function findYearChange(
  trims: readonly Trim[],
  trim: Trim,
  distance: DistanceFormats,
): YearChange | null {
  const namesakes = trimsByName(trims).get(identityKey(trim.trim)) ?? [];
  const [before] = namesakes
    .filter(({ year }) => year < trim.year)
    .toSorted((a, b) => b.year - a.year);
  if (!before) return null;
  const [first, ...others] = MEASURES.flatMap(({ value, shown, less, more }) => {
    const [now, then] = [value(trim), value(before)];
    if (now === null || then === null) return [];
    const by = tenths(shown(now, distance) - shown(then, distance));
    if (by === 0) return [];
    return by < 0 ? less(-by, distance) : more(by, distance);
  });
  return first === undefined ? null : { year: before.year, differences: [first, ...others] };
}

/** `$7,500 less, 12 miles more range and 3 min faster charging than the 2025` */
export function formatYearChange({ year, differences }: YearChange): string {
  return `${listInWords(differences)} than the ${year}`;
}
