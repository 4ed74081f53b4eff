import { expect, test } from "vitest";

import { inputs, openTestCatalogue } from "../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { sampleEv } from "../../../test/sample-cars.ts";
import type { Trim } from "../../domain/vehicle.ts";
import type { SegmentRanks } from "./catalogue.schema.ts";
import { rankInSegment } from "./segment-ranks.server.ts";

/** Returns the ranks of the first of these sedans, next to a pickup with the longest range of all. */
function placesOfFirst(figures: Partial<Trim>[]) {
  const evs = figures.map((trim, at) => sampleEv({ id: at + 1 }, trim));
  const pickup = sampleEv({ id: 99, bodyType: "Pickup Truck" }, { range: 999, price: 1 });
  const [first] = evs;
  return first && rankInSegment([...evs, pickup], first).trims[0]?.places;
}

const ranges = (first: number | null, ...others: (number | null)[]) =>
  [first, ...others].map((range) => ({ range }));
const HUNDRED = Array.from({ length: 100 }, () => 200);
const TEN = [100, 110, 120, 130, 140, 150, 160, 170, 180, 190];

test.each([
  ["better than 7 of 10", ranges(165, ...TEN), "Longer range than 70% of sedans"],
  ["an equal one is not worse", ranges(160, ...TEN), "Longer range than 60% of sedans"],
  ["7 of 11, rounded down", ranges(165, ...TEN, 200), "Longer range than 63% of sedans"],
  ["equal as shown", ranges(159.6, ...TEN), "Longer range than 60% of sedans"],
  ["one of two best", ranges(190, ...TEN), "Longer range than 90% of sedans"],
  ["the worst", ranges(99, ...TEN), "Shortest range of all sedans"],
  ["worse than 7 of 10, one equal", ranges(120, ...TEN), "Shorter range than 70% of sedans"],
  ["one of two worst", ranges(100, ...TEN), "Shorter range than 90% of sedans"],
  ["0, which is unknown", ranges(0, ...TEN), undefined],
  [
    "of the other sedans nine are known, so the pickup counts, too",
    ranges(165, ...TEN.slice(1), null, 0),
    "Longer range than 60% of EVs",
  ],
  ["one of a kind", ranges(165), undefined],
  ["all are equal", ranges(300, ...TEN.map(() => 300)), "Same as all other sedans"],
  ["all but one of 101 are equal", ranges(200, 199, ...HUNDRED), "Same as most sedans"],
  ["almost the worst", ranges(100, 99, ...HUNDRED), "Shorter range than 99% of sedans"],
])("the place of a range: %s", (_name, cars, words) => {
  expect(placesOfFirst(cars)?.range).toBe(words);
});

test("the only car of its body type stands among all", () => {
  const sedans = TEN.map((range, at) => sampleEv({ id: at + 1 }, { range, price: range * 100 }));
  const minivan = sampleEv({ id: 99, bodyType: "Minivan" }, { range: 145, price: 9_000 });
  expect(rankInSegment([...sedans, minivan], minivan)).toMatchObject({
    among: "minivans",
    trims: [
      {
        rowId: 9_900,
        places: { range: "Longer range than 50% of EVs", price: "Lowest price of all EVs" },
      },
    ],
  });
  expect(rankInSegment([...sedans.slice(1), minivan], minivan).trims[0]?.places).toEqual({});
});

test("less is better of price and times, and each figure has its words", () => {
  const middle = TEN.map((figure, at) => ({
    price: figure * 1_000,
    zeroToSixty: at + 1,
    charging: at + 10,
    battery: figure,
    seating: at < 5 ? 4 : 7,
  }));
  const first = { price: 114_000, zeroToSixty: 3.5, charging: 10.5, battery: 195, seating: 5 };
  expect(placesOfFirst([first, ...middle])).toMatchObject({
    price: "Cheaper than 80% of sedans",
    zeroToSixty: "Quicker than 70% of sedans",
    charging: "Charges faster than 90% of sedans",
    battery: "Largest battery of all sedans",
    seating: "More seats than 50% of sedans",
  });
});

describeOnEachEngine("GET /api/evs/:id/places", ({ open }) => {
  test("answers for every trim, by the model's id or a row's", async () => {
    const names = ["A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K"];
    const cars = names.map((model, at) => ({ model, range: 200 + at, trim: "Base" }));
    const { app } = await openTestCatalogue(
      await open(),
      inputs(...cars, { model: "A", range: 230, trim: "Long Range" }),
    );
    const list = await app.inject("/api/evs?search=A");
    const [{ ev, trim }] = list.json();
    const answer = await app.inject(`/api/evs/${ev.id}/places`);
    expect(answer.statusCode).toBe(200);
    const places = answer.json<SegmentRanks>();
    expect(places).toMatchObject({
      among: "sedans",
      trims: [
        { places: { range: "Shortest range of all sedans" } },
        { places: { range: "Longest range of all sedans" } },
      ],
    });
    const ofRow = await app.inject(`/api/evs/${trim.rowId}/places`);
    expect(ofRow.json()).toEqual(places);
    expect((await app.inject("/api/evs/987654321/places")).statusCode).toBe(404);
  });
});
