import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { expect, test } from "vitest";
import { killScript } from "../../test/commands.ts";
import { type DatabaseEnv, describeOnEachEngine } from "../../test/databases.ts";
import { csv, EV6, EV9, form, FORM_TYPE } from "../../test/import.ts";
import { plainPicture } from "../../test/pictures.ts";
import { GOOD } from "../../test/reviews.ts";
import { GOOD_ROW } from "../../test/row-calls.ts";
import { ADMINISTERED, GRACE, cookieOf } from "../../test/accounts.ts";
import { openWholeApp, signInTo } from "../../test/whole-app.ts";
import type { Database } from "../db/database.server.ts";
import { RefusalAnswer } from "../features/import/import.schema.ts";
import { createReviewStore, type KeptReview } from "../features/reviews/reviews.db.server.ts";
import { createRetries } from "../server/retries.db.server.ts";
import { callApp } from "../../test/call-app.ts";

describeOnEachEngine("a write that is sent again", ({ engine, open, freshEnv }) => {
  const start = (env: DatabaseEnv): Promise<FastifyInstance> => openWholeApp(env, ADMINISTERED);

  /** On PostgreSQL the requests alternate between two instances; both can be restarted. */
  async function startAll() {
    const env = await freshEnv();
    const count = engine === "postgres" ? 2 : 1;
    let apps: FastifyInstance[] = [];
    const restart = async () => {
      for (const app of apps) await app.close();
      apps = [];
      while (apps.length < count) apps.push(await start(env));
    };
    await restart();
    let turn = 0;
    const send = async (
      url: string,
      payload: object | Buffer,
      key: string | null,
      headers: Record<string, string> = {},
    ) => {
      const own = key === null ? {} : { "idempotency-key": key };
      const app = apps[turn++ % count] as FastifyInstance; // there is one at least
      const answer = await callApp(app, "POST", url, { ...headers, ...own }, payload);
      return {
        status: answer.statusCode,
        body: answer.json<Record<string, unknown>>(),
        cookie: cookieOf(answer),
        location: answer.headers.location,
        retryAfter: answer.headers["retry-after"],
      };
    };
    const { cookie } = await send("/api/login", GRACE, null);
    const get = async <T>(url: string) => {
      const answer = await (apps[0] as FastifyInstance).inject({ url, headers: { cookie } });
      return answer.json<T>();
    };
    const remove = async (url: string) => {
      const answer = await callApp(apps[0] as FastifyInstance, "DELETE", url, { cookie });
      expect(answer.statusCode).toBe(204);
    };
    return { send, get, remove, restart, cookie };
  }

  test("is written once and answered alike, by another instance and after a restart", async () => {
    const { send, get, remove, restart, cookie } = await startAll();
    const row = await send("/api/evs", GOOD_ROW, "row 1", { cookie });
    expect(row.status).toBe(201);
    expect(await send("/api/evs", GOOD_ROW, "row 1", { cookie })).toEqual(row);
    // The order of the fields does not matter.
    const reversedRow = Object.fromEntries(Object.entries(GOOD_ROW).toReversed());
    expect(await send("/api/evs", reversedRow, "row 1", { cookie })).toEqual(row);
    const other = { ...GOOD_ROW, trim: "Other" };
    expect(await send("/api/evs", other, "row 1", { cookie })).toMatchObject({
      status: 422,
      body: { error: "The Idempotency-Key was used for other content." },
    });
    expect((await send("/api/evs", GOOD_ROW, "another", { cookie })).status).toBe(409);
    // Keys of different users are separate, and a stranger learns nothing from them.
    const invited = await send("/api/invitations", {}, null, { cookie });
    const inviteCode = String(invited.body["link"]).split("=")[1];
    const ada = { username: "Ada", password: "notes on the engine", inviteCode };
    const adas = await send("/api/register", ada, null);
    expect((await send("/api/evs", other, "row 1", { cookie: adas.cookie })).status).toBe(201);
    expect((await send("/api/evs", GOOD_ROW, "row 1")).status).toBe(401);

    const [{ id: model } = { id: 0 }] = (await get<{ ev: { id: number } }[]>("/api/evs")).map(
      ({ ev }) => ev,
    );
    const reviews = `/api/evs/${model}/reviews`;
    const review = await send(reviews, GOOD, "row 1");
    expect(review.status).toBe(201);
    await restart();
    expect(await send(reviews, GOOD, "row 1")).toEqual({ ...review, cookie: "" });
    expect((await send(reviews, { ...GOOD, rating: 1 }, "row 1")).status).toBe(422);
    // Keys of different calls are separate.
    expect((await send(`/api/evs/${model}/trims/0/reviews`, GOOD, "row 1")).status).toBe(201);
    // Retries are neither refused nor counted by the limit on new reviews.
    for (let time = 0; time < 12; time++) {
      expect(await send(reviews, GOOD, "row 1")).toEqual({ ...review, cookie: "" });
    }
    expect((await send(reviews, GOOD, "one more")).status).toBe(201);
    expect(await get(reviews)).toMatchObject({ total: 3 });
    await remove(`/api/reviews/${String(review.body["id"])}`);
    expect(await send(reviews, GOOD, "row 1")).toMatchObject({
      status: 404,
      body: { error: "Review not found" },
    });
    expect(await get(reviews)).toMatchObject({ total: 2 });
    for (const key of ["", "k".repeat(201)]) {
      expect(await send(reviews, GOOD, key)).toMatchObject({
        status: 400,
        body: { error: "Idempotency-Key must have 1 to 200 characters" },
      });
    }
  });

  test("is told of its import, and of its picture", async () => {
    const { send, get, cookie } = await startAll();
    const upload = (lines: readonly string[], key: string, query = "") =>
      send(`/api/evs/upload${query}`, form(csv(...lines)), key, {
        cookie,
        "content-type": FORM_TYPE,
      });
    expect((await upload([EV6], "file", "?dryRun=true")).body["importId"]).toBeNull();
    const first = await upload([EV6, EV9], "file", "?list=10");
    expect(first).toMatchObject({ status: 200, body: { counts: { added: 2, skipped: 0 } } });
    const { importId, counts } = first.body;
    expect(await upload([EV6, EV9], "file", "?list=10")).toMatchObject({
      status: 200,
      body: { added: [], updated: [], skipped: [], importId, counts },
    });
    const lines = [EV9.replace("Land", "Wind")];
    const atOnce = await Promise.all([upload(lines, "both"), upload(lines, "both")]);
    expect(atOnce[0].body["importId"]).toBe(atOnce[1].body["importId"]);
    expect(atOnce.map(({ status }) => status)).toEqual([200, 200]);
    const refused = await upload([EV6], "file");
    expect([refused.status, RefusalAnswer.parse(refused.body)]).toEqual([
      422,
      { error: "The Idempotency-Key was used for other content.", rows: [] },
    ]);
    expect((await upload([EV6, EV9], "file", "?existing=update")).status).toBe(422);
    // The answer is remembered even if nothing was written.
    const added = (await upload([EV6], "nothing", "?list=0")).body["counts"];
    expect(added).toMatchObject({ added: 0, skipped: 1 });
    expect((await upload([EV6], "nothing", "?list=0")).body).toMatchObject({ importId: null });
    expect(await get("/api/evs/count")).toEqual({ count: 3 });

    const pictureOf = async (bytes: Buffer) => {
      const sent = new FormData();
      sent.append("image", new Blob([new Uint8Array(bytes)]), "car.png");
      const packed = new Response(sent);
      const type = packed.headers.get("content-type") ?? "";
      const payload = Buffer.from(await packed.arrayBuffer());
      return send("/api/upload-image", payload, "picture", { cookie, "content-type": type });
    };
    const png = await plainPicture(8, 8).png().toBuffer();
    const jpeg = await plainPicture(8, 8).jpeg().toBuffer();
    const picture = await pictureOf(png);
    expect(picture).toMatchObject({ status: 200, body: { url: expect.any(String) } });
    expect(await pictureOf(png)).toEqual(picture);
    expect((await pictureOf(jpeg)).status).toBe(422);
  });

  test("after an upgrade that knows more fields is the same, and null is no content", async () => {
    const env = await freshEnv();
    const database = await open(env);
    const send = senderOf(database);
    const read = { price: 1, parts: [null, { note: null, name: "Ada" }] };
    expect(await send(read)).toEqual({ number: 1 });
    const readLater = { ...read, winterRange: null, parts: [null, { name: "Ada", url: null }] };
    expect(await send(readLater)).toEqual({ number: 1 });
    for (const other of [
      { ...read, price: null },
      { ...read, parts: [{ name: "Ada" }] },
    ]) {
      await expect(send(other)).rejects.toThrow("used for other content");
    }
  });

  test("at the same time waits for the first, and a refusal is forgotten", async () => {
    const { send, get, cookie } = await startAll();
    const all = await Promise.all(
      Array.from({ length: 6 }, () => send("/api/evs", GOOD_ROW, "at once", { cookie })),
    );
    expect(all.map(({ status }) => status)).toEqual(all.map(() => 201));
    expect(new Set(all.map(({ location }) => location)).size).toBe(1);
    // The other instance may have written it, and this one notices with its next poll.
    await expect.poll(() => get("/api/evs/count"), { timeout: 2_000 }).toEqual({ count: 1 });

    const others = await Promise.all(
      ["One", "Two"].map((trim) => send("/api/evs", { ...GOOD_ROW, trim }, "either", { cookie })),
    );
    expect(new Set(others.map(({ status }) => status))).toEqual(new Set([201, 422]));

    expect((await send("/api/evs", GOOD_ROW, "again", { cookie })).status).toBe(409);
    const mended = { ...GOOD_ROW, trim: "Mended" };
    expect((await send("/api/evs", mended, "again", { cookie })).status).toBe(201);
  });

  test("a day later is a new one", async () => {
    const database = await open();
    let time = Date.now();
    const send = senderOf(database, () => time);
    expect(await send("a")).toEqual({ number: 1 });
    time += 24 * 3_600_000 - 1;
    expect(await send("a")).toEqual({ number: 1 });
    time += 1;
    expect(await send("b")).toEqual({ number: 2 });
    const keys = await database.read.selectFrom("idempotency_keys").selectAll().execute();
    expect(keys).toHaveLength(1);
    expect(JSON.stringify(keys)).not.toContain('"k"');
  });

  test("after kill -9 is written if it was not, and known if it was", async () => {
    const env = { ...(await freshEnv()), starterCatalogue: false };
    const app = await start(env);
    const cookie = await signInTo(app, GRACE);
    await callApp(app, "POST", "/api/evs", { cookie }, GOOD_ROW);
    await app.close();
    for (const [says, reviewsThen] of Object.entries({ within: 0, done: 1 })) {
      await killScript(reviewing(env, says === "within"), says);
      const database = await open(env);
      const stored = () => database.read.selectFrom("reviews").select("id").execute();
      expect(await stored()).toHaveLength(reviewsThen);
      await database.close();
    }
    const database = await open(env);
    const again = await createRetries(database).once<KeptReview>(
      REQUEST,
      { call: "addReview", content: REVIEW },
      (onceOnly) => createReviewStore(database).add(REVIEW, onceOnly),
    );
    const stored = await database.read.selectFrom("reviews").select("id").execute();
    expect(stored).toEqual([{ id: again.id }]);
  });
});

