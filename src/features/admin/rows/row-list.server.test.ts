import { expect, test } from "vitest";
import { describeOnEachEngine } from "../../../../test/databases.ts";
import { openTestRows } from "../../../../test/row-calls.ts";
import { RowListAnswer } from "./rows.schema.ts";

describeOnEachEngine("the administrator's list", (databases) => {
  test("has every row by make, model and trim order, with its counts", async () => {
    const { send } = await openTestRows(databases);
    const answer = await send("GET", "/api/evs?view=admin");
    expect(answer.headers["cache-control"]).toBe("private, no-cache");
    const { evs, ...counts } = RowListAnswer.parse(answer.json());
    expect(counts).toEqual({ total: 7, models: 5, matches: 7 });
    const makes = ["Ford", "Ford", "Kia", "Lucid", "Mercedes-Benz", "Tesla", "Tesla"];
    const trims = ["Flash", "Pro", "Wind", "Grand Touring", "250+", "Standard", "Performance"];
    expect(evs.map(({ make }) => make)).toEqual(makes);
    expect(evs.map(({ trim }) => trim)).toEqual(trims);
    const others = evs.filter(({ isModelHeader }) => !isModelHeader);
    expect(others.map(({ trim }) => trim)).toEqual(["Pro", "Performance"]);
  });

  test("is searched and comes in pages", async () => {
    const { list } = await openTestRows(databases);
    const all = ["Flash", "Pro", "Wind", "Grand Touring", "250+", "Standard", "Performance"];
    for (const [query, trims, matches] of [
      ["&search=f", ["Flash", "Pro", "Performance"], 3],
      ["&search=LIGHTNING%20pr", ["Pro"], 1],
      ["&search=%20model%20%203%20", ["Standard", "Performance"], 2],
      ["&search=%25", [], 0],
      ["&search=", all, 7],
      ["&page=1&pageSize=2", ["Flash", "Pro"], 7],
      ["&page=4&pageSize=2", ["Performance"], 7],
      ["&page=5&pageSize=2", [], 7],
      ["&page=2&pageSize=1&search=tesla", ["Performance"], 2],
      ["&page=1", all, 7],
      // Words in any order, prefixes of words, and years.
      ["&search=standard%20model%20tesla", ["Standard"], 1],
      ["&search=pro%20150%202025", ["Pro"], 1],
      ["&search=pro%202031", [], 0],
      ["&search=andard%20model", [], 0],
    ] as const) {
      const { evs, ...counts } = await list(query);
      expect([query, counts]).toEqual([query, { total: 7, models: 5, matches }]);
      expect([query, evs.map(({ trim }) => trim)]).toEqual([query, trims]);
    }
  });

  test("is sorted by any field and filtered by many, over pages", async () => {
    const { list } = await openTestRows(databases);
    const filtered = (by: unknown) => `&filters=${encodeURIComponent(JSON.stringify(by))}`;
    const costing = filtered({ price: { from: 38_990, to: 65_995 } });
    for (const [query, trims] of [
      ["&sort=range&order=desc&page=1&pageSize=3", ["Grand Touring", "Standard", "Flash"]],
      ["&sort=range&order=desc&page=2&pageSize=1", ["Standard"]],
      // Missing values come last in both directions.
      ["&sort=zeroToSixty&page=1&pageSize=3", ["Performance", "Grand Touring", "Flash"]],
      ["&sort=zeroToSixty&order=desc&page=1&pageSize=3", ["Grand Touring", "Performance", "Flash"]],
      ["&sort=trim&search=ford", ["Flash", "Pro"]],
      ["&sort=trim&order=desc&search=ford", ["Pro", "Flash"]],
      [filtered({ price: { empty: true }, make: { contains: "FO" } }), ["Pro"]],
      [filtered({ price: { empty: false }, make: { contains: "ford" } }), ["Flash"]],
      [`${costing}&sort=price&order=desc`, ["Flash", "Wind", "Performance", "Standard"]],
      [filtered({ range: { to: 240 }, taxCreditEligible: { is: true } }), []],
      [
        filtered({ taxCreditEligible: { is: true }, driveType: { contains: "awd" } }),
        ["Flash", "Performance"],
      ],
      [filtered({ price: { empty: true } }), ["Pro", "250+"]],
    ] as const) {
      const { evs, matches, total } = await list(query);
      expect([query, evs.map(({ trim }) => trim)]).toEqual([query, trims]);
      if (!query.includes("page=")) expect(matches).toBe(evs.length);
      expect(total).toBe(7);
    }
  });

  test("has rows by their ids, those that are there", async () => {
    const { list } = await openTestRows(databases);
    const { evs } = await list("");
    const ids = [evs[4]?.id, 987_654, evs[1]?.id].join();
    const found = await list(`&ids=${ids}`);
    expect(found.evs).toEqual([evs[1], evs[4]]);
    expect(found.matches).toBe(2);
  });

  test("says which filters a field takes", async () => {
    const { send } = await openTestRows(databases);
    for (const [filters, words] of [
      [{ wheels: { empty: true } }, "filters has no field wheels"],
      [{ price: { contains: "4" } }, 'filters.price must be {"empty": true or false}, {"sourced"'],
      [{ price: { from: 5, to: 4 } }, "filters.price must be"],
      [{ price: { empty: true, from: 1 } }, "filters.price must be"],
      [{ price: {} }, "filters.price must be"],
      [{ make: { contains: " " } }, "filters.make must be"],
      [{ taxCreditEligible: { is: "yes" } }, "filters.taxCreditEligible must be"],
      [{ make: { contains: "x".repeat(201) } }, "filters.make must be"],
      [{ make: { contains: "x".repeat(4000) } }, "filters must have at most 4000 characters"],
      [7, "filters must be a JSON object"],
    ] as const) {
      const text = encodeURIComponent(JSON.stringify(filters));
      const answer = await send("GET", `/api/evs?view=admin&filters=${text}`);
      expect(answer.statusCode).toBe(400);
      expect(answer.json<{ error: string }>().error).toContain(words);
    }
  });

  test("refuses what it does not know", async () => {
    const { send } = await openTestRows(databases);
    for (const query of [
      ..."page=0 page=1.5 pageSize=1001 sort=rank order=up filters=%7B filters=[]".split(" "),
      ..."search=a&search=b ids= ids=1,x".split(" "),
      `ids=${Array.from({ length: 1001 }, (_, at) => at).join()}`,
    ]) {
      const answer = await send("GET", `/api/evs?view=admin&${query}`);
      expect([query, answer.statusCode]).toEqual([query, 400]);
    }
  });

  test("is unchanged until something changes, and shows to nobody else", async () => {
    const { app, send, named } = await openTestRows(databases);
    const first = await send("GET", "/api/evs?view=admin&page=1");
    const etag = String(first.headers["etag"]);
    const again = () =>
      send("GET", "/api/evs?view=admin&page=1", undefined, { "if-none-match": etag });
    expect((await again()).statusCode).toBe(304);
    for (const view of ["admin", "ADMIN"]) {
      expect((await app.inject(`/api/evs?view=${view}&page=1`)).statusCode).toBe(401);
    }
    await send("PUT", `/api/evs/${(await named("Pro")).id}`, { price: 1 });
    expect((await again()).statusCode).toBe(200);
  });
});
