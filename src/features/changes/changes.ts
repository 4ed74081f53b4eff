import type { ChangesAnswer, EvHistory } from "./changes.schema.ts";
import { MOST_HISTORY_ENTRIES } from "./limits.ts";

/** One line of what has changed (calls.md#change-calls). */
export type Change = ChangesAnswer["changes"][number];

export type HistoryEntry = EvHistory["trims"][number]["changes"][number];
export type Figures = Omit<HistoryEntry, "at">;

/**
 * The entries of one trim, whose first has the first known value. A change of both figures is noted as
 * two, which leave the same behind.
 * @param noted oldest first
 */
export function historyOf(noted: readonly HistoryEntry[]): HistoryEntry[] {
  const entries = noted.filter(({ price, range }, at) => {
    const before = noted[at - 1] ?? { price: null, range: null };
    return price !== before.price || range !== before.range;
  });
  if (entries.length <= MOST_HISTORY_ENTRIES) return entries;
  return [...entries.slice(0, 1), ...entries.slice(1 - MOST_HISTORY_ENTRIES)];
}

/** What a page shows: one entry alone makes no line, and documents stay small. */
export function changedTrims({ trims }: EvHistory): EvHistory {
  return { trims: trims.filter(({ changes }) => changes.length > 1) };
}
