import { isDeepStrictEqual } from "node:util";
import { mergeInTurns, patchInTurns } from "../../server/ordered.server.ts";
import {
  createTurns,
  eachInTurns,
  partsInTurns,
  type TakeTurns,
} from "../../server/turns.server.ts";
import type { BodyType, Ev } from "../../vehicle/vehicle.ts";
import {
  addToCell,
  byRange,
  cellOf,
  type Cells,
  drawable,
  type ExplorePoint,
  type ExplorePoints,
  type ExploreTrim,
  keepPlaced,
  markOf,
  MOST_MARKS,
  pointOf,
} from "./explore-points.ts";
import { type Ends, endsOf, scaleBetween } from "./explore-scale.ts";

/** Past this part of all models or trims, placing them all is as quick. */
const PATCHED_PART = 0.1;

/** What is placed of a list, and what the next list's is made of. */
interface Placed {
  readonly placed: ExplorePoints;
  readonly evs: readonly Ev[];
  readonly ends: Ends;
  /** by their cell, with their mark; empty unless marks stand for several */
  readonly cells: ReadonlyMap<number, { members: readonly ExploreTrim[]; mark: ExplorePoint }>;
}

const placing = new WeakMap<readonly Ev[], Promise<void>>();
let last: Placed | undefined;

/**
 * `placePoints` ahead of the chart that asks for it, in turns, once for each list: 100,000 trims take
 * 0.2 s. Of a list that differs little from the one before only what differs is placed, and the
 * other marks are the same objects.
 */
export function placeInTurns(evs: readonly Ev[]): Promise<void> {
  const known = placing.get(evs) ?? place(evs);
  placing.set(evs, known);
  return known;
}

async function place(evs: readonly Ev[]): Promise<void> {
  const takeTurns = createTurns();
  last = (last && (await placeChanges(last, evs, takeTurns))) ?? (await placeAll(evs, takeTurns));
  keepPlaced(evs, last.placed);
}

async function placeAll(evs: readonly Ev[], takeTurns: TakeTurns): Promise<Placed> {
  const runs: ExploreTrim[][] = [];
  let missing = 0;
  await partsInTurns(
    evs,
    (some) => {
      const part = drawable(some);
      missing += part.missing;
      runs.push(part.drawn.sort(byRange));
    },
    takeTurns,
  );
  const drawn = await mergeInTurns(runs, byRange, takeTurns);
  const ends = endsOf(drawn);
  const scale = scaleBetween(ends);
  const isGrouped = drawn.length > MOST_MARKS;
  const bodyTypes = new Map<BodyType, number>();
  const points: ExplorePoint[] = [];
  const members: Cells = new Map();
  await eachInTurns(
    drawn,
    (one) => {
      count(bodyTypes, one, 1);
      if (isGrouped) addToCell(members, one, scale);
      else points.push(pointOf(one, scale));
    },
    takeTurns,
  );
  const cells = new Map<number, { members: readonly ExploreTrim[]; mark: ExplorePoint }>();
  for (const [cell, some] of members) {
    const mark = markOf(some, scale);
    cells.set(cell, { members: some, mark });
    points.push(mark);
    await takeTurns();
  }
  return { placed: { scale, points, drawn, bodyTypes, missing, isGrouped }, evs, ends, cells };
}

/** @returns undefined when other marks would have to move as well */
async function placeChanges(
  before: Placed,
  evs: readonly Ev[],
  takeTurns: TakeTurns,
): Promise<Placed | undefined> {
  const { placed, ends } = before;
  const { scale, isGrouped } = placed;
  const { gone, fresh } = await changesBetween(before.evs, evs, takeTurns);
  if (gone.length + fresh.length > before.evs.length * PATCHED_PART) return undefined;
  const [removed, added] = [drawable(gone), drawable(fresh)];
  const both = [...removed.drawn, ...added.drawn];
  if (both.length > placed.drawn.length * PATCHED_PART) return undefined;
  const drawn = await patchInTurns(placed.drawn, removed.drawn, added.drawn, byRange, takeTurns);
  const isAsBefore = areBetween(both, ends) || isDeepStrictEqual(endsOf(drawn), ends);
  if (!isAsBefore || drawn.length > MOST_MARKS !== isGrouped) return undefined;
  await takeTurns();
  const bodyTypes = new Map(placed.bodyTypes);
  for (const one of removed.drawn) count(bodyTypes, one, -1);
  for (const one of added.drawn) count(bodyTypes, one, 1);
  const missing = placed.missing - removed.missing + added.missing;
  const rest = { scale, drawn, bodyTypes, missing, isGrouped };
  if (!isGrouped) {
    const known = new Map(placed.points.map((point) => [point.trims[0].trim, point]));
    const points = drawn.map((one) => known.get(one.trim) ?? pointOf(one, scale));
    return { placed: { ...rest, points }, evs, ends, cells: before.cells };
  }
  const cells = new Map(before.cells);
  for (const cell of new Set(both.map((one) => cellOf(one, scale)))) {
    const isHere = (one: ExploreTrim) => cellOf(one, scale) === cell;
    const members = await patchInTurns(
      cells.get(cell)?.members ?? [],
      removed.drawn.filter(isHere),
      added.drawn.filter(isHere),
      byRange,
      takeTurns,
    );
    if (members.length > 0) cells.set(cell, { members, mark: markOf(members, scale) });
    else cells.delete(cell);
    await takeTurns();
  }
  return { placed: { ...rest, points: inOrder(cells) }, evs, ends, cells };
}

/** Whether all are nearer than the ends, which then are where they are with them and without. */
function areBetween(
  some: readonly ExploreTrim[],
  { range: [nearest, farthest], price: [cheapest, dearest] }: Ends,
): boolean {
  return some.every(
    ({ range, price }) =>
      range > nearest && range < farthest && price > cheapest && price < dearest,
  );
}

function count(counts: Map<BodyType, number>, { ev }: ExploreTrim, by: 1 | -1): void {
  const now = (counts.get(ev.bodyType) ?? 0) + by;
  if (now === 0) counts.delete(ev.bodyType);
  else counts.set(ev.bodyType, now);
}

/** The marks by the first trim of their cells. */
function inOrder(cells: Placed["cells"]): ExplorePoint[] {
  return [...cells.values()]
    .flatMap(({ members: [first], mark }) => (first ? [{ first, mark }] : []))
    .sort((a, b) => byRange(a.first, b.first))
    .map(({ mark }) => mark);
}

/** The models of two lists by id that are not in the other. */
async function changesBetween(
  before: readonly Ev[],
  after: readonly Ev[],
  takeTurns: TakeTurns,
): Promise<{ gone: Ev[]; fresh: Ev[] }> {
  const gone: Ev[] = [];
  const fresh: Ev[] = [];
  let at = 0;
  await eachInTurns(
    after,
    (ev) => {
      for (let old = before[at]; old && old.id <= ev.id; old = before[++at]) {
        if (old === ev) {
          at++;
          return;
        }
        gone.push(old);
      }
      fresh.push(ev);
    },
    takeTurns,
  );
  for (; at < before.length; at++) gone.push(before[at] as Ev); // within the list
  return { gone, fresh };
}
