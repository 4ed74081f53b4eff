import { expect, it } from "vitest";
import type { Database } from "../../db/database.server.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { createRowStore } from "../admin/rows/rows.db.server.ts";
import { createModelMerges } from "../catalogue/model-merges.db.server.ts";
import { createVehicleStore } from "../catalogue/vehicles.db.server.ts";
import { inputs } from "../../../test/catalogue.ts";
import { createVoteStore } from "./votes.db.server.ts";

const MODELS = 12;
const UNKNOWN = { status: 404 };

async function openVotes(database: Database) {
  const { read } = database;
  const store = createVehicleStore(database);
  await store.insertRows(
    inputs(
      ...Array.from({ length: MODELS }, (_, at) => ({
        make: "Kia",
        model: `EV${at}`,
        trim: `GT${at}`,
      })),
    ),
  );
  const rows = await read.selectFrom("ev_rows").select(["id", "model_id"]).execute();
  const votes = createVoteStore(database);
  return {
    votedBy: votes.votedBy,
    ids: rows.map(({ model_id }) => model_id),
    vote: (modelId: number, visitor: string) => votes.cast({ modelId, visitor, isUpvote: true }),
    deleteModel: async (modelId: number) => {
      const row = rows.find(({ model_id }) => model_id === modelId);
      await createRowStore(database).deleteRows([{ id: row?.id ?? 0 }], null);
    },
    count: async () => (await read.selectFrom("votes").select("model_id").execute()).length,
    /** Votes whose model is gone, and models whose count differs from their votes. */
    async astray() {
      const all = await read.selectFrom("votes").select("model_id").execute();
      const stats = await read.selectFrom("vote_stats").selectAll().execute();
      const models = await read.selectFrom("models").select("id").execute();
      const modelIds = new Set(models.map(({ id }) => id));
      const upvotes = (id: number) => stats.find(({ model_id }) => model_id === id)?.upvotes ?? 0;
      return [
        all.filter(({ model_id }) => !modelIds.has(model_id)),
        models.filter(
          ({ id }) => all.filter(({ model_id }) => model_id === id).length !== upvotes(id),
        ),
      ];
    },
  };
}

describeOnEachEngine("votes of a deleted or merged model", ({ open }) => {
  it("are never shown, accept no new ones, and are removed", async () => {
    const { ids, vote, votedBy, deleteModel, count } = await openVotes(await open());
    const [gone = 0, stays = 0] = ids;
    for (const visitor of ["a", "b"]) await vote(gone, visitor);
    expect(await vote(stays, "a")).toMatchObject({ upvotes: 1 });
    await deleteModel(gone);
    expect(await count()).toBe(1);
    expect(await votedBy("a")).toEqual([stays]);
    await expect(vote(gone, "c")).rejects.toMatchObject(UNKNOWN);
    await expect(vote(gone, "a")).rejects.toMatchObject(UNKNOWN);
    expect(await vote(stays, "b")).toMatchObject({ upvotes: 2 });
  });

  it("that arrive while it is being deleted are counted or refused, and none is left behind", async () => {
    const { ids, vote, deleteModel, astray, count } = await openVotes(await open());
    for (const id of ids.slice(1)) {
      const [outcomes] = await Promise.all([
        Promise.allSettled(["a", "b", "c"].map((visitor) => vote(id, visitor))),
        deleteModel(id),
        vote(ids[0] ?? 0, `beside ${id}`),
      ]);
      for (const outcome of outcomes)
        if (outcome.status === "rejected") expect(outcome.reason).toMatchObject(UNKNOWN);
      expect(await astray()).toEqual([[], []]);
    }
    expect(await count()).toBe(MODELS - 1);
  });

  it("that wait while it is merged count for the other, and so do later ones", async () => {
    const database = await open();
    const { ids, vote, votedBy } = await openVotes(database);
    const [from = 0, into = 0] = ids;
    const merged = createModelMerges(database).mergeModels(from, into, null);
    await Promise.all([merged, vote(from, "a")]);
    expect(await vote(from, "b")).toMatchObject({ upvotes: 2 });
    expect([await votedBy("a"), await votedBy("b")]).toEqual([[into], [into]]);
  });
});
