import type { FastifyInstance } from "fastify";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { createVoteStore } from "../ranking/votes.db.server.ts";
import type { Ev, EvListEntry } from "../../domain/vehicle.ts";
import { DirectEvAnswer, EvAnswer, EvListEntryAnswer } from "./catalogue.schema.ts";
import { FLEET, inputs, openTestCatalogue, readCatalogue } from "../../../test/catalogue.ts";
import { PUBLIC } from "../../server/response-cache.server.ts";

/** Returns the trims of a list, as `model trim`, in response order. */
async function listed(app: FastifyInstance, query: string): Promise<string[]> {
  const answer = await app.inject(`/api/evs${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<EvListEntry[]>().map(({ ev, trim }) => `${ev.model} ${trim.trim}`);
}

const BY_RANGE = [
  ..."Air Grand Touring|Model 3 Standard|Model 3 Performance|F-150 Lightning Flash".split("|"),
  ..."F-150 Lightning Pro|EV9 Wind|EQB 250+".split("|"),
];

const FILTERED: readonly [string, readonly string[]][] = [
  ["", BY_RANGE],
  ["?search=", BY_RANGE],
  ["?search=model%20PERF", ["Model 3 Performance"]],
  ["?search=model3%20perf", ["Model 3 Performance"]],
  ["?make=ford,kia", ["F-150 Lightning Flash", "F-150 Lightning Pro", "EV9 Wind"]],
  ["?make=Mercedes", ["EQB 250+"]],
  ["?bodyType=Truck", ["F-150 Lightning Flash", "F-150 Lightning Pro"]],
  ["?bodyType=SUV/Crossover", ["EV9 Wind", "EQB 250+"]],
  ["?bodyType=pickup%20truck,suv", ["F-150 Lightning Flash", "F-150 Lightning Pro", "EV9 Wind"]],
  ["?drive=rwd", ["Model 3 Standard"]],
  ["?port=nacs", ["Model 3 Standard"]],
  ["?minRange=300", ["Air Grand Touring", "Model 3 Standard", "F-150 Lightning Flash"]],
  ["?minRange=250&maxRange=299.5", ["Model 3 Performance", "EV9 Wind", "EQB 250+"]],
  ["?maxPrice=54990", ["Model 3 Standard", "Model 3 Performance"]],
  ["?minPrice=54900&maxPrice=54990", ["Model 3 Performance"]],
  ["?taxCredit=true", ["F-150 Lightning Flash", "Model 3 Performance"]],
  ["?taxCredit=false", BY_RANGE],
  ["?limit=1&offset=1", ["Model 3 Standard", "Model 3 Performance"]],
  ["?offset=99&limit=99", []],
  ["?sort=price&order=asc&limit=2", ["Model 3 Standard", "Model 3 Performance", "EV9 Wind"]],
  ["?sort=make&limit=2", ["F-150 Lightning Flash", "F-150 Lightning Pro", "EV9 Wind"]],
  ["?sort=model&order=desc&limit=1", ["Model 3 Standard", "Model 3 Performance"]],
  ["?sort=acceleration&limit=2", ["Model 3 Standard", "Model 3 Performance", "Air Grand Touring"]],
  ["?order=asc&limit=1", ["F-150 Lightning Flash", "F-150 Lightning Pro"]],
];

const EV9 = { make: "Kia", model: "EV9", year: 2026 };
const DECIDING = inputs(
  { trim: "New", year: 2026, range: 300, charging: 27, consumption: 25.1, seatingCapacity: 5 },
  { trim: "Old", year: 2025, range: 310, charging: 15, seatingCapacity: 5 },
  { ...EV9, trim: "Land", range: 280, charging: 24, consumption: 40, seatingCapacity: 6 },
  { ...EV9, trim: "Wind", range: 300, charging: 0, seatingCapacity: 7 },
  { make: "Lucid", model: "Air", trim: "Pure", year: 2024, range: 420 },
);

const DECIDED: readonly [string, readonly string[]][] = [
  ["?maxCharging=24", ["Model 3 Old", "EV9 Land"]],
  ["?maxCharging=24&newest=true", ["EV9 Land"]],
  ["?newest=true", ["Air Pure", "EV9 Land", "EV9 Wind", "Model 3 New"]],
  ["?newest=false&minSeats=7", ["EV9 Wind"]],
  ["?maxConsumption=25.1", ["Model 3 New"]],
  ["?sort=consumption&limit=3", ["Model 3 New", "Model 3 Old", "EV9 Land", "EV9 Wind", "Air Pure"]],
  ["?minSeats=6", ["EV9 Land", "EV9 Wind"]],
  ["?minSeats=2&seating=7", ["EV9 Land", "EV9 Wind"]],
  ["?sort=charging", ["Model 3 New", "Model 3 Old", "EV9 Land", "EV9 Wind", "Air Pure"]],
  ["?sort=charging&order=asc&newest=true&limit=1", ["EV9 Land", "EV9 Wind"]],
  ["?sort=trip", ["Model 3 New", "Model 3 Old", "EV9 Land", "EV9 Wind", "Air Pure"]],
];

const REFUSED: readonly [string, string][] = [
  ["?colour=red", "Unknown parameter colour. Known parameters: search, make,"],
  ["?__proto__=1", "Unknown parameter __proto__."],
  ["?sort=price&sort=range", "sort may appear only once"],
  ["?drive=AWD&drive=4WD", "drive must be one or more of RWD, AWD, FWD"],
  ["?drive=AWD&driveType=AWD", "driveType and drive are the same filter: send one of them"],
  ["?make=", "make must be one or several names"],
  ["?bodyType=Boat", "bodyType must be one or more of Sedan, SUV,"],
  ["?port=Tesla", "port must be one or more of NACS, CCS, CHAdeMO, separated by commas"],
  ["?seating=4", "seating must be one or more of 2, 5, 7"],
  ["?minRange=-1", "minRange must be a number of miles, 0 or more"],
  ["?maxPrice=Infinity", "maxPrice must be a number of US dollars"],
  ["?minPrice=999", "minPrice must be a whole number of US dollars, 1000 to 9999999"],
  ["?taxCredit=yes", "taxCredit must be true or false"],
  ["?newest=1", "newest must be true or false"],
  ["?maxCharging=4", "maxCharging must be a whole number of minutes, 5 to 90"],
  ["?maxCharging=22.5", "maxCharging must be a whole number of minutes, 5 to 90"],
  [
    "?maxConsumption=9.9",
    "maxConsumption must be a number with at most one decimal of kWh/100 mi, 10 to 150",
  ],
  ["?minSeats=1", "minSeats must be a whole number of seats, 2 to 9"],
  [
    "?sort=colour",
    "sort must be one of range, price, make, model, acceleration, charging, consumption, trip, votes",
  ],
  ["?ids=", "ids must be 1 to 100 row ids, separated by commas"],
  ["?ids=1,x", "ids must be 1 to 100 row ids, separated by commas"],
  [`?ids=${"7,".repeat(100)}7`, "ids must be 1 to 100 row ids, separated by commas"],
  ["?order=up", "order must be asc or desc"],
  ["?sort=acceleration&order=desc", "order must be asc when sort is acceleration"],
  ["?sort=charging&order=desc", "order must be asc when sort is charging"],
  ["?sort=trip&order=desc", "order must be asc when sort is trip"],
  ["?limit=0", "limit must be a whole number, 1 or more"],
  ["?offset=-1", "offset must be a whole number, 0 or more"],
  ["?view=owner", "view must be admin, or be left out"],
  [`?search=${"x".repeat(101)}`, "search must have at most 100 characters"],
];

describeOnEachEngine("the catalogue's calls", ({ open }) => {
  it("list one entry per trim, filtered and sorted", async () => {
    const { app } = await openTestCatalogue(await open());
    const whole = (await app.inject("/api/evs")).json<unknown>();
    expect(z.array(EvListEntryAnswer).parse(whole)).toHaveLength(FLEET.length);
    for (const [query, expected] of FILTERED) {
      expect(await listed(app, query), query).toEqual(expected);
    }
  });

  it("filter and sort by charging time, seats and newest years, the unknown last", async () => {
    const { app } = await openTestCatalogue(await open(), DECIDING);
    for (const [query, expected] of DECIDED) {
      expect(await listed(app, query), query).toEqual(expected);
    }
    const count = await app.inject("/api/evs/count?minSeats=6&newest=true");
    expect(count.json()).toEqual({ count: 2 });
  });

  it("give exactly the trims of a shared list, and count unknown ids", async () => {
    const { app } = await openTestCatalogue(await open(), DECIDING);
    const entries = (await app.inject("/api/evs?sort=model")).json<EvListEntry[]>();
    const [one, , other] = entries.map(({ trim }) => trim.rowId);
    const names = [entries[0], entries[2]].map((entry) => entry?.trim.trim);
    const answer = await app.inject(`/api/evs?ids=${other},987654,${one}&sort=model`);
    expect(answer.json<EvListEntry[]>().map(({ trim }) => trim.trim)).toEqual(names);
    expect(answer.headers["x-unknown-ids"]).toBe("1");
    // Repeating the parameter means the same, other filters count as well.
    expect(await listed(app, `?ids=${one}&ids=${other}&sort=model`)).toHaveLength(2);
    expect(await listed(app, `?ids=${one},${other}&minRange=9000`)).toEqual([]);
    expect((await app.inject(`/api/evs/count?ids=${one}`)).json()).toEqual({ count: 1 });
    expect((await app.inject("/api/evs")).headers).not.toHaveProperty("x-unknown-ids");
    const ranked = await app.inject(`/api/evs?ids=${one}&rank=range:5`);
    expect(ranked.json()).toHaveLength(1);
    expect(ranked.headers["x-unknown-ids"]).toBe("0");
  });

  it("refuse what they do not understand and say what they do", async () => {
    const { app } = await openTestCatalogue(await open());
    for (const [query, sentence] of REFUSED) {
      const answer = await app.inject(`/api/evs${query}`);
      expect(answer.statusCode, query).toBe(400);
      expect(answer.json<{ error: string }>().error).toContain(sentence);
    }
  });

  it("count rows", async () => {
    const { app } = await openTestCatalogue(await open());
    const count = async (query: string) =>
      (await app.inject(`/api/evs/count${query}`)).json<unknown>();
    expect(await count("")).toEqual({ count: 7 });
    expect(await count("?make=Ford,Tesla&minRange=300")).toEqual({ count: 2 });
    expect((await app.inject("/api/evs/count?sort=price")).statusCode).toBe(400);
  });

  it("sort by votes as they are", async () => {
    const database = await open();
    const { app, store } = await openTestCatalogue(database);
    expect((await listed(app, "?sort=votes&limit=1"))[0]).toBe("F-150 Lightning Flash");
    const { rows } = await readCatalogue(store);
    const modelId = rows.find((row) => row.model === "EV9")?.modelId ?? 0;
    await createVoteStore(database).cast({ modelId, visitor: "v", isUpvote: true });
    expect(await listed(app, "?sort=votes&limit=1")).toEqual(["EV9 Wind"]);
  });

  it("show one model by its own id or a row's", async () => {
    const { app, store } = await openTestCatalogue(await open());
    const { rows } = await readCatalogue(store);
    const row = rows.find(({ trim }) => trim === "Performance");
    expect(row).toBeDefined();
    const { id = 0, modelId = 0 } = row ?? {};
    const byModel = await app.inject(`/api/evs/${modelId}`);
    const ev = EvAnswer.parse(byModel.json());
    expect(ev).toMatchObject({ id: modelId, averageRating: null, reviewCount: 0 });
    expect(ev.trims.map(({ trim }) => trim)).toEqual(["Standard", "Performance"]);
    for (const url of [`/api/evs/${id}`, `/api/evs/${id}/fresh`, `/api/evs/${modelId}/fresh?_=1`]) {
      const answer = await app.inject(url);
      expect(answer.json()).toEqual(ev);
      expect(answer.headers["cache-control"]).toBe(url.includes("fresh") ? "no-store" : PUBLIC);
    }
    const direct = await app.inject(`/api/evs/${id}/direct?_=17`);
    expect(direct.headers["cache-control"]).toBe("no-store");
    const { zeroToSixty, dbValues, ...rest } = DirectEvAnswer.parse(direct.json());
    expect(rest).toEqual(ev);
    expect(zeroToSixty).toBe(2.9);
    expect(dbValues).toMatchObject({ zero_to_sixty: 2.9, trim: "Performance", price: 54990 });
    const header = DirectEvAnswer.parse((await app.inject(`/api/evs/${modelId}/direct`)).json());
    expect(header.dbValues).toMatchObject({ trim: "Standard", zero_to_sixty: null });
  });

  it("know no vehicle by any other id", async () => {
    const { app } = await openTestCatalogue(await open());
    const ids = ["0", "999", "2147483647", "2147483648", "9007199254740993", "1".repeat(90)];
    const odd = ["-1", "1.5", "01", "1e1", "abc", "%00", "%F0%9F%9A%97", "NaN", "1%20"];
    for (const id of [...ids, ...odd]) {
      for (const rest of ["", "/fresh", "/direct"]) {
        const answer = await app.inject(`/api/evs/${id}${rest}`);
        expect(answer.statusCode, id).toBe(404);
        expect(answer.json()).toEqual({ error: "Vehicle not found" });
      }
    }
    expect((await app.inject("/api/evs/1?trim=1")).statusCode).toBe(400);
  });

  it("read /direct from the database and never from the snapshot", async () => {
    const database = await open();
    const { app, catalogue } = await openTestCatalogue(database);
    const ev = (await catalogue.current()).evs.find(({ model }) => model === "EV9");
    // Bypasses the store, so that no listener is notified of the change.
    await database.write
      .updateTable("ev_rows")
      .set({ zero_to_sixty: 4.1 })
      .where("model_id", "=", ev?.id ?? 0)
      .execute();
    const cached = (await app.inject(`/api/evs/${ev?.id}`)).json<Ev>();
    const direct = (await app.inject(`/api/evs/${ev?.id}/direct`)).json<
      Ev & { zeroToSixty: number }
    >();
    expect(cached.trims[0]?.zeroToSixty).toBeNull();
    expect(direct.zeroToSixty).toBe(4.1);
    expect(direct.trims[0]?.zeroToSixty).toBe(4.1);
  });

  it("answer 304 until something changes", async () => {
    const { app, store } = await openTestCatalogue(await open());
    for (const url of ["/api/evs", "/api/evs?make=Kia", "/api/evs/count"]) {
      const first = await app.inject({ url, headers: { "accept-encoding": "br" } });
      const headers = { "accept-encoding": "br", "if-none-match": String(first.headers.etag) };
      expect((await app.inject({ url, headers })).statusCode).toBe(304);
      await store.insertRows(inputs({ make: "Kia", model: "EV6", trim: `for ${url}` }));
      expect((await app.inject({ url, headers })).statusCode).toBe(200);
    }
  });

  it("read the database once per change, however many ask", async () => {
    const { app, store } = await openTestCatalogue(await open());
    const reads = vi.spyOn(store, "readModelsSince");
    const ask = () => Promise.all(Array.from({ length: 50 }, () => app.inject("/api/evs/count")));
    await ask();
    expect(reads).toHaveBeenCalledTimes(1);
    await store.insertRows(inputs({ make: "Kia", model: "EV6" }));
    const answers = await ask();
    expect(reads).toHaveBeenCalledTimes(2);
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['{"count":8}']));
  });

  it("show every acknowledged write, also amid reads", async () => {
    const { app, store } = await openTestCatalogue(await open());
    for (let index = 1; index <= 10; index++) {
      const early = app.inject("/api/evs/count");
      await store.insertRows(inputs({ make: "Kia", model: "EV6", trim: `T${index}` }));
      const late = await app.inject("/api/evs/count");
      expect(late.json()).toEqual({ count: FLEET.length + index });
      expect((await early).statusCode).toBe(200);
    }
  });

  it("answer an empty catalogue", async () => {
    const { app } = await openTestCatalogue(await open(), []);
    expect((await app.inject("/api/evs")).json()).toEqual([]);
    expect((await app.inject("/api/evs/count")).json()).toEqual({ count: 0 });
  });
});
