import { describe, expect, test } from "vitest";

import { sampleEv } from "../../../test/sample-cars.ts";
import { starterCars } from "../../../test/starter-cars.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { BODY_TYPES } from "../../domain/field-options.ts";
import { measuresOf } from "./model-measures.ts";
import { DRAWING } from "./drawing/measures.ts";
import { outlineOf } from "./drawing/outline.ts";
import { EXTRAS } from "./drawing/draw-car.ts";
import { drawModel, profileOf } from "./draw-model.ts";

const { width, height, ground, pixelsPerInch } = DRAWING;
/** Half a percent of the drawing. */
const TOLERANCE_PX = width * 0.005;
const CARS = await starterCars();

/** Points along a path of M, L, Q and A commands; arcs only contribute their end points. */
function pointsAlong(path: string): { x: number; y: number }[] {
  const points: { x: number; y: number }[] = [];
  for (const [, command = "", text = ""] of path.matchAll(/([MLQA])([^MLQAZ]+)/g)) {
    const [toX = NaN, toY = NaN] = text.split(" ").slice(-2).map(Number);
    const [cornerX = NaN, cornerY = NaN] = text.split(" ").map(Number);
    const from = points.at(-1);
    if (command !== "Q" || !from) points.push({ x: toX, y: toY });
    else {
      for (let t = 0.1; t < 1.05; t += 0.1) {
        const mix = (a: number, b: number, c: number) =>
          (1 - t) ** 2 * a + 2 * t * (1 - t) * b + t ** 2 * c;
        points.push({ x: mix(from.x, cornerX, toX), y: mix(from.y, cornerY, toY) });
      }
    }
  }
  return points;
}

/** The position of the drawn body and its wheels, in pixels. */
function drawn(svg: string) {
  const points = pointsAlong(
    /<path id="body" d="(?<path>[^"]+)"/.exec(svg)?.groups?.["path"] ?? "",
  );
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const wheels = [...svg.matchAll(/<use href="#wheel" transform="translate\(([\d.]+) /g)];
  const [rear = NaN, front = NaN] = wheels.map(([, x]) => Number(x)).toSorted((a, b) => b - a);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    low: Math.max(...ys),
    front,
    rear,
  };
}

/** @returns the largest difference in pixels between the drawing and the measures */
function missedBy(ev: Ev): number {
  const { measures } = measuresOf(ev);
  const { left, right, top, low, front, rear } = drawn(drawModel(ev));
  const misses = [
    right - left - measures.length * pixelsPerInch,
    ground - top - measures.height * pixelsPerInch,
    ground - low - measures.groundClearance * pixelsPerInch,
    rear - front - measures.wheelbase * pixelsPerInch,
  ];
  return Math.max(...misses.map(Math.abs));
}

describe("the drawing of a car", () => {
  test("has the length, height, wheelbase and clearance of every model of the starter catalogue", () => {
    const missed = CARS.filter((ev) => !(missedBy(ev) <= TOLERANCE_PX));
    expect(missed.map(({ make, model }) => `${make} ${model}`)).toEqual([]);
    expect(CARS.length).toBeGreaterThan(90);
  });

  test("has the wheels under the body and all of it in the picture", () => {
    for (const ev of CARS) {
      const { left, right, top, front, rear } = drawn(drawModel(ev));
      const name = `${ev.make} ${ev.model}`;
      expect(Math.min(left, top), name).toBeGreaterThan(0);
      expect(right, name).toBeLessThan(width);
      expect(front - left, name).toBeGreaterThan(12 * pixelsPerInch);
      expect(right - rear, name).toBeGreaterThan(12 * pixelsPerInch);
    }
  });

  test("keeps the roof of a Model Y high and in one piece, where a Model 3 falls off", () => {
    const carOf = (model: string) => {
      const ev = CARS.find((one) => one.make === "Tesla" && one.model === model);
      if (!ev) throw new Error(`The starter catalogue has no ${model}.`);
      const profile = profileOf(ev.make, ev.model, ev.bodyType);
      const { measures } = measuresOf(ev);
      const { topAt } = outlineOf(measures, profile);
      return { profile, share: topAt(measures.length * 0.8) / measures.height };
    };
    const [suv, sedan] = [carOf("Model Y"), carOf("Model 3")];
    expect(suv.share).toBeGreaterThan(0.91);
    expect(sedan.share).toBeLessThan(suv.share - 0.04);
    // With a light roof, the glass above the doors would look like two wedges.
    expect(suv.profile.extras).toContain("dark-roof");
  });

  test("has a light rim around a dark body, for the dark theme", () => {
    const rims = (ev: Ev) => drawModel(ev).match(/stroke="#f4f6fa"/g)?.length ?? 0;
    const painted = (paint: string) =>
      CARS.filter((ev) => profileOf(ev.make, ev.model, ev.bodyType).paint === paint);
    expect(painted("midnight").map(rims)).not.toContain(0);
    expect(painted("pearl").map(rims)).not.toContain(1);
  });

  test("differs between any two models, and is small", () => {
    const drawings = CARS.map(drawModel);
    expect(new Set(drawings).size).toBe(CARS.length);
    expect(drawings.join("")).not.toMatch(/NaN|undefined/);
    expect(Math.max(...drawings.map((svg) => svg.length))).toBeLessThan(9_216);
  });

  test("is believable whatever an administrator typed", () => {
    const odd = [null, 0, 50, 145, 237, 400];
    for (const bodyType of BODY_TYPES) {
      for (const length of odd) {
        for (const other of odd) {
          const sides = { length, height: other, wheelbase: other, groundClearance: other };
          const ev = sampleEv({ id: 1, bodyType }, sides);
          expect(missedBy(ev), JSON.stringify(sides)).toBeLessThanOrEqual(TOLERANCE_PX);
          const svg = drawModel(ev);
          expect(svg).not.toMatch(/NaN|Infinity|undefined/);
          const { left, right, top, front, rear } = drawn(svg);
          expect(Math.min(left, top, front - left, right - rear)).toBeGreaterThan(0);
          expect(right).toBeLessThan(width);
        }
      }
    }
    expect(height).toBeGreaterThan(ground);
  });
});

