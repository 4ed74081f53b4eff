import type { FigureReading } from "./figure-reading.ts";
import { FILTERS, type LimitName } from "./filters.ts";

const NUMBER = /^\$?\s*(\d{1,9}|\d{1,3}(?:,\d{3})+)(\.\d{1,9})?\s*(k(?!\w))?[\sa-z/]*$/iu;

/**
 * Understands `45000`, `$45,000`, `45k` and a unit behind the figure.
 * @returns the value; null for what is no number, or beyond what can be shown of the bounds
 */
export function readFigure(text: string, reading: FigureReading): number | null {
  const { scale = 1, decimals = 0, min, max, step } = reading;
  const [, whole, fraction = "", thousands] = NUMBER.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const typed = Number(whole.replaceAll(",", "") + fraction) * (thousands ? 1000 : 1);
  const asShown = (value: number) => Number((value * scale).toFixed(decimals));
  if (typed <= asShown(min)) return typed === asShown(min) ? min : null;
  if (typed >= asShown(max)) return typed === asShown(max) ? max : null;
  // Steps such as 0.1 have no exact binary form.
  return Number((Math.round(typed / scale / step) * step).toFixed(2));
}

/** @returns null for what is no number, beyond the bounds or between two steps */
export function readLimit(name: LimitName, text: string): number | null {
  const { min, max, step } = FILTERS[name].bounds;
  const shape = Number.isInteger(step) ? /^\d{1,7}$/u : /^\d{1,3}(?:\.\d)?$/u;
  const value = shape.test(text) ? Number(text) : NaN;
  return value >= min && value <= max ? value : null;
}
