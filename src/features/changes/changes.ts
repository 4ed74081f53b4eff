import type { ChangesAnswer, EvHistory } from "./changes.schema.ts";

export const CHANGES_PER_PAGE = 100; // calls.md#change-calls; the feed has the same number
/** Entries per trim: the first one and the latest ones. */
export const MOST_HISTORY_ENTRIES = 200;

/** One line of the changes (calls.md#change-calls). */
export type Change = ChangesAnswer["changes"][number];

export type HistoryEntry = EvHistory["trims"][number]["changes"][number];
export type Figures = Omit<HistoryEntry, "at">;

/**
 * Returns the entries of one trim, beginning with its first known value. A change of both figures is recorded
 * as two lines with the same values after it.
 * @param recorded oldest first
 */
export function trimHistory(recorded: readonly HistoryEntry[]): HistoryEntry[] {
  const entries = recorded.filter(({ price, range }, at) => {
    const before = recorded[at - 1] ?? { price: null, range: null };
    return price !== before.price || range !== before.range;
  });
  if (entries.length <= MOST_HISTORY_ENTRIES) return entries;
  return [...entries.slice(0, 1), ...entries.slice(1 - MOST_HISTORY_ENTRIES)];
}

/** The trims with more than one entry: a single one makes no line, and documents should stay small. */
export function changedTrims({ trims }: EvHistory): EvHistory {
  return { trims: trims.filter(({ changes }) => changes.length > 1) };
}
