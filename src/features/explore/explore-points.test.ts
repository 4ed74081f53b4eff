import { describe, expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import type { Ev } from "../../domain/vehicle.ts";
import {
  type ExplorePoint,
  MOST_MARKS,
  nearestPoint,
  nextPoint,
  marketOf,
  passingRows,
  passingTrim,
  placeDrawings,
  toPoints,
} from "./explore-points.ts";

const CARS: readonly Ev[] = [
  sampleEv(
    { id: 1, bodyType: "Sedan" },
    { trim: "Far", range: 400, price: 60_000 },
    { trim: "Near", range: 200, price: 40_000 },
    { trim: "Unpriced", range: 300, price: null },
  ),
  sampleEv(
    { id: 2, bodyType: "SUV" },
    { trim: "Middle", range: 300, price: 90_000 },
    { trim: "Unranged", range: 0, price: 50_000 },
  ),
];

function manyCars(models: number): Ev[] {
  return Array.from({ length: models }, (_, at) =>
    sampleEv(
      { id: at + 1, bodyType: at % 3 === 0 ? "Sedan" : "SUV" },
      ...Array.from({ length: 10 }, (__, trim) => ({
        range: 150 + ((at * 37 + trim * 11) % 400),
        price: 30_000 + ((at * 7919 + trim * 1009) % 400_000),
      })),
    ),
  );
}

const pointsOf = (evs: readonly Ev[]) => toPoints(marketOf(evs).trims).points;
const names = (points: readonly ExplorePoint[]) => points.map(({ trims }) => trims[0].trim.trim);

describe("marks", () => {
  test("stand for the trims with both figures, by range; all are counted", () => {
    const { trims, trimCount } = marketOf(CARS);
    const { points, isGrouped } = toPoints(trims);
    expect(names(points)).toEqual(["Near", "Middle", "Far"]);
    expect(trimCount).toBe(5);
    expect(isGrouped).toBe(false);
  });

  test("lie further right with more range and higher with a higher price", () => {
    const [near, middle, far] = pointsOf(CARS);
    expect(near?.left).toBeLessThan(middle?.left ?? 0);
    expect(middle?.left).toBeLessThan(far?.left ?? 0);
    expect(middle?.top).toBeLessThan(far?.top ?? 0);
    expect(far?.top).toBeLessThan(near?.top ?? 0);
  });

  test("of 10,000 trims are grouped, and every trim belongs to one", () => {
    const { points, isGrouped } = toPoints(marketOf(manyCars(1000)).trims);
    expect(isGrouped).toBe(true);
    expect(points.length).toBeLessThanOrEqual(MOST_MARKS);
    const rows = points.flatMap(({ trims }) => trims.map(({ trim }) => trim.rowId));
    expect(new Set(rows).size).toBe(10_000);
    expect(rows).toHaveLength(10_000);
  });
});

test("a mark leads to its first trim that passes", () => {
  const [ev] = CARS;
  if (!ev) throw new Error("the sample has cars");
  const points = pointsOf(CARS);
  const rows = passingRows([{ trims: ev.trims.slice(0, 1) }]);
  const trims = points.map((point) => passingTrim(point, rows)?.trim.trim);
  expect(trims).toEqual([undefined, undefined, "Far"]);
});

describe("drawings", () => {
  test("stand where they lie on no other, each model once before any again", () => {
    const evs = [
      sampleEv(
        { id: 1 },
        { trim: "First", range: 200, price: 40_000 },
        { trim: "Beside", range: 201, price: 40_100 },
        { trim: "Away", range: 500, price: 200_000 },
      ),
      sampleEv({ id: 2 }, { trim: "Below", range: 202, price: 40_200 }),
      sampleEv({ id: 3 }, { trim: "There", range: 499, price: 201_000 }),
    ];
    const points = pointsOf(evs);
    const drawn = (rows?: ReadonlySet<number>) =>
      Array.from(placeDrawings(points, rows).values(), ({ trim }) => trim.trim);
    expect(drawn()).toEqual(["First", "There"]);
    const rows = new Set(points.flatMap(({ trims }) => trims[0].trim.rowId));
    rows.delete(points.at(-2)?.trims[0].trim.rowId ?? 0);
    expect(drawn(rows), "in the room that came free").toEqual(["First", "Away"]);
  });

  test("of 10,000 trims are few enough for a page", () => {
    const drawings = placeDrawings(pointsOf(manyCars(1000)), undefined);
    expect(drawings.size).toBeGreaterThan(20);
    expect(drawings.size).toBeLessThan(200);
  });
});

describe("finding a mark", () => {
  const points = pointsOf(CARS);
  const size = { width: 1000, height: 500 };
  const all = () => true;
  const [near] = points;
  const place = { x: (near?.left ?? 0) * 10 + 3, y: (near?.top ?? 0) * 5 - 4 };

  test.each([
    ["within reach", place, 20, all, 0],
    ["out of reach", place, 4, all, null],
    ["that passes only", place, 20, (point: ExplorePoint) => point !== near, null],
    ["all over its drawing", { ...place, x: place.x + 45 }, 20, () => "drawn" as const, 0],
  ])("%s", (_, at, reach, takes, found) => {
    expect(nearestPoint(points, takes, at, size, reach)).toBe(found);
  });

  test.each([
    ["ArrowRight", 0, 1],
    ["ArrowLeft", 0, 0],
    ["ArrowUp", 0, 2],
    ["ArrowDown", 1, 2],
    ["Home", 2, 0],
    ["End", 0, 2],
    ["Tab", 0, null],
  ])("%s from %d leads to %j", (key, from, to) => {
    expect(nextPoint(points, all, from, key)).toBe(to);
  });

  test("keys skip what does not pass", () => {
    expect(nextPoint(points, (point) => point !== points[1], 0, "ArrowRight")).toBe(2);
    expect(nextPoint(points, () => false, 0, "ArrowRight")).toBeNull();
  });
});
