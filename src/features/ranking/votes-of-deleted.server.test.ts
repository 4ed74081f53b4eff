import { expect, it } from "vitest";
import type { Database } from "../../server/database.server.ts";
import { describeOnEachEngine } from "../../../test/databases.ts";
import { createRowStore } from "../../vehicle/row.store.server.ts";
import { createVehicleStore } from "../../vehicle/vehicle.store.server.ts";
import { inputs } from "../../../test/catalogue.ts";
import { createVoteStore } from "./vote.store.server.ts";
import { removeVotesOfDeleted, watchDeletedModels } from "./votes-of-deleted.server.ts";

const MODELS = 12;
const COUNTED = { kind: "counted" };

async function openVotes(database: Database) {
  const { kysely } = database;
  const store = createVehicleStore(database);
  await store.insertRows(
    inputs(...Array.from({ length: MODELS }, (_, at) => ({ make: "Kia", model: `EV${at}` }))),
  );
  const rows = await kysely.selectFrom("ev_rows").select(["id", "model_id"]).execute();
  const votes = createVoteStore(database);
  const count = async (table: "votes" | "deleted_models") => {
    const all = await kysely.selectFrom(table).selectAll().execute();
    return all.length;
  };
  return {
    kysely,
    store,
    votedBy: votes.votedBy,
    ids: rows.map(({ model_id }) => model_id),
    vote: (modelId: number, visitor: string) => votes.cast({ modelId, visitor, isUpvote: true }),
    deleteModel: async (modelId: number) => {
      const row = rows.find(({ model_id }) => model_id === modelId);
      await createRowStore(database).deleteRow(row?.id ?? 0, { user: null });
    },
    count,
    /** Votes without a model that nobody will remove, and models whose count is not that of their votes. */
    async astray() {
      const all = await kysely.selectFrom("votes").select("model_id").execute();
      const stats = await kysely.selectFrom("vote_stats").selectAll().execute();
      const models = await kysely.selectFrom("models").select("id").execute();
      const deleted = await kysely.selectFrom("deleted_models").select("id").execute();
      const known = new Set([...models, ...deleted].map(({ id }) => id));
      const upvotes = (id: number) => stats.find(({ model_id }) => model_id === id)?.upvotes ?? 0;
      return [
        all.filter(({ model_id }) => !known.has(model_id)),
        models.filter(
          ({ id }) => all.filter(({ model_id }) => model_id === id).length !== upvotes(id),
        ),
      ];
    },
  };
}

describeOnEachEngine("votes of a deleted model", ({ open }) => {
  it("are shown to nobody, take no more, and are removed", async () => {
    const { kysely, ids, vote, votedBy, deleteModel, count } = await openVotes(await open());
    const [gone = 0, stays = 0] = ids;
    for (const visitor of ["a", "b"]) await vote(gone, visitor);
    expect(await vote(stays, "a")).toMatchObject(COUNTED);
    await deleteModel(gone);
    expect(await votedBy("a")).toEqual([stays]);
    expect(await vote(gone, "c")).toEqual({ kind: "unknown-model" });
    expect(await vote(gone, "a")).toEqual({ kind: "unknown-model" });
    expect(await count("votes")).toBe(3);
    expect(await removeVotesOfDeleted(kysely)).toBe(2);
    expect([await count("votes"), await count("deleted_models")]).toEqual([1, 0]);
    expect(await vote(stays, "b")).toMatchObject({ stats: { upvotes: 2 } });
    expect(await removeVotesOfDeleted(kysely)).toBe(0);
  });

  it("are removed to the last by whoever comes after one that was ended amid them", async () => {
    const { kysely, ids, vote, deleteModel, count } = await openVotes(await open());
    const [gone = 0, stays = 0] = ids;
    const visitors = Array.from({ length: 4_500 }, (_, at) => `visitor ${at}`);
    await Promise.all(visitors.map((visitor) => vote(gone, visitor)));
    await vote(stays, "visitor 3");
    await deleteModel(gone);
    let parts = 0;
    const end = {
      throwIfAborted() {
        if (++parts > 1) throw new Error("ended");
      },
    };
    await expect(removeVotesOfDeleted(kysely, end)).rejects.toThrow("ended");
    const left = await count("votes");
    expect(left).toBeGreaterThan(1);
    expect(left).toBeLessThan(visitors.length);
    expect(await removeVotesOfDeleted(kysely)).toBe(left - 1);
    expect([await count("votes"), await count("deleted_models")]).toEqual([1, 0]);
  });

  it("that come while it is being deleted are counted or refused, and none stays behind", async () => {
    const { kysely, ids, vote, deleteModel, astray } = await openVotes(await open());
    for (const id of ids.slice(1)) {
      const [outcomes] = await Promise.all([
        Promise.all(["a", "b", "c"].map((visitor) => vote(id, visitor))),
        deleteModel(id),
        vote(ids[0] ?? 0, `beside ${id}`),
      ]);
      for (const { kind } of outcomes) expect(["counted", "unknown-model"]).toContain(kind);
      expect(await astray()).toEqual([[], []]);
    }
    await removeVotesOfDeleted(kysely);
    expect(await astray()).toEqual([[], []]);
    expect(await kysely.selectFrom("votes").selectAll().execute()).toHaveLength(MODELS - 1);
  });

  it("are removed by a start and after a change", async () => {
    const { kysely, store, ids, vote, deleteModel, count } = await openVotes(await open());
    for (const id of ids.slice(0, 2)) await vote(id, "a");
    await deleteModel(ids[0] ?? 0);
    const errors: unknown[] = [];
    const stop = watchDeletedModels(kysely, store, (error) => errors.push(error));
    await expect.poll(() => count("deleted_models"), { timeout: 5_000 }).toBe(0);
    await deleteModel(ids[1] ?? 0);
    await expect.poll(() => count("deleted_models"), { timeout: 5_000 }).toBe(0);
    await stop();
    expect([await count("votes"), errors]).toEqual([0, []]);
  });
});
