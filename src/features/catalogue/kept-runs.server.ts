import type { TakeTurns } from "../../server/turns.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";

/** A run ends after a model whose id is a multiple of this, so that its neighbours do not matter. */
const RUN_END = 64;
const LONGEST_RUN = 128;

/**
 * Makes something of each run of models, and makes it once: a run that was there the last time is
 * what it was. Where runs end depends on the models alone, so that one that comes or goes changes
 * its own run only, and equal lists have equal runs.
 */
export function keptRuns<T>(make: (evs: readonly Ev[]) => T) {
  let last = new Map<Ev, { evs: readonly Ev[]; made: T }>();

  return async (evs: readonly Ev[], takeTurns: TakeTurns): Promise<T[]> => {
    const known = last;
    const next: typeof last = new Map();
    const parts: T[] = [];
    for (let from = 0, to = 0; from < evs.length; from = to) {
      to = endOfRun(evs, from);
      const run = evs.slice(from, to);
      const [first] = run;
      if (!first) break;
      const before = known.get(first);
      const kept = before && areSame(before.evs, run) ? before : { evs: run, made: make(run) };
      next.set(first, kept);
      parts.push(kept.made);
      await takeTurns();
    }
    last = next;
    return parts;
  };
}

function endOfRun(evs: readonly Ev[], from: number): number {
  let to = from + 1;
  while (to < evs.length && to - from < LONGEST_RUN && (evs[to - 1]?.id ?? 0) % RUN_END !== 0) to++;
  return to;
}

/** Models never change: another version of one is another object. */
function areSame(a: readonly Ev[], b: readonly Ev[]): boolean {
  return a.length === b.length && a.every((ev, at) => ev === b[at]);
}
