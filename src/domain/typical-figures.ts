/** The usual figures of the catalogue, and those that are far from them (vehicles.md#unusual-figures). */
import { isNumberField } from "./ev-cells.ts";
import { TRIM_NAMES } from "./field-shapes.ts";
import type { FieldName } from "./fields.ts";
import { memoizeByObject } from "./memoize.ts";
import { present } from "./trims.ts";
import type { Ev } from "./vehicle.ts";

export interface TypicalRange {
  least: number;
  most: number;
}

export type TypicalFigures = Partial<Record<FieldName, TypicalRange>>;

/** Left out at each end, so that a few wrong values do not count as typical. */
const OUTER_SHARE = 0.01;
/** With fewer values, good ones would be left out. */
const LEAST_VALUES = 20;

const FIGURES = TRIM_NAMES.filter(([field]) => isNumberField(field));

function presentFigure(value: unknown): number | null {
  return typeof value === "number" ? present(value) : null;
}

/** The middle 98% of the values; undefined without any. */
function middleOf(values: readonly number[]): TypicalRange | undefined {
  const sorted = Float64Array.from(values).sort();
  const outer = sorted.length < LEAST_VALUES ? 0 : Math.ceil(sorted.length * OUTER_SHARE);
  const [least, most] = [sorted.at(outer), sorted.at(-1 - outer)];
  return least === undefined || most === undefined ? undefined : { least, most };
}

/** @param evs every model of the catalogue @returns no entry for a field without a value */
export const findTypicalFigures = memoizeByObject((evs: readonly Ev[]): TypicalFigures => {
  const trims = evs.flatMap((ev) => ev.trims);
  const typical: TypicalFigures = {};
  for (const [field, name] of FIGURES) {
    const range = middleOf(trims.flatMap((trim) => presentFigure(trim[name]) ?? []));
    if (range) typical[field] = range;
  }
  return typical;
});

/** A value may be outside by this share, since a new dearest car is not a mistake. */
const MARGIN = 0.2;

/** Whether a value is a figure far outside the usual range. 0 means unknown. */
export function isUnusual(value: unknown, range: TypicalRange | undefined): value is number {
  const figure = presentFigure(value);
  if (figure === null || range === undefined) return false;
  return figure < range.least * (1 - MARGIN) || figure > range.most * (1 + MARGIN);
}
