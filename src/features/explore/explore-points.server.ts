import { mergeInTurns } from "../../server/ordered.server.ts";
import { createTurns } from "../../server/turns.server.ts";
import type { Ev } from "../../vehicle/vehicle.ts";
import {
  addToCell,
  byRange,
  type Cells,
  drawable,
  type ExplorePoint,
  type ExploreTrim,
  keepPlaced,
  markOf,
  MOST_MARKS,
  pointOf,
} from "./explore-points.ts";
import { scaleOf } from "./explore-scale.ts";

const MODELS_AT_ONCE = 250;
const POINTS_AT_ONCE = 500;

const placing = new WeakMap<readonly Ev[], Promise<void>>();

/** `placePoints` ahead of the chart that asks for it, in turns: 100,000 trims take 0.3 s. Once for each list. */
export function placeInTurns(evs: readonly Ev[]): Promise<void> {
  const known = placing.get(evs) ?? place(evs);
  placing.set(evs, known);
  return known;
}

async function place(evs: readonly Ev[]): Promise<void> {
  const takeTurns = createTurns();
  const runs: ExploreTrim[][] = [];
  let missing = 0;
  for (let from = 0; from < evs.length; from += MODELS_AT_ONCE) {
    const part = drawable(evs.slice(from, from + MODELS_AT_ONCE));
    missing += part.missing;
    runs.push(part.drawn.sort(byRange));
    await takeTurns();
  }
  const drawn = await mergeInTurns(runs, byRange, takeTurns);
  const scale = scaleOf(drawn);
  const isGrouped = drawn.length > MOST_MARKS;
  const points: ExplorePoint[] = [];
  const cells: Cells = new Map();
  for (const [at, one] of drawn.entries()) {
    const point = pointOf(one, scale);
    if (isGrouped) addToCell(cells, point);
    else points.push(point);
    if (at % POINTS_AT_ONCE === 0) await takeTurns();
  }
  for (const members of cells.values()) {
    points.push(markOf(members));
    await takeTurns();
  }
  keepPlaced(evs, { scale, points, drawn, missing, isGrouped });
}
