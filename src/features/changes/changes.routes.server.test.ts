import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";

import { inputs, readCatalogue } from "../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { GOOD_ROW, openTestRows, type TestRows } from "../../../test/row-calls.ts";
import type { EvRow } from "../../domain/vehicle.ts";
import type { ChangesAnswer, EvHistory } from "./changes.schema.ts";
import type { Change } from "./changes.ts";
import { PUBLIC } from "../../server/response-cache.server.ts";

async function changesAfter({ app }: Pick<TestRows, "app">, since?: number) {
  const answer = await app.inject(`/api/changes${since === undefined ? "" : `?since=${since}`}`);
  expect(answer.statusCode).toBe(200);
  return answer.json<ChangesAnswer>();
}

async function historyOf({ app }: TestRows, id: number): Promise<EvHistory> {
  return (await app.inject(`/api/evs/${id}/history`)).json<EvHistory>();
}

async function add({ send }: TestRows, over: object = {}): Promise<EvRow> {
  const answer = await send("POST", "/api/evs", { ...GOOD_ROW, ...over });
  expect(answer.statusCode).toBe(201);
  return answer.json<EvRow>();
}

describeOnEachEngine("what changed (calls.md#change-calls)", (databases) => {
  test("tells each row added and removed, each price and range changed, and nothing else", async () => {
    const rows = await openTestRows(databases, []);
    const { send, store } = rows;
    const { id } = await add(rows, { price: 75_900, range: 289 });
    const other = await add(rows, { trim: "Pure" });
    const change = (body: object) => send("PUT", `/api/evs/${id}`, body);
    await change({ price: 73_900 });
    await change({ topSpeed: 125, trim: "Adventure Plus" });
    await change({ price: 72_900, range: null });
    await send("DELETE", `/api/evs/${other.id}`);
    await send("DELETE", `/api/evs/${id}`);
    expect((await readCatalogue(store)).rows).toEqual([]);

    const { changes, next } = await changesAfter(rows);
    const evId = changes[0]?.evId;
    const named = (trim: string) => `2025 Rivian R1S ${trim}`;
    const none = { price: null, range: null };
    expect(next).toBeNull();
    expect(changes.map(({ at: _at, ...rest }) => rest)).toEqual(
      [
        ["added", id, named("Adventure"), null, { price: 75_900, range: 289 }],
        ["added", other.id, named("Pure"), null, none],
        ["price", id, named("Adventure"), 75_900, 73_900],
        ["price", id, named("Adventure Plus"), 73_900, 72_900],
        ["range", id, named("Adventure Plus"), 289, null],
        ["removed", other.id, named("Pure"), none, null],
        ["removed", id, named("Adventure Plus"), { price: 72_900, range: null }, null],
      ].map(([kind, rowId, name, before, after], index) => ({
        id: index + 1,
        kind,
        evId,
        rowId,
        name,
        before,
        after,
      })),
    );
    for (const { at } of changes) expect(new Date(at).toISOString()).toBe(at);
    expect(JSON.stringify(changes)).not.toContain("ada");
  });

  test("a figure of 0 is not known (vehicles.md#missing-values)", async () => {
    const rows = await openTestRows(databases, []);
    const { id } = await add(rows, { price: 0, range: 0 });
    for (const body of [{ price: null }, { price: 50_000 }, { range: null }, { price: 0 }]) {
      await rows.send("PUT", `/api/evs/${id}`, body);
    }
    await rows.send("PUT", `/api/evs/${id}`, { price: null, range: 0 });
    const at = expect.any(String);
    const known = [50_000, null].map((price) => ({ at, price, range: null }));
    expect(await historyOf(rows, id)).toMatchObject({ trims: [{ changes: known }] });
    await rows.send("DELETE", `/api/evs/${id}`);
    const { changes } = await changesAfter(rows);
    const none = { price: null, range: null };
    expect(changes.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ["added", null, none],
      ["price", null, 50_000],
      ["price", 50_000, null],
      ["removed", none, null],
    ]);
  });

  test("a range that is shown as before has not changed (vehicles.md#whole-miles)", async () => {
    const rows = await openTestRows(databases, []);
    const { id } = await add(rows, { range: 280 });
    await rows.send("PUT", `/api/evs/${id}`, { range: 279.6 });
    await rows.send("PUT", `/api/evs/${id}`, { range: 279.4 });
    const { changes } = await changesAfter(rows);
    expect(changes.map(({ kind, before, after }) => [kind, before, after])).toEqual([
      ["added", null, { price: null, range: 280 }],
      ["range", 279.6, 279.4],
    ]);
  });

  test("is told a hundred at a time, from any change on", async () => {
    const many = Array.from({ length: 250 }, (_, at) => ({
      trim: `Trim ${at}`,
      price: 30_000 + at,
    }));
    const rows = await openTestRows(databases, inputs(...many));
    const changes: Change[] = [];
    let since: number | null = 0;
    while (since !== null) {
      const page: ChangesAnswer = await changesAfter(rows, since);
      expect(page.changes.length).toBeLessThanOrEqual(100);
      changes.push(...page.changes);
      since = page.next;
    }
    expect(changes.map(({ id }) => id)).toEqual(many.map((_, at) => at + 1));
    const names = many.map(({ trim }) => `2025 Tesla Model 3 ${trim}`);
    expect(changes.map(({ name }) => name)).toEqual(names);
    expect(await changesAfter(rows)).toEqual(await changesAfter(rows, 0));
    expect(await changesAfter(rows, 250)).toEqual({ changes: [], next: null });
    expect(await changesAfter(rows, 150)).toMatchObject({ changes: { length: 100 }, next: null });
  });

  test("refuses a since that names no change, and what it does not know", async () => {
    const { app } = await openTestRows(databases);
    for (const query of "since=8 since=-1 since=x since= since=1.5 since=2026-11-01".split(" ")) {
      const answer = await app.inject(`/api/changes?${query}`);
      expect(answer.statusCode, query).toBe(400);
      expect(answer.json<{ error: string }>().error, query).toContain("since");
    }
    for (const query of ["since=1&since=2", "until=3"]) {
      expect((await app.inject(`/api/changes?${query}`)).statusCode, query).toBe(400);
    }
  });

  test("loses nothing to a follower while many write", async () => {
    const rows = await openTestRows(databases, []);
    const { id } = await add(rows, { price: 1 });
    // A busy machine may ask the client to retry; retrying never writes anything twice.
    const untilDone = async (ask: () => ReturnType<TestRows["send"]>) => {
      let answer = await ask();
      while (answer.statusCode === 503) answer = await ask();
      return answer;
    };
    const writers = Array.from({ length: 4 }, async (_, writer) => {
      for (let at = 0; at < 5; at++) {
        const price = 1_000 + 10 * writer + at;
        await untilDone(() =>
          writer % 2 === 0
            ? rows.send("PUT", `/api/evs/${id}`, { price })
            : rows.send("POST", "/api/evs", { ...GOOD_ROW, trim: `Trim ${price}` }),
        );
      }
    });
    const followed: Change[] = [];
    // If a change were lost, this would wait for ever.
    while (followed.length < 21) {
      const url = `/api/changes?since=${followed.at(-1)?.id ?? 0}`;
      const answer = await untilDone(() => rows.app.inject(url));
      followed.push(...answer.json<ChangesAnswer>().changes);
      await setImmediate();
    }
    await Promise.all(writers);
    const ids = Array.from({ length: 21 }, (_, at) => at + 1);
    expect(followed.map(({ id: each }) => each)).toEqual(ids);
    // Each price must be the `before` of the next change.
    const prices = followed.filter(({ kind }) => kind === "price");
    const earlier = prices.map(({ before }) => before);
    expect(earlier).toEqual([1, ...prices.slice(0, -1).map(({ after }) => after)]);
  });

  test("a change that fails leaves no entry, and no gap", async () => {
    const rows = await openTestRows(databases);
    const { send, store } = rows;
    const { id } = await rows.named("Standard");
    const { changes } = await changesAfter(rows);
    const refused = [
      await send("PUT", `/api/evs/${id}`, { price: 1, trim: "Performance" }),
      await send("PUT", `/api/evs/${id}`, { price: 2, model: "Air", make: "Lucid" }),
      await send("POST", "/api/evs", { ...GOOD_ROW, make: "Kia", model: "EV9", trim: "Wind" }),
      await send("DELETE", `/api/evs/${id}`, undefined, { "if-match": '"9"' }),
    ];
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 412]);
    const twice = inputs({ trim: "New", price: 3 }, { trim: "New", price: 4 });
    await expect(store.insertRows(twice)).rejects.toMatchObject({ status: 409 });
    expect((await changesAfter(rows)).changes).toEqual(changes);
    await send("PUT", `/api/evs/${id}`, { price: 39_990 });
    expect((await changesAfter(rows, changes.length)).changes).toMatchObject([
      { id: changes.length + 1, kind: "price", before: 38_990, after: 39_990 },
    ]);
  });

  test("an EV's history holds its present trims, each from its first known value on", async () => {
    const rows = await openTestRows(databases, []);
    const { send } = rows;
    const wind = await add(rows, { price: null, range: null });
    const gone = await add(rows, { trim: "Gone", price: 1 });
    const newer = await add(rows, { trim: "Max", year: 2026, price: 90_000, range: 400 });
    for (const body of [{ range: 289 }, { price: 75_900 }, { price: 73_900, range: 290 }]) {
      await send("PUT", `/api/evs/${wind.id}`, body);
    }
    await send("DELETE", `/api/evs/${gone.id}`);
    const history = await historyOf(rows, wind.id);
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(history).toEqual({
      trims: [
        { rowId: newer.id, trim: "Max", year: 2026, changes: [{ at, price: 90_000, range: 400 }] },
        {
          rowId: wind.id,
          trim: "Adventure",
          year: 2025,
          changes: [
            { at, price: null, range: 289 },
            { at, price: 75_900, range: 289 },
            { at, price: 73_900, range: 290 },
          ],
        },
      ],
    });
    const { changes } = await changesAfter(rows);
    expect(await historyOf(rows, changes[0]?.evId ?? 0)).toEqual(history);
  });

  test("a history is 404 for an EV that is gone, 400 for what is no id", async () => {
    const rows = await openTestRows(databases);
    const { id } = await rows.named("Wind");
    await rows.send("DELETE", `/api/evs/${id}`);
    const statusOf = async (path: string) => (await rows.app.inject(`/api/evs/${path}`)).statusCode;
    expect(await statusOf(`${id}/history`)).toBe(404);
    expect(await statusOf("999999/history")).toBe(404);
    for (const bad of ["x", "0", "-1", "1.5", "01", "99999999999", "%20"]) {
      expect(await statusOf(`${bad}/history`), bad).toBe(400);
    }
    expect(await statusOf(`${id}/history?since=1`)).toBe(400);
  });

  test("is kept by clients until it changes", async () => {
    const rows = await openTestRows(databases);
    const { id } = await rows.named("Wind");
    for (const url of [`/api/evs/${id}/history`, "/api/changes"]) {
      const first = await rows.app.inject(url);
      expect(first.headers["cache-control"]).toBe(PUBLIC);
      const headers = { "if-none-match": String(first.headers.etag) };
      expect((await rows.app.inject({ url, headers })).statusCode).toBe(304);
      await rows.send("PUT", `/api/evs/${id}`, { price: 60_000 + url.length });
      const later = await rows.app.inject({ url, headers });
      expect(later.statusCode).toBe(200);
      expect(later.body).toContain(String(60_000 + url.length));
    }
  });
});
