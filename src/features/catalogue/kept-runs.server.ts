import type { TakeTurns } from "../../server/turns.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";

/** A run ends after a model whose id is a multiple of this, so that its neighbours do not matter. */
const RUN_END = 64;
/** Of a small catalogue shorter runs, so that a change touches as small a part of it. */
const SMALL = { models: 1000, runEnd: 16 };
/** So many times as long a run may be. */
const LONGEST = 2;

/**
 * Makes something of each run of models, and makes it once: a run that was there the last time is
 * what it was. Where runs end depends on the models alone, so that one that comes or goes changes
 * its own run only, and equal lists have equal runs.
 */
export function keptRuns<T>(make: (evs: readonly Ev[]) => T) {
  let last = new Map<Ev, { evs: readonly Ev[]; made: T }>();
  const runOf = (run: readonly Ev[]) => ({ evs: run, made: make(run) });

  return async (evs: readonly Ev[], takeTurns: TakeTurns): Promise<T[]> => {
    const known = last;
    const next: typeof last = new Map();
    const parts: T[] = [];
    const runEnd = evs.length < SMALL.models ? SMALL.runEnd : RUN_END;
    for (let from = 0, to = 0; from < evs.length; from = to) {
      to = endOfRun(evs, from, runEnd);
      const first = evs[from];
      if (!first) break;
      const before = known.get(first);
      const isKept = before?.evs.length === to - from && isAt(before.evs, evs, from);
      const kept = isKept ? before : runOf(evs.slice(from, to));
      next.set(first, kept);
      parts.push(kept.made);
      await takeTurns();
    }
    last = next;
    return parts;
  };
}

function endOfRun(evs: readonly Ev[], from: number, runEnd: number): number {
  const last = Math.min(evs.length, from + runEnd * LONGEST);
  let to = from + 1;
  while (to < last && (evs[to - 1]?.id ?? 0) % runEnd !== 0) to++;
  return to;
}

/** What is made of runs, added up in groups, each of which is added up once. */
const GROUP = 24;

/**
 * Adds up what `keptRuns` has made, some at a time, so that few are left to be added.
 * @param add never changes what it is given
 */
export function keptGroups<T>(add: (parts: readonly T[]) => T) {
  let last: { parts: readonly T[]; sum: T }[] = [];

  return async (parts: readonly T[], takeTurns: TakeTurns): Promise<T[]> => {
    const next: typeof last = [];
    for (let from = 0; from < parts.length; from += GROUP) {
      const group = parts.slice(from, from + GROUP);
      const before = last[next.length];
      const isKept = before !== undefined && areSame(before.parts, group);
      next.push(isKept ? before : { parts: group, sum: add(group) });
      await takeTurns();
    }
    last = next;
    return next.map(({ sum }) => sum);
  };
}

/** Models never change: another version of one is another object. So it is with what is made of them. */
function areSame<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && isAt(a, b, 0);
}

/** Whether all of it stands in a list from a place on. */
function isAt<T>(some: readonly T[], list: readonly T[], from: number): boolean {
  return some.every((one, at) => one === list[from + at]);
}
