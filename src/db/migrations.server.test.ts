import { Kysely, PostgresDialect, sql } from "kysely";
import { Migrator } from "kysely/migration";
import pg from "pg";
import { expect, it } from "vitest";
import { MIGRATIONS } from "../../db/migrations/migrations.ts";
import { type DatabaseEnv, describeOnEachEngine } from "../../test/databases.ts";
import { createEarlierDatabase } from "./database.server.ts";
import type { Tables } from "./database-tables.server.ts";

async function openEarlier(env: DatabaseEnv, schema: string) {
  if (env.databaseUrl === null) return createEarlierDatabase(env.dataDir, schema);
  const pool = new pg.Pool({ connectionString: env.databaseUrl });
  const write = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) };
  const { error } = await new Migrator({ db: write, provider }).migrateTo(schema);
  expect(error).toBeUndefined();
  return { write, close: () => write.destroy() };
}

const KIA = { make: "Kia", make_key: "kia" };
const modelOf = (id: number) => ({ ...KIA, id, model: `${id}`, model_key: `${id}` });

const VOTES = [
  { model_id: 1, visitor: "a", is_upvote: 1 },
  { model_id: 1, visitor: "b", is_upvote: 0 },
  { model_id: 3, visitor: "a", is_upvote: 1 },
].map((vote) => ({ ...vote, created_at: "2026-01-01T00:00:00.000Z" }));

describeOnEachEngine("a filled database of an earlier version", ({ open, emptyEnv }) => {
  it("keeps its votes, but those of models that were deleted", async () => {
    const env = await emptyEnv();
    const earlier = await openEarlier(env, "011-votes-of-deleted-models");
    await earlier.write.insertInto("models").values([1, 3].map(modelOf)).execute();
    const ofDeleted = VOTES.map((vote) => {
      return { ...vote, model_id: 2, visitor: `${vote.visitor}${vote.model_id}` };
    });
    await earlier.write
      .insertInto("votes")
      .values([...VOTES, ...ofDeleted])
      .execute();
    await sql`insert into deleted_models values (2)`.execute(earlier.write);
    await earlier.close();

    const { read, write, migrated } = await open(env);
    expect(migrated[0]).toBe("012-votes-follow-their-model");
    const votes = () =>
      read.selectFrom("votes").selectAll().orderBy("model_id").orderBy("visitor").execute();
    expect(await votes()).toEqual(VOTES);
    await expect(sql`insert into votes values ('c', 2, 1, 'now')`.execute(write)).rejects.toThrow(
      /foreign key/i,
    );
    await write.deleteFrom("models").where("id", "=", 1).execute();
    expect(await votes()).toEqual(VOTES.slice(2));
    // The previous release, which may still run at the same time, records what it deletes.
    await sql`insert into deleted_models values (1)`.execute(write);
  });

  it("has versions of votes that rise, also by the release before", async () => {
    const env = await emptyEnv();
    const earlier = await openEarlier(env, "020-retries-and-lost-passwords");
    await earlier.write.insertInto("models").values([1, 2].map(modelOf)).execute();
    const counted = { model_id: 1, upvotes: 3, downvotes: 1 };
    await earlier.write.insertInto("vote_stats").values(counted).execute();
    await earlier.close();

    const { read, write } = await open(env);
    const versions = async () =>
      (await read.selectFrom("vote_stats").selectAll().orderBy("model_id").execute()).map(
        ({ version }) => version,
      );
    expect(await versions()).toEqual([4]);
    for (const id of [1, 2]) {
      await sql`insert into vote_stats (model_id, upvotes, downvotes) values (${id}, 1, 0)
        on conflict (model_id) do update set upvotes = vote_stats.upvotes + excluded.upvotes,
          downvotes = vote_stats.downvotes + excluded.downvotes`.execute(write);
    }
    expect(await versions()).toEqual([5, 1]);
    const stats = write.updateTable("vote_stats").where("model_id", "=", 1);
    await stats.set({ upvotes: 3 }).execute();
    expect(await versions(), "a vote taken back").toEqual([6, 1]);
    await stats.set({ upvotes: 2, version: 9 }).execute();
    expect(await versions(), "a version that the writer raises").toEqual([9, 1]);
    await stats.set({ version: 2 }).execute();
    expect(await versions(), "never falls").toEqual([10, 1]);
  });

  it("finds its names without what cannot be seen, and leaves them as they are", async () => {
    const env = await emptyEnv();
    const earlier = await openEarlier(env, "021-versions-of-votes");
    const models = [
      { id: 1, make: "Tesla", model: "Model Y" },
      { id: 2, make: "Tes\u200Bla", model: "Model\u00A0Y" },
      { id: 3, make: "Tesla\u00AD", model: "Model  3" },
      { id: 4, make: "Kia", model: "❤️" },
    ];
    const keyOf = (name: string) => name.trim().normalize("NFC").toLowerCase();
    await earlier.write
      .insertInto("models")
      .values(
        models.map((model) => ({
          ...model,
          make_key: keyOf(model.make),
          model_key: keyOf(model.model),
        })),
      )
      .execute();
    const trims = ["Long Range", "Long\u00A0Range", "Short\u2009Range"];
    for (const [at, trim] of trims.entries()) {
      await sql`insert into ev_rows (id, model_id, trim, trim_key, year, body_type)
        values (${10 + at}, 1, ${trim}, ${keyOf(trim)}, 2026, 'SUV')`.execute(earlier.write);
    }
    const mapping = { id: 1, name: "My\u00A0file", at: "2026-01-01T00:00:00.000Z", mapping: "{}" };
    await sql`insert into import_mappings (id, name, name_key, at, mapping)
      values (1, ${mapping.name}, ${keyOf(mapping.name)}, ${mapping.at}, '{}')`.execute(
      earlier.write,
    );
    await earlier.close();

    const { read } = await open(env);
    const stored = await read.selectFrom("models").selectAll().orderBy("id").execute();
    expect(stored).toEqual([
      { ...models[0], make_key: "tesla", model_key: "model y" },
      // The second of two look-alikes keeps a key of its own.
      { ...models[1], make_key: "tesla", model_key: "model\u00A0y" },
      { ...models[2], make_key: "tesla", model_key: "model 3" },
      { ...models[3], make_key: "kia", model_key: "❤" },
    ]);
    const rows = await read
      .selectFrom("ev_rows")
      .select(["trim", "trim_key"])
      .orderBy("id")
      .execute();
    expect(rows).toEqual([
      { trim: trims[0], trim_key: "long range" },
      { trim: trims[1], trim_key: "long\u00A0range" },
      { trim: trims[2], trim_key: "short range" },
    ]);
    const { rows: saved } = await sql`select * from import_mappings`.execute(read);
    expect(saved).toEqual([{ ...mapping, name_key: "my file" }]);
  });
});
