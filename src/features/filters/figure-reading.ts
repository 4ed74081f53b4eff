import { formatNumber } from "../../vehicle/format.ts";

/** How a figure is shown and typed. */
export interface FigureReading {
  /** what it is, for its name and the sentence on a wrong one */
  readonly label: string;
  readonly prefix?: "$" | undefined;
  readonly unit?: string | undefined;
  /** shown figures for one of the value: kilometers for one mile; 1 when absent */
  readonly scale?: number | undefined;
  readonly decimals?: number;
  /** of the value */
  readonly min: number;
  readonly max: number;
  /** what the value is rounded to */
  readonly step: number;
}

export type FigureFormat = Pick<FigureReading, "prefix" | "unit" | "scale" | "decimals">;

export function showFigure(value: number, { scale = 1, decimals = 0 }: FigureFormat): string {
  return formatNumber(value * scale, decimals);
}

/** `$45,000`, `300 mi` */
export function sayFigure(value: number, reading: FigureFormat): string {
  const { prefix = "", unit } = reading;
  return `${prefix}${showFigure(value, reading)}${unit ? ` ${unit}` : ""}`;
}
