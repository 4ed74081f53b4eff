import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { csv, form, FORM_TYPE } from "../../test/import.ts";
import { openWholeApp, signInTo } from "../../test/whole-app.ts";
import type { Database } from "../db/database.server.ts";
import type { EvRow } from "../domain/vehicle.ts";

const VARIABLES = { RATE_LIMITS: "off", ...ADMINISTERED };
const ROW = { make: "Tesla", model: "Model Y", trim: "Long Range", year: 2026, bodyType: "SUV" };

async function signIn(app: FastifyInstance) {
  const headers = { cookie: await signInTo(app, GRACE) };
  return {
    send: async (method: "POST" | "PUT" | "PATCH" | "GET", url: string, payload?: object) =>
      app.inject({ method, url, headers, ...(payload && { payload }) }),
    upload: (file: string) =>
      app.inject({
        method: "POST",
        url: "/api/evs/upload",
        headers: { ...headers, "content-type": FORM_TYPE },
        payload: form(file),
      }),
    rows: async () =>
      (await app.inject({ url: "/api/evs?view=admin", headers })).json<{ evs: EvRow[] }>().evs,
  };
}

describeOnEachEngine("names that look alike", ({ open, freshEnv }) => {
  it("are one name in calls, files, merges and reviews", async () => {
    const app = await openWholeApp(await freshEnv(), VARIABLES);
    const { send, upload, rows } = await signIn(app);
    const added = await send("POST", "/api/evs", { ...ROW, make: "Tes\u200Bla\u00AD" });
    expect([added.statusCode, added.json()]).toEqual([201, expect.objectContaining(ROW)]);
    for (const odd of [
      { make: "\u202ETesla" },
      { model: "Model\u00A0Y" },
      { model: "Model  Y" },
      { trim: "Long\u2009Range\uFE0F" },
    ]) {
      const again = await send("POST", "/api/evs", { ...ROW, ...odd });
      expect(again.statusCode, JSON.stringify(odd)).toBe(409);
      expect(again.json()).toMatchObject({ error: "2026 Tesla Model Y Long Range already exists" });
    }
    const file = csv("Tesla\u200B,Model\u00A0Y,Long\u202FRange,2026,1,1,1,1,SUV,");
    expect((await upload(file)).json()).toMatchObject({ added: [], skipped: [{ row: 1 }] });
    expect(await rows()).toHaveLength(1);
    const [row] = await rows();
    const changed = await send("PUT", `/api/evs/${row?.id}`, { trim: "Long\u00A0Range\u200B" });
    expect(changed.json()).toMatchObject({ trim: "Long Range", version: 1 });
    const review = { userName: "\u202EAda\u00A0L.\u200B", rating: 5, comment: "Fine\nwords" };
    const { id } = (await send("GET", `/api/evs/${row?.id}`)).json<{ id: number }>();
    const reviewed = await send("POST", `/api/evs/${id}/reviews`, review);
    expect(reviewed.json()).toMatchObject({ userName: "Ada L.", comment: "Fine\nwords" });
  });

  it("of an earlier release stay, can be changed and merged", async () => {
    const env = await freshEnv();
    const database = await open(env);
    await storeOddRows(database);
    await database.close();

    const app = await openWholeApp(env, VARIABLES);
    const { send, upload, rows } = await signIn(app);
    const before = await rows();
    expect(before.map(({ id, make }) => [id, make])).toEqual(
      expect.arrayContaining([[12, "Tes\u200Bla"]]),
    );
    // Whole rows, as forms send them.
    for (const { id, version, isModelHeader: _header, ...row } of before) {
      const answer = await send("PUT", `/api/evs/${id}`, { ...row, price: 40_000 + id });
      expect([answer.statusCode, answer.json()]).toEqual([
        200,
        expect.objectContaining({ price: 40_000 + id, version: expect.any(Number) }),
      ]);
      expect(answer.json<EvRow>().version).toBeGreaterThan(version);
    }
    const taken = await send("PATCH", "/api/evs", { ids: [14], set: { trim: "Long Range" } });
    expect(taken.statusCode).toBe(409);

    const merged = await send("POST", "/api/evs/merge", {
      fromMake: "Tes\u200Bla",
      intoMake: "Tesla",
    });
    expect(merged.statusCode, merged.body).toBe(200);
    expect(new Set((await rows()).map(({ make }) => make))).toEqual(new Set(["Tesla"]));
    expect((await send("GET", "/api/evs/2")).json()).toMatchObject({ id: 1 });

    const { body: exported } = await send("GET", "/api/evs.csv");
    expect((await upload(exported)).json()).toMatchObject({ added: [] });
    expect(await rows()).toHaveLength(before.length);
  });
});

/** Stores rows as the previous release did, after the change of their keys. */
async function storeOddRows({ write }: Database): Promise<void> {
  const models = [
    [1, "Tesla", "Model Y", "tesla", "model y"],
    [2, "Tes\u200Bla", "Model Y", "tes\u200bla", "model y"],
    [3, "Tesla", "Model\u00A03", "tesla", "model 3"],
  ] as const;
  for (const values of models) {
    await sql`insert into models (id, make, model, make_key, model_key)
      values (${sql.join(values)})`.execute(write);
  }
  const rows = [
    [11, 1, "Performance", "performance"],
    [12, 2, "Long Range", "long range"],
    [13, 3, "Long Range", "long range"],
    [14, 3, "Long\u00A0Range", "long\u00a0range"],
  ] as const;
  for (const [id, model, trim, key] of rows) {
    await sql`insert into ev_rows (id, model_id, trim, trim_key, year, body_type, version)
      values (${id}, ${model}, ${trim}, ${key}, 2026, 'SUV', 1)`.execute(write);
  }
  await sql`update id_sequences set next_id = 100 where name = 'catalogue'`.execute(write);
  await sql`update catalogue set version = version + 1`.execute(write);
}
