import type { FastifyInstance } from "fastify";
import { expect, it } from "vitest";
import { inputs, openTestCatalogue } from "../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import type { EvListEntry } from "../../domain/vehicle.ts";
import { expectIssue, expectRefused } from "../../../test/refusals.ts";

const CARS = inputs(
  { make: "Kia", model: "EV6", trim: "Far", range: 400, price: 50_000, charging: 20 },
  { make: "Kia", model: "EV6", trim: "Near", range: 200, price: 45_000, charging: 20 },
  { make: "Fiat", model: "500e", trim: "Cheap", range: 150, price: 30_000, charging: 0 },
  { make: "Audi", model: "Q4", trim: "Unknown", range: 0, price: 0, charging: 0 },
);

/** Returns `model trim score` for each entry, in response order. */
async function ranked(app: FastifyInstance, query: string): Promise<string[]> {
  const answer = await app.inject(`/api/evs?${query}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer
    .json<EvListEntry[]>()
    .map(({ ev, trim, score }) => `${ev.model} ${trim.trim} ${score}`);
}

describeOnEachEngine("a ranked list", ({ open }) => {
  it("goes by the best passing trim of a model, with the score of each trim", async () => {
    const { app } = await openTestCatalogue(await open(), CARS);
    // Ranges 150, 200, 400: ranks 16.7, 50, 83.3. Prices of 50, 45 and 30 thousand give the same ranks.
    const byRange = await ranked(app, "rank=range:1");
    expect(byRange).toEqual(["EV6 Far 83.3", "EV6 Near 50", "500e Cheap 16.7", "Q4 Unknown null"]);
    // (3 × 16.7 + 2 × 83.3) / 5 = 43.3 and so on.
    const byBoth = await ranked(app, "rank=range:3,price:2");
    expect(byBoth).toEqual(["EV6 Far 56.7", "EV6 Near 50", "500e Cheap 43.3", "Q4 Unknown null"]);
    // Filters choose which ones are shown; ranks are still relative to all.
    const filtered = await ranked(app, "rank=range:3,price:2&maxRange=300&maxPrice=60000");
    expect(filtered).toEqual(["EV6 Near 50", "500e Cheap 43.3"]);
    // For the Fiat, 2 of 5 points of the weight are known.
    expect((await ranked(app, "rank=range:2,charging:3")).at(-2)).toBe("500e Cheap null");
    const second = await ranked(app, "rank=price:1&limit=1&offset=1");
    expect(second).toEqual(["EV6 Far 16.7", "EV6 Near 50"]);
    expect(await ranked(app, "rank=price:1&offset=9")).toEqual([]);
  });

  it("is known by its tag until the catalogue changes, and kept by nobody here", async () => {
    const { app, store } = await openTestCatalogue(await open(), CARS);
    const ask = (tag = "") =>
      app.inject({ url: "/api/evs?rank=range:5", headers: { "if-none-match": tag } });
    const { etag = "", ...headers } = (await ask()).headers;
    expect(headers["cache-control"]).toContain("public");
    expect((await ask(etag)).statusCode).toBe(304);
    await store.insertRows(inputs({ make: "Kia", model: "EV9", trim: "New", range: 500 }));
    const after = await ask(etag);
    expect([after.statusCode, after.json<EvListEntry[]>()[0]?.ev.model]).toEqual([200, "EV9"]);
  });

  it("refuses what is no order, and says what it takes", async () => {
    const { app } = await openTestCatalogue(await open(), CARS);
    const weights =
      "rank must be weights from 0 to 5, one of them above 0, such as range:5,price:3, of range, price, charging, cargo, consumption, acceleration";
    const wrong = "range range:0 range:6 range:-1 seats:3 range:1,range:1".split(" ");
    for (const rank of ["", ...wrong]) {
      const answer = await app.inject(`/api/evs?rank=${rank}`);
      expectRefused(answer, 400, weights);
    }
    for (const beside of ["sort=price", "order=asc", "sort=votes&order=desc"]) {
      const answer = await app.inject(`/api/evs?rank=range:5&${beside}`);
      expectIssue(answer, 400, "rank", "rank already sets the order: leave out sort and order");
    }
    expect((await app.inject("/api/evs/count?rank=range:5")).statusCode).toBe(400);
  });
});