const REQUEST = { headers: { "idempotency-key": "k" } };
const REVIEW = { modelId: 1, rowId: null, trimId: null, ...GOOD };

/** Returns a function that sends content again and again under one key, and counts what is written. */
function senderOf(database: Database, now?: () => number) {
  const retries = createRetries(database, now);
  let writes = 0;
  return (content: unknown) =>
    retries.once<{ number: number }>(REQUEST, { call: "test", content }, (onceOnly) =>
      database.write
        .transaction()
        .execute((transaction) => onceOnly(transaction, async () => ({ number: ++writes }))),
    );
}

/** Returns the code of a process that posts a review and can be made to stall before it writes the key. */
function reviewing(env: object, stalls: boolean): string {
  const file = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  return `
    const { writeSync } = await import("node:fs");
    const { openDatabase } = await import(${file("../db/database.server.ts")});
    const { createRetries } = await import(${file("../server/retries.db.server.ts")});
    const { createReviewStore } = await import(${file("../features/reviews/reviews.db.server.ts")});
    setInterval(() => {}, 1000);
    const database = await openDatabase(${JSON.stringify(env)}, () => undefined);
    const write = database.write.withPlugin({
      transformQuery({ node }) {
        if (${stalls} && node.kind === "InsertQueryNode" &&
            node.into.table.identifier.name === "idempotency_keys") {
          writeSync(1, "within");
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
        }
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const review = ${JSON.stringify(REVIEW)};
    await createRetries(database).once(
      ${JSON.stringify(REQUEST)},
      { call: "addReview", content: review },
      (once) => createReviewStore({ ...database, write }).add(review, once),
    );
    process.stdout.write("done");`;
}
