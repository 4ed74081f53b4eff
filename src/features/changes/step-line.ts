import { percentBetween } from "../../ui/ticks.ts";
import type { Figures, HistoryEntry } from "./changes.ts";

/** Room in percent of the line's height above and below, and of its width for the latest value. */
const MARGIN = 14;

export interface StepLine {
  /** an SVG path within 100 by 100; it breaks off where the figure is not known */
  path: string;
  /** the highest and the lowest value, or the only one, with their places from the top */
  ticks: { value: number; top: number }[];
  /** place of the latest value from the top; null while it is not known */
  end: number | null;
  /** place of the latest change from the left */
  lastChange: number;
}

/** Each value holds until the next change. @returns null for a figure that has not changed */
export function stepLineOf(
  entries: readonly HistoryEntry[],
  figure: keyof Figures,
): StepLine | null {
  const values = entries.map((entry) => entry[figure]);
  const changes = entries.filter((_, at) => at === 0 || values[at] !== values[at - 1]);
  const [first, last] = [changes[0], changes.at(-1)];
  const figures = values.filter((value) => value !== null);
  if (!first || !last || changes.length < 2 || figures.length === 0) return null;
  const [high, low] = [Math.max(...figures), Math.min(...figures)];
  const within = (percent: number) => (percent * (100 - 2 * MARGIN)) / 100;
  const topOf = (value: number) =>
    high === low ? 50 : MARGIN + within(percentBetween(value, high, low));
  const [from, to] = [timeOf(first), timeOf(last)];
  const leftOf = (at: number) => {
    const change = changes[at];
    if (!change) return 100;
    // Changes in one moment stand side by side.
    const share =
      to > from
        ? percentBetween(timeOf(change), from, to)
        : percentBetween(at, 0, changes.length - 1);
    return (share * (100 - MARGIN)) / 100;
  };
  let path = "";
  for (const [at, { [figure]: value }] of changes.entries()) {
    if (value === null) continue;
    const isJoined = at > 0 && changes[at - 1]?.[figure] != null;
    path += isJoined ? `V${topOf(value)}` : `M${leftOf(at)} ${topOf(value)}`;
    path += `H${leftOf(at + 1)}`;
  }
  const end = last[figure];
  return {
    path,
    ticks: [...new Set([high, low])].map((value) => ({ value, top: topOf(value) })),
    end: end === null ? null : topOf(end),
    lastChange: leftOf(changes.length - 1),
  };
}

function timeOf({ at }: HistoryEntry): number {
  return Date.parse(at);
}
