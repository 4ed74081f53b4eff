import { createTurns } from "../../server/turns.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import { keptRuns } from "../catalogue/kept-runs.server.ts";
import { keepUsual, usualCandidates, usualChoice } from "./ev-choices.ts";

const candidatesOf = keptRuns(usualCandidates);

/**
 * `usualChoice` ahead of the calculator that asks for it, in turns: 100,000 trims take 20 ms; after a
 * change only what has changed is looked at.
 */
export async function chooseInTurns(evs: readonly Ev[]): Promise<void> {
  const candidates = (await candidatesOf(evs, createTurns())).flat();
  keepUsual(evs, usualChoice(candidates));
}