describe("the measures of a model", () => {
  test("are its header row's, and gaps are filled from its newest row that has them", () => {
    const ev = sampleEv(
      { id: 1, bodyType: "Sedan" },
      { length: 190, height: null, wheelbase: null },
      { length: 180, height: 58, wheelbase: 112 },
      { length: 170, height: 50, wheelbase: 100 },
    );
    expect(measuresOf(ev)).toMatchObject({
      measures: { length: 190, height: 58, wheelbase: 112 },
      isTypical: false,
    });
  });

  test("are the body type's usual ones if none are known, and say so", () => {
    expect(measuresOf(sampleEv({ id: 1, bodyType: "Minivan" }, {}))).toMatchObject({
      measures: { length: 197, height: 74 },
      isTypical: true,
    });
  });
});

describe("an implausible measure", () => {
  const typed = { length: 187, height: 64, wheelbase: 114, groundClearance: 6.5 };
  const usual = measuresOf(sampleEv({ id: 1, bodyType: "SUV" }, {})).measures;

  test.for([
    { side: "length", value: 400, drawn: (114 * usual.length) / usual.wheelbase },
    { side: "height", value: 400, drawn: usual.height },
    { side: "wheelbase", value: 190, drawn: (usual.wheelbase * 187) / usual.length },
    { side: "groundClearance", value: 40, drawn: usual.groundClearance },
  ] as const)("$side $value counts as unknown", ({ side, value, drawn: expected }) => {
    const ev = sampleEv({ id: 1, bodyType: "SUV" }, { ...typed, [side]: value });
    const { measures, isTypical } = measuresOf(ev);
    expect(measures).toMatchObject({ ...typed, [side]: expected });
    expect(isTypical).toBe(side !== "groundClearance");
  });
});

describe("the profile of a model", () => {
  test("is found whatever way its name is written, else it is its body type's", () => {
    expect(profileOf("TESLA", "model y", "SUV")).toEqual(profileOf("Tesla", "Model Y", "Sedan"));
    expect(profileOf("New", "Car", "Pickup Truck").extras).toContain("bed");
  });

  test("has only extras that are drawn", () => {
    const extras = CARS.flatMap((ev) => profileOf(ev.make, ev.model, ev.bodyType).extras);
    expect([...new Set(extras)].filter((extra) => !EXTRAS.includes(extra))).toEqual([]);
  });

  test("is its own for every model of the starter catalogue", () => {
    const usual = CARS.filter(({ make, model, bodyType }) => {
      const { paint: _own, ...own } = profileOf(make, model, bodyType);
      const { paint: _other, ...other } = profileOf("New", "Car", bodyType);
      return JSON.stringify(own) === JSON.stringify(other);
    });
    // The cars whose profiles serve as the usual ones.
    expect(usual.length).toBeLessThanOrEqual(BODY_TYPES.length);
  });
});
