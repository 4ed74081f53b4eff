import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { createCatalogue } from "../features/catalogue/catalogue.server.ts";
import { FLEET, unexpected } from "../../test/catalogue.ts";
import { createVoteStore } from "../features/ranking/votes.db.server.ts";
import { createModelMerges } from "../features/catalogue/model-merges.db.server.ts";
import { createVehicleStore } from "../features/catalogue/vehicles.db.server.ts";
import { type Database, openDatabaseForCommand } from "./database.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";

/** Creates an instance with only the parts that votes need. */
function instanceOn(database: Database) {
  const catalogue = createCatalogue(createVehicleStore(database), database, unexpected);
  const votes = createVoteStore(database);
  return {
    catalogue,
    vote: (modelId: number, visitor: string) => votes.cast({ modelId, visitor, isUpvote: true }),
    upvotes: async (modelId: number) =>
      (await catalogue.votes()).byModel.get(modelId)?.upvotes ?? 0,
  };
}

/** Removes a vote and casts another for the next model in the same transaction. */
function moveVote({ write }: Database, visitor: string, from: number, to: number): Promise<void> {
  return write.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom("votes")
      .where("visitor", "=", visitor)
      .where("model_id", "=", from)
      .execute();
    await transaction
      .updateTable("vote_stats")
      .set((eb) => ({ upvotes: eb("upvotes", "-", 1) }))
      .where("model_id", "=", from)
      .execute();
    await transaction
      .insertInto("votes")
      .values({ visitor, model_id: to, is_upvote: 1, created_at: "2026-01-01T00:00:00.000Z" })
      .execute();
    await transaction
      .insertInto("vote_stats")
      .values({ model_id: to, upvotes: 1, downvotes: 0 })
      .execute();
  });
}

describeOnEachEngine("votes of another instance", ({ engine, open, freshEnv }) => {
  it("are noticed when as many were taken back as were cast between two looks", async () => {
    const env = await freshEnv();
    const here = await open(env);
    const there = await openDatabaseForCommand(env);
    onTestFinished(() => there.close());
    await createVehicleStore(here).insertRows(FLEET);
    const { catalogue, vote, upvotes } = instanceOn(here);
    const [from = 0, to = 0] = (await catalogue.current()).evs.map(({ id }) => id);
    await vote(from, "a");
    expect(await upvotes(from)).toBe(1);
    const before = await catalogue.versions();

    const { promise: onChange, resolve } = Promise.withResolvers<void>();
    here.changes.onVotes(resolve);
    await moveVote(there, "a", from, to);
    await onChange;
    const { byModel } = await catalogue.votes();
    expect([...byModel]).toEqual([[to, { upvotes: 1, downvotes: 0, total: 1 }]]);
    const votesIn = ({ votes }: typeof before) => Number(votes.split(".")[1]);
    expect(votesIn(await catalogue.versions())).toBeGreaterThan(votesIn(before));
  });

  // SQLite is used by a single process.
  it.runIf(engine === "postgres")("are read and heard of", async () => {
    const env = await freshEnv();
    const [here, there] = await Promise.all([open(env), open(env)]);
    await createVehicleStore(here).insertRows(FLEET);
    const [first, second] = [instanceOn(here), instanceOn(there)];
    const modelId = (await second.catalogue.current()).evs[0]?.id ?? 0;
    expect(await second.upvotes(modelId)).toBe(0);

    const { promise: onChange, resolve } = Promise.withResolvers<void>();
    there.changes.onVotes(resolve);
    await first.vote(modelId, "a");
    await onChange;
    expect(await second.upvotes(modelId)).toBe(1);
    await second.vote(modelId, "b");
    await expect.poll(() => first.upvotes(modelId), { timeout: 5_000 }).toBe(2);

    // A merge moves votes without changing their number.
    const into = (await second.catalogue.current()).evs[1]?.id ?? 0;
    expect(await second.upvotes(into)).toBe(0);
    const { promise: moved, resolve: tell } = Promise.withResolvers<void>();
    there.changes.onVotes(tell);
    await createModelMerges(here).mergeModels(modelId, into, null);
    await moved;
    expect(await second.upvotes(into)).toBe(2);
  });

  it.runIf(engine === "postgres")(
    "are read again with everything else when the connection has broken, whatever the versions",
    async () => {
      const env = await freshEnv();
      const [database, other] = await Promise.all([open(env), open(env)]);
      await createVehicleStore(database).insertRows(FLEET);
      const { catalogue } = instanceOn(database);
      const priceOfFirst = async () => (await catalogue.current()).evs[0]?.trims[0]?.price;
      await priceOfFirst();
      // Simulates a standby that was promoted before it had everything: the same version with different
      // content.
      await other.write.updateTable("ev_rows").set({ price: 77_777 }).execute();
      expect(await priceOfFirst()).not.toBe(77_777);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(other.write);
      await expect.poll(priceOfFirst, { timeout: 5_000 }).toBe(77_777);
    },
  );

  it("go with their model at once", async () => {
    const database = await open();
    const store = createVehicleStore(database);
    await store.insertRows(FLEET);
    const { catalogue, vote } = instanceOn(database);
    const modelId = (await catalogue.current()).evs[0]?.id ?? 0;
    await vote(modelId, "a");
    expect((await catalogue.votes()).byModel.has(modelId)).toBe(true);
    await database.write.deleteFrom("models").where("id", "=", modelId).execute();
    database.changes.noteVersion((await store.version()) + 1);
    expect((await catalogue.votes()).byModel.has(modelId)).toBe(false);
  });
});
