import { expect, it } from "vitest";
import { inputs, openTestCatalogue } from "../../../test/catalogue.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { PUBLIC } from "../../server/response-cache.server.ts";

describeOnEachEngine("a version that an event has named", ({ open }) => {
  it("is not answered with an older one, and what may still come is not kept", async () => {
    const { app, store } = await openTestCatalogue(await open());
    const version = await store.version();
    const read = async (least: number) => {
      const answer = await app.inject(`/api/evs/count?_=${least}`);
      return [answer.json<{ count: number }>().count, answer.headers["cache-control"]];
    };
    expect(await read(version)).toEqual([7, PUBLIC]);
    // A client that guesses the next version gets the current one, uncached.
    expect(await read(version + 1)).toEqual([7, "no-store"]);
    expect(await read(Date.now())).toEqual([7, PUBLIC]);
    await store.insertRows(inputs({ make: "Kia", model: "EV6" }));
    expect(await read(version + 1)).toEqual([8, PUBLIC]);
    expect(await read(version)).toEqual([8, PUBLIC]);
  });

  it("is looked for by an instance that has not heard of the change", async () => {
    const database = await open();
    const { write } = database;
    const { app, store, catalogue } = await openTestCatalogue(database);
    const { id = 0 } = (await catalogue.current()).evs.find(({ model }) => model === "EV9") ?? {};
    await catalogue.votes();
    const version = await store.version();
    // Bypasses the store, so that no listener is notified.
    await write.updateTable("ev_rows").set({ range: 307 }).where("model_id", "=", id).execute();
    await write
      .updateTable("catalogue")
      .set({ version: version + 1 })
      .execute();
    const { body, headers } = await app.inject(`/api/evs/${id}?_=${version + 1}`);
    expect([headers["cache-control"], body]).toEqual([PUBLIC, expect.stringContaining(":307")]);

    await write
      .insertInto("vote_stats")
      .values({ model_id: id, upvotes: 3, downvotes: 0, version: 3 })
      .execute();
    const newer = `${version + 1}.3`;
    const votes = await catalogue.votes(newer);
    const served = [votes.byModel.get(id)?.upvotes, catalogue.votesCacheControl(votes, newer)];
    expect(served).toEqual([3, PUBLIC]);

    await database.close();
    expect((await catalogue.current(String(version + 1))).version).toBe(version + 1);
    await expect(catalogue.current(String(version + 2))).rejects.toThrow();
    await expect(catalogue.votes(`${version + 1}.4`)).rejects.toThrow();
  });
});
