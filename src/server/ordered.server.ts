import { eachInTurns, type TakeTurns } from "./turns.server.ts";

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
): Promise<readonly T[]> {
  const runs: (readonly T[])[] = [];
  for (let from = 0; from < items.length; from += AT_ONCE) {
    runs.push(items.slice(from, from + AT_ONCE).sort(compare));
    await takeTurns();
  }
  return mergeInTurns(runs, compare, takeTurns);
}

/**
 * `sortInTurns` of items that a number puts into groups: half as many are compared, and none is moved
 * from list to list.
 * @param groupOf a number that grows along the order
 */
export async function sortGroups<T>(
  items: readonly T[],
  groupOf: (item: T) => number,
  compare: Compare<T>,
  takeTurns: TakeTurns,
): Promise<T[]> {
  const groups = new Map<number, T[]>();
  const intoGroup = (item: T) => {
    const group = groupOf(item);
    const others = groups.get(group);
    if (others) others.push(item);
    else groups.set(group, [item]);
  };
  await eachInTurns(items, intoGroup, takeTurns);
  const sorted: T[] = [];
  for (const [, group] of [...groups].sort(([a], [b]) => a - b)) {
    const inOrder = await sortInTurns(group, compare, takeTurns);
    await eachInTurns(inOrder, (item) => sorted.push(item), takeTurns);
  }
  return sorted;
}

/**
 * One list of several that are in order. Of equal items those of the earlier list come first.
 * @param most how many of the first are wanted
 */
export async function mergeInTurns<T>(
  lists: readonly (readonly T[])[],
  compare: Compare<T>,
  takeTurns: TakeTurns,
  most = Infinity,
): Promise<readonly T[]> {
  let runs = lists;
  while (runs.length > 1) {
    const merged: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const both = await mergeTwo(runs[at] ?? [], runs[at + 1] ?? [], compare, takeTurns, most);
      merged.push(both);
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
  most: number,
): Promise<readonly T[]> {
  const firstOf = (all: readonly T[]) => (all.length > most ? all.slice(0, most) : all);
  if (left.length === 0 || right.length === 0) return firstOf(left.length > 0 ? left : right);
  // What was in order before is copied, not compared. Neither is empty.
  if (compare(left.at(-1) as T, right[0] as T) <= 0) return firstOf(left.concat(right));
  const merged: T[] = [];
  let at = 0;
  let other = 0;
  while (at < left.length && other < right.length && merged.length < most) {
    // Both are within their lists.
    const [a, b] = [left[at] as T, right[other] as T];
    const isLeft = compare(a, b) <= 0;
    merged.push(isLeft ? a : b);
    if (isLeft) at++;
    else other++;
    if (merged.length % AT_ONCE === 0) await takeTurns();
  }
  return firstOf(merged.concat(left.slice(at), right.slice(other)));
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
  if (gone.length === 0 && added.length === 0) return items;
  const leaving = await sortInTurns(gone, compare, takeTurns);
  const coming = await sortInTurns(added, compare, takeTurns);
  // As long as it will be: a list that grows leaves all that it has been to V8's collector.
  // oxlint-disable-next-line unicorn/no-new-array -- Array.from would fill it first
  const copy = new Array<T>(items.length - gone.length + added.length);
  let from = 0;
  let to = 0;
  const copyAll = async (list: readonly T[], start: number, end: number) => {
    for (let at = start; at < end; at += COPIED_AT_ONCE) {
      const stop = Math.min(end, at + COPIED_AT_ONCE);
      copyInto(copy, to, list, at, stop);
      to += stop - at;
      await takeTurns();
    }
  };
  let out = 0;
  let into = 0;
  // What comes after all others, as new models do by their ids, needs no place.
  while (out < leaving.length || (into < coming.length && from < items.length)) {
    const [left, came] = [leaving[out], coming[into]];
    const isLeaving =
      out < leaving.length && (into >= coming.length || compare(left as T, came as T) <= 0);
    const item = (isLeaving ? left : came) as T; // one of the two is there
    const at = placeOf(items, item, compare, from);
    if (at > from) await copyAll(items, from, at);
    from = at;
    if (isLeaving) {
      const isThere = at < items.length && compare(items[at] as T, item) === 0;
      if (!isThere) throw new Error("what is gone was not in the list");
      from = at + 1;
      out++;
    } else {
      copy[to++] = item;
      into++;
    }
    await takeTurns();
  }
  await copyAll(items, from, items.length);
  await copyAll(coming, into, coming.length);
  return copy;
}

function copyInto<T>(copy: T[], to: number, items: readonly T[], from: number, end: number): void {
  for (let at = from; at < end; at++) copy[to + at - from] = items[at] as T; // within the list
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
