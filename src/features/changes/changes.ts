import { MOST_HISTORY_ENTRIES } from "./limits.ts";

export const CHANGE_KINDS = ["added", "price", "range", "removed"] as const;

/** US dollars and miles; null is not known. */
export interface Figures {
  price: number | null;
  range: number | null;
}

/** One line of what has changed (beyond 2). */
export interface Change {
  id: number;
  at: string; // ISO 8601 in UTC
  kind: (typeof CHANGE_KINDS)[number];
  evId: number;
  rowId: number;
  name: string; // as it was then, such as `2025 Kia EV6 Wind`
  /** the price or range alone, or all figures of a row that was added or removed */
  before: number | Figures | null;
  after: number | Figures | null;
}

export interface HistoryEntry extends Figures {
  at: string;
}

interface TrimHistory {
  rowId: number;
  trim: string;
  year: number;
  changes: HistoryEntry[];
}

/** Of the trims that there are, in their order. */
export interface EvHistory {
  trims: TrimHistory[];
}

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
