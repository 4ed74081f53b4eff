import { createTurns, type TakeTurns } from "../../server/turns.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { VoteStats } from "../../vehicle/vehicle.store.server.ts";
import { keptRuns } from "../catalogue/kept-runs.server.ts";
import { type RankingStart, rankingStart } from "./ranking.ts";

type VotesByModel = ReadonlyMap<number, VoteStats>;

/** The leaders of each run of models, for as long as nobody votes. */
const leadersOf = new WeakMap<
  VotesByModel,
  (evs: readonly Ev[], takeTurns: TakeTurns) => Promise<(readonly Ev[])[]>
>();

/** `rankingStart` in turns: 100,000 trims take 30 ms; after a change only what has changed is looked at. */
export async function rankingStartInTurns(
  evs: readonly Ev[],
  votes: VotesByModel,
): Promise<RankingStart> {
  const leaders = leadersOf.get(votes) ?? keptRuns((run) => rankingStart(run, votes).top);
  leadersOf.set(votes, leaders);
  // The leaders of all are among the leaders of the runs.
  const best = (await leaders(evs, createTurns())).flat();
  return { ...rankingStart(best, votes), modelCount: evs.length };
}
