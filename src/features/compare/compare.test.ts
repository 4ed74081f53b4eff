import { describe, expect, it } from "vitest";

import { DISTANCE_FORMATS } from "../../domain/distance.ts";
import type { Trim } from "../../domain/vehicle.ts";
import {
  byName,
  chosenFirst,
  nextTrim,
  omissionNotes,
  putTrimFirst,
  replaceTrim,
  resolveComparison,
  toggleTrim,
  trimFigures,
} from "./compare.ts";
import { chosenTrims, model } from "../../../test/chosen.ts";

const ARIYA = model(1, "Nissan Ariya", [{ rowId: 2 }, { rowId: 3, trim: "Evolve" }]);
const IONIQ = model(10, "Hyundai IONIQ 5", [{ rowId: 11 }, { rowId: 12, year: 2024 }]);
const LEAF = model(20, "Nissan Leaf", [{ rowId: 21 }]);
const EVS = [LEAF, ARIYA, IONIQ];

describe("resolving ids (comparing.md#comparison-in-the-address)", () => {
  it.each<[string, number[], number[], boolean, boolean]>([
    ["nothing", [], [], false, false],
    ["rows in their order", [21, 3], [21, 3], false, false],
    ["a model as its first trim", [1, 10], [2, 11], false, false],
    ["a model and its first trim once", [1, 2, 3], [2, 3], false, false],
    ["what is gone left out", [999, 21], [21], true, false],
    ["no fourth", [2, 3, 21, 11], [2, 3, 21], false, true],
    ["no fourth, but a duplicate", [2, 3, 21, 1, 20], [2, 3, 21], false, false],
    ["what is gone behind the fourth", [2, 3, 21, 11, 999], [2, 3, 21], true, true],
  ])("%s", (_, ids, rows, unknown, beyond) => {
    const { chosen, omitted } = resolveComparison(ids, EVS);
    expect(chosen.map(({ trim }) => trim.rowId)).toEqual(rows);
    expect(omitted).toEqual({ unknown, beyond });
    expect(omissionNotes(omitted)).toHaveLength(Number(unknown) + Number(beyond));
  });

  it("names what is gone, as far as it is known", () => {
    const note = (...gone: string[]) => omissionNotes({ unknown: true, beyond: false, gone });
    expect(note()).toEqual(["A vehicle is no longer listed, so it was left out."]);
    expect(note("Fiat 500e Red")).toEqual([
      "The Fiat 500e Red is no longer listed, so it was left out.",
    ]);
    expect(note("Fiat 500e Red", "Kia EV6 GT")).toEqual([
      "The Fiat 500e Red and Kia EV6 GT are no longer listed, so they were left out.",
    ]);
  });

  it("gives the item of the specification, evId and trimIndex", () => {
    const items = resolveComparison([12, 3], EVS).chosen.map(({ ev, trim }) => ({
      evId: ev.id,
      trimIndex: trim.index,
    }));
    expect(items).toEqual([
      { evId: 10, trimIndex: 1 },
      { evId: 1, trimIndex: 1 },
    ]);
  });
});

describe("changing the selection (comparing.md#selection)", () => {
  it.each<[string, ReturnType<typeof toggleTrim>, number[], number[] | null]>([
    ["toggling adds at the end", toggleTrim(5), [1], [1, 5]],
    ["toggling removes", toggleTrim(1), [1, 5], [5]],
    ["toggling refuses a fourth", toggleTrim(4), [1, 2, 3], null],
    ["putting first adds in front", putTrimFirst(5), [1, 2], [5, 1, 2]],
    ["putting first moves to the front", putTrimFirst(3), [1, 2, 3], [3, 1, 2]],
    ["putting first refuses a fourth", putTrimFirst(4), [1, 2, 3], null],
    ["replacing keeps the place", replaceTrim(2, 9), [1, 2, 3], [1, 9, 3]],
    ["replacing changes places", replaceTrim(1, 3), [1, 2, 3], [3, 2, 1]],
  ])("%s", (_, change, before, after) => {
    expect(change(before)).toEqual(after);
  });
});

it("lists models by name, those chosen elsewhere first (comparing.md#available-vehicles)", () => {
  const names = byName(EVS);
  expect(names).toEqual([IONIQ, ARIYA, LEAF]);
  expect(chosenFirst(names, [])).toEqual([IONIQ, ARIYA, LEAF]);
  expect(chosenFirst(names, [21, 999, 3, 2])).toEqual([LEAF, ARIYA, IONIQ]);
});

it("offers a model's cheapest trim that is not compared yet", () => {
  const priced = model(1, "Kia EV6", [
    { rowId: 2, price: 50_000 },
    { rowId: 3, price: 42_000, year: 2024 },
    { rowId: 4, price: 30_000, year: 2023 },
  ]);
  const offered = [[], [3], [2, 3]].map((ids) => nextTrim(priced, ids)?.rowId);
  expect(offered).toEqual([3, 2, 4]);
  expect(nextTrim(ARIYA, [])?.rowId).toBe(2);
  expect(nextTrim(ARIYA, [2])?.rowId).toBe(3);
  expect(nextTrim(ARIYA, [3, 2])).toBeUndefined();
});

it.each<[string, Partial<Trim>, string]>([
  ["its figures", { price: 33600, range: 319 }, "Base\n$33,600\u00a0·\u00a0319\u00a0miles"],
  ["what is known of it", { price: 0, range: 319 }, "Base\n319\u00a0miles"],
  ["nothing more", {}, "Base"],
])("names a trim with %s before it is chosen", (_, trim, text) => {
  const [chosen] = chosenTrims(trim);
  if (!chosen) throw new Error("A trim was asked for.");
  expect(trimFigures(chosen, DISTANCE_FORMATS.miles)).toBe(text);
});
