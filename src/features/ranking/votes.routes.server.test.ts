import { expect, it } from "vitest";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { createVoteStore } from "./votes.db.server.ts";
import { cookieOf } from "../../../test/accounts.ts";
import { openTestVotes } from "../../../test/votes.ts";
import { VOTES_TAKEN_BACK_PER_HOUR } from "./votes.routes.server.ts";
import { expectAnswer, expectRefused } from "../../../test/refusals.ts";
import { callApp } from "../../../test/call-app.ts";

const ONE = { upvotes: 1, downvotes: 0, total: 1 };
const NONE = { upvotes: 0, downvotes: 0, total: 0 };

function idIn(ids: ReadonlyMap<string, number>, model: string): number {
  const id = ids.get(model);
  if (id === undefined) throw new Error(`no ${model}`);
  return id;
}

describeOnEachEngine("votes", ({ open, freshEnv }) => {
  it("count once per visitor and model", async () => {
    const { app, ids, vote } = await openTestVotes(await open());
    const air = idIn(ids, "Air");
    const first = await vote(air);
    expectAnswer(first, 201, ONE);
    const cookie = cookieOf(first);

    for (const isUpvote of [true, false]) {
      const second = await vote(air, cookie, isUpvote);
      expectRefused(second, 409, "You have already voted for Lucid Air");
    }
    expect((await app.inject(`/api/evs/${air}/votes`)).json()).toEqual(ONE);

    const elsewhere = await vote(idIn(ids, "EV9"), cookie);
    expect([elsewhere.statusCode, elsewhere.headers["set-cookie"]]).toEqual([201, undefined]);
    const another = await vote(air);
    expect(another.json()).toEqual({ upvotes: 2, downvotes: 0, total: 2 });
  });

  it("are read for one model, for all, and for oneself", async () => {
    const { app, ids, vote } = await openTestVotes(await open());
    const [air, ev9] = [idIn(ids, "Air"), idIn(ids, "EV9")];
    expect((await app.inject("/api/votes")).json()).toEqual({});
    expect((await app.inject(`/api/evs/${air}/votes?_=1`)).json()).toEqual(NONE);
    expect((await app.inject("/api/votes/mine")).json()).toEqual({ ids: [] });

    const cookie = cookieOf(await vote(ev9));
    await vote(air, cookie);
    const all = await app.inject("/api/votes");
    expect(all.json()).toEqual({ [air]: ONE, [ev9]: ONE });
    const mine = await app.inject({ url: "/api/votes/mine", headers: { cookie } });
    expect(mine.headers["cache-control"]).toBe("no-store");
    expect(mine.json()).toEqual({ ids: [air, ev9].toSorted((a, b) => a - b) });

    const headers = { "if-none-match": String(all.headers.etag) };
    expect((await app.inject({ url: "/api/votes", headers })).statusCode).toBe(304);
    await vote(air, undefined, false);
    const changed = await app.inject({ url: "/api/votes", headers });
    expectAnswer(changed, 200, { [air]: { upvotes: 1, downvotes: 1, total: 2 }, [ev9]: ONE });
  });

  it("belong to models: ids of rows and unknown ids are not found", async () => {
    const { app, rowId, vote } = await openTestVotes(await open());
    const refused = [
      await vote(rowId),
      await vote(99_999),
      await app.inject(`/api/evs/${rowId}/votes`),
      await app.inject("/api/evs/99999999999/votes"),
      await app.inject("/api/evs/1e1/votes"),
    ];
    for (const answer of refused) {
      expectRefused(answer, 404, "Vehicle not found");
      expect(answer.headers["set-cookie"]).toBeUndefined();
    }
  });

  it.each([
    ["isUpvote must be true or false", { isUpvote: "true" }],
    ["Unknown field weight", { isUpvote: true, weight: 9 }],
    ["The body must be a JSON object", []],
  ])("refuse a body with: %s", async (error, payload) => {
    const { app, ids } = await openTestVotes(await open());
    const answer = await callApp(app, "POST", `/api/evs/${idIn(ids, "Air")}/votes`, {}, payload);
    expectRefused(answer, 400, error);
    expect((await app.inject("/api/votes")).json()).toEqual({});
  });

  it("are taken back by who gave them, and can be given again", async () => {
    const { app, ids, vote, takeBack } = await openTestVotes(await open());
    const air = idIn(ids, "Air");
    const cookie = cookieOf(await vote(air));
    const other = cookieOf(await vote(air, undefined, false));
    const mine = async () =>
      (await app.inject({ url: "/api/votes/mine", headers: { cookie } })).json<unknown>();

    const stranger = cookieOf(await vote(idIn(ids, "EV9")));
    expectRefused(await takeBack(air, stranger), 404, "You have not voted for Lucid Air");
    expectRefused(await takeBack(air), 404, "You have not voted for Lucid Air");
    expectRefused(await takeBack(99_999, cookie), 404, "Vehicle not found");

    const taken = await takeBack(air, cookie);
    expectAnswer(taken, 200, { upvotes: 0, downvotes: 1, total: 1 });
    expect(await mine()).toEqual({ ids: [] });
    expect((await takeBack(air, cookie)).statusCode).toBe(404);
    expect((await takeBack(air, other)).json()).toEqual(NONE);
    expect((await app.inject("/api/votes")).json()).not.toHaveProperty(String(air));
    expect((await vote(air, cookie)).json()).toEqual(ONE);
    expect(await mine()).toEqual({ ids: [air] });
  });

  it("are taken back once, however often it is asked at the same time", async () => {
    const { app, ids, vote, takeBack } = await openTestVotes(await open());
    const air = idIn(ids, "Air");
    const cookie = cookieOf(await vote(air));
    await vote(air);
    const answers = await Promise.all(Array.from({ length: 10 }, () => takeBack(air, cookie)));
    const statuses = answers.map(({ statusCode }) => statusCode);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 404)).toHaveLength(9);
    expect((await app.inject(`/api/evs/${air}/votes`)).json()).toEqual(ONE);
  });

  it("are taken back 30 times an hour by a visitor", async () => {
    const { ids, vote, takeBack } = await openTestVotes(await open(), true, true);
    const air = idIn(ids, "Air");
    const cookie = cookieOf(await vote(air));
    // A call that takes nothing back counts, too.
    expect((await takeBack(idIn(ids, "EV9"), cookie)).statusCode).toBe(404);
    for (let taken = 1; taken < VOTES_TAKEN_BACK_PER_HOUR; taken++) {
      expect((await takeBack(air, cookie)).statusCode).toBe(200);
      expect((await vote(air, cookie)).statusCode).toBe(201);
    }
    const refused = await takeBack(air, cookie);
    expectRefused(refused, 429, /^You have taken back too many votes\. Please try again in .+\.$/);
    expect(refused.headers["retry-after"]).toBeDefined();
  });

  it("lose none of a hundred at once and count each visitor once", async () => {
    const env = await freshEnv();
    const database = await open(env);
    const { app, ids, vote } = await openTestVotes(database);
    const [air, ev9] = [idIn(ids, "Air"), idIn(ids, "EV9")];
    const greetings = await Promise.all(Array.from({ length: 100 }, () => vote(ev9)));
    const cookies = greetings.map(cookieOf);
    expect(new Set(cookies).size).toBe(100);

    // All visitors press twice, all at once.
    const answers = await Promise.all([...cookies, ...cookies].map((cookie) => vote(air, cookie)));
    const statuses = answers.map((answer) => answer.statusCode);
    expect(statuses.filter((status) => status === 201)).toHaveLength(100);
    expect(statuses.filter((status) => status === 409)).toHaveLength(100);
    const hundred = { upvotes: 100, downvotes: 0, total: 100 };
    expect((await app.inject("/api/votes")).json()).toEqual({ [air]: hundred, [ev9]: hundred });

    await database.close();
    const reopened = await openTestVotes(await open(env), false);
    expect((await reopened.app.inject(`/api/evs/${air}/votes`)).json()).toEqual(hundred);
  });

  it("of two instances at once count each visitor once", async () => {
    const database = await open();
    const { ids } = await openTestVotes(database);
    const stores = [createVoteStore(database), createVoteStore(database)];
    const modelIds = [...ids.values()];
    const outcomes = await Promise.all(
      stores.flatMap((store, turn) =>
        Array.from({ length: 60 }, (_, index) => (turn === 0 ? index : 59 - index)).flatMap(
          (index) =>
            modelIds.map((modelId) =>
              store.cast({ modelId, visitor: `visitor-${index}`, isUpvote: true }),
            ),
        ),
      ),
    );
    const counted = outcomes.filter((stats) => stats !== null);
    expect(counted).toHaveLength(60 * modelIds.length);
  });

  it("that cannot be written are refused and do not affect the next ones", async () => {
    const database = await open();
    const { ids, vote } = await openTestVotes(database);
    const air = idIn(ids, "Air");
    await database.write.schema.alterTable("votes").renameTo("lost").execute();
    expect((await vote(air)).statusCode).toBe(500);
    await database.write.schema.alterTable("lost").renameTo("votes").execute();
    expect((await vote(air)).json()).toEqual(ONE);
  });
});
