import type { TakeTurns } from "./turns.server.ts";

type Compare<T> = (a: T, b: T) => number;

/** Items that are sorted, merged or copied in one go: about a millisecond. */
const AT_ONCE = 500;
/** Items that are only copied: a tenth of a millisecond. */
const COPIED_AT_ONCE = 10_000;

/** The items in order; others are served meanwhile. */
export async function sortInTurns<T>(
  items: readonly T[],
  compare: Compare<T>,
  takeTurns: TakeTurns,
): Promise<T[]> {
  const runs: T[][] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    runs.push(items.slice(from, from + AT_ONCE).sort(compare));
    await takeTurns();
  }
  return mergeInTurns(runs, compare, takeTurns);
}

/** One list of several that are in order. Of equal items those of the earlier list come first. */
export async function mergeInTurns<T>(
  lists: readonly T[][],
  compare: Compare<T>,
  takeTurns: TakeTurns,
): Promise<T[]> {
  let runs = lists;
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let at = 0; at < runs.length; at += 2) {
      merged.push(await mergeTwo(runs[at] ?? [], runs[at + 1] ?? [], compare, takeTurns));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeTwo<T>(
  left: readonly T[],
  right: readonly T[],
  compare: Compare<T>,
  takeTurns: TakeTurns,
): Promise<T[]> {
  const merged: T[] = [];
  let at = 0;
  let other = 0;
  while (at < left.length && other < right.length) {
    // Both are within their lists.
    const [a, b] = [left[at] as T, right[other] as T];
    const isLeft = compare(a, b) <= 0;
    merged.push(isLeft ? a : b);
    if (isLeft) at++;
    else other++;
    if (merged.length % AT_ONCE === 0) await takeTurns();
  }
  return merged.concat(left.slice(at), right.slice(other));
}

/**
 * A list in order of which some items have been replaced: without those that are gone, and with the
 * new ones in their places. Costs a search for each and a copy of the list.
 * @param gone items of the list, or others that stand in the same places
 * @throws when one of them has no place in the list
 */
export async function patchInTurns<T>(
  items: readonly T[],
  gone: readonly T[],
  added: readonly T[],
  compare: Compare<T>,
  takeTurns: TakeTurns,
): Promise<readonly T[]> {
  const kept = await spliced(items, gone, compare, takeTurns, (_copy, item, at) => {
    const isThere = at < items.length && compare(items[at] as T, item) === 0;
    if (!isThere) throw new Error("what is gone was not in the list");
    return at + 1;
  });
  return spliced(kept, added, compare, takeTurns, (copy, item, at) => {
    copy.push(item);
    return at;
  });
}

/** Copies a list and does something where each of the others belongs. @param act says where to go on */
async function spliced<T>(
  items: readonly T[],
  others: readonly T[],
  compare: Compare<T>,
  takeTurns: TakeTurns,
  act: (copy: T[], other: T, at: number) => number,
): Promise<readonly T[]> {
  if (others.length === 0) return items;
  const copy: T[] = [];
  let from = 0;
  const copyTo = async (end: number) => {
    while (from < end) {
      const to = Math.min(end, from + COPIED_AT_ONCE);
      while (from < to) copy.push(items[from++] as T); // within the list
      await takeTurns();
    }
  };
  for (const other of await sortInTurns(others, compare, takeTurns)) {
    const at = placeOf(items, other, compare, from);
    await copyTo(at);
    from = act(copy, other, at);
    await takeTurns();
  }
  await copyTo(items.length);
  return copy;
}

/** Where an item belongs in a list in order, from a place on. */
function placeOf<T>(items: readonly T[], item: T, compare: Compare<T>, from: number): number {
  let low = from;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(items[middle] as T, item) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
