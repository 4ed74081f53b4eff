import { createTurns, eachInTurns } from "../../server/turns.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import type { VoteStats } from "../../vehicle/vehicle.store.server.ts";
import type { Snapshot } from "../catalogue/catalogue-snapshot.server.ts";
import { keptRuns } from "../catalogue/kept-runs.server.ts";
import { type RankingStart, rankingStart } from "./ranking.ts";

const leadersOfRuns = keptRuns((run) => rankingStart(run, new Map()).top);

/** Who would lead if nobody had voted, by the models. */
const leaders = new WeakMap<readonly Ev[], Promise<readonly Ev[]>>();

function unvotedLeaders(evs: readonly Ev[]): Promise<readonly Ev[]> {
  const known =
    leaders.get(evs) ??
    leadersOfRuns(evs, createTurns()).then((runs) => rankingStart(runs.flat(), new Map()).top);
  leaders.set(evs, known);
  return known;
}

/**
 * `rankingStart` in turns: 100,000 trims take 30 ms; after a change only what has changed is looked
 * at, and after a vote only what has votes.
 */
export async function rankingStartInTurns(
  { evs, findModel }: Pick<Snapshot, "evs" | "findModel">,
  votes: ReadonlyMap<number, VoteStats>,
): Promise<RankingStart> {
  // Whoever leads has votes, or would lead if nobody had any.
  const candidates = new Set(await unvotedLeaders(evs));
  await eachInTurns(
    [...votes],
    ([id, { upvotes }]) => {
      const ev = upvotes > 0 ? findModel(id) : undefined;
      if (ev) candidates.add(ev);
    },
    createTurns(),
  );
  return { ...rankingStart([...candidates], votes), modelCount: evs.length };
}
