import { expect, test } from "vitest";
import { groupTrims } from "../../vehicle/stored-models.server.ts";
import { newRow } from "../../vehicle/vehicle-rows.server.ts";
import { findModels, NO_FILTER } from "../filters/filters.ts";
import { DEFAULT_SORT, type Sort } from "../filters/sort.ts";
import { findInTurns } from "./find-in-turns.server.ts";
import { inputs } from "../../../test/catalogue.ts";

/** Several parts of a catalogue; many are level by each figure, and some have none. */
const ROWS = inputs(
  ...Array.from({ length: 1200 }, (_, at) => ({
    make: ["Kia", "ford", "Audi"][at % 3] ?? "",
    model: `M${Math.floor(at / 2)}`,
    trim: `T${at}`,
    range: at % 11 === 0 ? null : 200 + ((at * 7) % 40),
    price: 20_000 + ((at * 13) % 50) * 1000,
  })),
).map((row, at) => {
  const id = Math.floor(at / 2) + 1;
  return newRow(10_000 + at, { id, make: row.make, model: row.model }, row);
});
const EVS = groupTrims(ROWS, new Map());
const SNAPSHOT = {
  evs: EVS,
  totals: { models: EVS.length, trims: ROWS.length },
  matches: async () => findModels(EVS, NO_FILTER, DEFAULT_SORT).matches,
};

test.each([
  { key: "price", order: "asc" },
  { key: "range", order: "desc" },
  { key: "range", order: "asc" },
  { key: "model", order: "desc" },
  { key: "votes", order: "desc" },
] as const satisfies Sort[])(
  "the first by $key $order are those of all, and all are counted",
  async (sort) => {
    const votesOf = (id: number) => id % 5;
    for (const filter of [NO_FILTER, { ...NO_FILTER, minRange: 215 }]) {
      const all = findModels(EVS, filter, sort, { votesOf });
      for (const most of [0, 1, 60, 10_000]) {
        const found = await findInTurns(SNAPSHOT, filter, sort, { votesOf, most });
        expect(found).toEqual({ ...all, matches: all.matches.slice(0, most) });
      }
      expect(await findInTurns(SNAPSHOT, filter, sort, { votesOf })).toEqual(all);
      expect(all.modelCount).toBe(all.matches.length);
    }
  },
);

test("a quick filter takes its own few, whatever is wanted of them", async () => {
  const sort = { key: "price", order: "asc" } as const;
  const all = findModels(EVS, NO_FILTER, sort, { quick: "maxrange" });
  const found = await findInTurns(SNAPSHOT, NO_FILTER, sort, { quick: "maxrange", most: 2 });
  expect(found.matches).toEqual(all.matches.slice(0, 2));
  expect(found.modelCount).toBe(all.modelCount);
});
