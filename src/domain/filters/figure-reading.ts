import { formatNumber } from "../format.ts";
import { readNumber } from "../read-number.ts";

/** How a figure is displayed and typed. */
export interface FigureInput {
  /** used as its accessible name and in the message about a wrong figure */
  readonly label: string;
  readonly prefix?: "$" | undefined;
  readonly unit?: string | undefined;
  /** displayed units per unit of the value, such as kilometers per mile; 1 when absent */
  readonly times?: number | undefined;
  readonly decimals?: number;
  /** a year, which has no thousands separator */
  readonly isUngrouped?: boolean;
  /** bounds of the value, not of the displayed figure */
  readonly min: number;
  readonly max: number;
  /** the value is rounded to this */
  readonly step: number;
}

export type FigureFormat = Pick<
  FigureInput,
  "prefix" | "unit" | "times" | "decimals" | "isUngrouped"
>;

export function showFigure(value: number, format: FigureFormat): string {
  const { times = 1, decimals = 0, isUngrouped = false } = format;
  const figure = formatNumber(value * times, decimals);
  return isUngrouped ? figure.replaceAll(",", "") : figure;
}

/** `$45,000`, `300 mi` */
export function formatFigure(value: number, format: FigureFormat): string {
  const { prefix = "", unit } = format;
  return `${prefix}${showFigure(value, format)}${unit ? ` ${unit}` : ""}`;
}

const FIGURE = /^\$?\s*(\d.*?)\s*(k(?!\w))?[\sa-z/]*$/iu;

/** Reads `45000`, `$45,000`, `45k` and a unit after it; null when it is no number or outside the shown bounds. */
export function readFigure(text: string, input: FigureInput): number | null {
  const { times = 1, decimals = 0, min, max, step } = input;
  const [, figure = "", thousands] = FIGURE.exec(text.trim()) ?? [];
  const number = readNumber(figure, "point");
  if (number === undefined) return null;
  const typed = number * (thousands ? 1000 : 1);
  const asShown = (value: number) => Number((value * times).toFixed(decimals));
  if (typed <= asShown(min)) return typed === asShown(min) ? min : null;
  if (typed >= asShown(max)) return typed === asShown(max) ? max : null;
  // Steps such as 0.1 have no exact binary form.
  return Number((Math.round(typed / times / step) * step).toFixed(2));
}
