import { expect, test } from "vitest";
import { describeOnEachEngine, type TestDatabases } from "../../../test/databases.ts";
import { GOOD_ROW, openTestRows } from "../../../test/row-calls.ts";
import type { Ev } from "../../domain/vehicle.ts";
import { ActivityAnswer } from "./activity.schema.ts";

/** Makes changes of every kind. @returns functions that read the activity */
async function openActivity(databases: TestDatabases) {
  const rows = await openTestRows(databases);
  const { app, send, named } = rows;
  const [flash, pro, wind] = [await named("Flash"), await named("Pro"), await named("Wind")];
  const skoda = { ...GOOD_ROW, make: "Škoda", model: "Enyaq" };
  await send("POST", "/api/evs", skoda);
  await send("PUT", `/api/evs/${wind.id}`, { price: 5 });
  await send("PATCH", "/api/evs", { ids: [flash.id, pro.id], set: { price: 6 } });
  const modelOf = async (id: number) => (await app.inject(`/api/evs/${id}`)).json<Ev>().id;
  const [lightning, ev9] = [await modelOf(flash.id), await modelOf(wind.id)];
  await send("DELETE", `/api/evs/${pro.id}`);
  const ask = async (query: string) => {
    const answer = await send("GET", `/api/activity?${query}`);
    return ActivityAnswer.parse(answer.json<ActivityAnswer>());
  };
  const findSummaries = async (query: string) =>
    (await ask(query)).entries.map(({ action, subject }) => `${action} ${subject}`);
  return { ...rows, ask, findSummaries, flash, pro, wind, lightning, ev9 };
}

const FLASH = "2025 Ford F-150 Lightning Flash";
const PRO = "2025 Ford F-150 Lightning Pro";
const WIND = "2025 Kia EV9 Wind";
const SKODA = "2025 Škoda Enyaq Adventure";

describeOnEachEngine("the activity", (databases) => {
  test("can be searched by words in any order and letter case, and filtered by kind", async () => {
    const { findSummaries, send } = await openActivity(databases);
    for (const [query, expected] of [
      ["search=lightning%20FORD", [`row-deleted ${PRO}`, `row-changed ${PRO}`]],
      ["search=flash", [`row-changed ${FLASH}`]],
      ["search=šKODA%20ada", [`row-added ${SKODA}`]],
      ["search=%25", []],
      ["kind=added", [`row-added ${SKODA}`]],
      ["kind=deleted&search=pro", [`row-deleted ${PRO}`]],
      ["kind=merged", []],
      ["user=ada&kind=changed", [`row-changed ${PRO}`, `row-changed ${WIND}`]],
      ["user=bo", []],
    ] as const) {
      expect([query, await findSummaries(query)]).toEqual([query, expected]);
    }
    const long = `search=${"x".repeat(201)}`;
    for (const query of ["kind=painted", "evId=0", "evId=x", "change=0", long]) {
      const { statusCode } = await send("GET", `/api/activity?${query}`);
      expect([query, statusCode]).toEqual([query, 400]);
    }
  });

  test("shows the history of a car, including deleted rows and after a merge", async () => {
    const { ask, findSummaries, send, lightning, ev9, flash, pro, wind } =
      await openActivity(databases);
    const ofLightning = [`row-deleted ${PRO}`, `row-changed ${PRO}`];
    expect(await findSummaries(`evId=${lightning}`)).toEqual(ofLightning);
    expect(await findSummaries(`evId=${flash.id}`)).toEqual(ofLightning);
    const { entries } = await ask(`evId=${lightning}`);
    expect(entries.map(({ rowId, hasRow, evId }) => [rowId, hasRow, evId])).toEqual([
      [pro.id, false, lightning],
      [pro.id, false, lightning],
    ]);
    await send("POST", "/api/evs/merge", { from: lightning, into: ev9 });
    const merged = "models-merged Ford F-150 Lightning into Kia EV9";
    const all = [merged, ...ofLightning, `row-changed ${WIND}`];
    for (const id of [lightning, ev9, flash.id])
      expect(await findSummaries(`evId=${id}`)).toEqual(all);
    expect((await ask(`evId=${ev9}`)).entries.map(({ evId }) => evId)).toEqual(all.map(() => ev9));
    await send("DELETE", "/api/evs", { ids: [flash.id, wind.id] });
    const latest = (await ask(`evId=${ev9}&limit=1`)).entries[0];
    expect(latest).toMatchObject({ hasRow: false, evId: null });
  });

  test("shows a change of many rows as one entry, whose parts can be requested", async () => {
    const { ask, findSummaries } = await openActivity(databases);
    const { entries } = await ask("kind=changed");
    const [many, alone] = entries;
    const first = many?.change?.id;
    expect(entries.map(({ change }) => change?.rows)).toEqual([2, undefined]);
    expect(alone?.subject).toBe(WIND);
    const rows = [`row-changed ${PRO}`, `row-changed ${FLASH}`];
    expect(await findSummaries(`change=${first}`)).toEqual(rows);
    const part = await ask(`change=${first}&limit=1`);
    expect(await findSummaries(`change=${first}&before=${part.next}`)).toEqual(rows.slice(1));
    const page = await ask("kind=changed&limit=1");
    expect([page.entries.length, page.next]).toEqual([1, first]);
    const rest = await findSummaries(`kind=changed&before=${page.next}`);
    expect(rest).toEqual([`row-changed ${WIND}`]);
  });

  test("is found by row and field", async () => {
    const { findSummaries, send, flash, wind } = await openActivity(databases);
    await send("PUT", `/api/evs/${wind.id}`, { range: 7 });
    const prices = [`row-changed ${PRO}`, `row-changed ${WIND}`];
    // Adding or deleting a row does not count as a change of a field.
    expect(await findSummaries("field=price")).toEqual(prices);
    expect(await findSummaries("field=range")).toEqual([`row-changed ${WIND}`]);
    expect(await findSummaries("field=trim")).toEqual([]);
    expect(await findSummaries(`rowId=${flash.id}`)).toEqual([`row-changed ${FLASH}`]);
    expect(await findSummaries(`rowId=${wind.id}&field=range`)).toEqual([`row-changed ${WIND}`]);

    for (const query of ["field=wheels", "rowId=0"]) {
      const { statusCode } = await send("GET", `/api/activity?${query}`);
      expect([query, statusCode]).toEqual([query, 400]);
    }
  });

  test("names everyone who has changed something", async () => {
    const { send, database } = await openActivity(databases);
    const line = { subject: "hay", action: "row-deleted", at: new Date(0).toISOString() };
    const lines = ["bo", null].map((username, at) => ({ ...line, id: 30_000 + at, username }));
    await database.write.insertInto("activity").values(lines).execute();
    const answer = await send("GET", "/api/activity/people");
    expect(answer.json()).toEqual({ people: ["ada", "bo"] });
  });

  test("finds old entries", async () => {
    const { findSummaries, database } = await openActivity(databases);
    const line = (id: number, subject: string, username: string) => {
      const at = new Date(0).toISOString();
      return { id, subject, username, at, action: "row-deleted" };
    };
    const lines = [line(30_000, "hay", "ada"), line(10_001, "a needle", "bo")];
    await database.write.insertInto("activity").values(lines).execute();
    expect(await findSummaries("search=needle")).toEqual(["row-deleted a needle"]);
    expect(await findSummaries("user=bo&limit=1")).toEqual(["row-deleted a needle"]);
  });
});
