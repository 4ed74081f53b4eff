import { once } from "node:events";
import { type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance, InjectOptions } from "fastify";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { inputs } from "../../test/catalogue.ts";
import { describeOnEachEngine, type TestDatabases } from "../../test/databases.ts";
import { csv, EV6, EV9, form, FORM_TYPE } from "../../test/import.ts";
import { callsOf } from "../../test/api-description.ts";
import { GOOD_CLAIM } from "../../test/claims.ts";
import { plainPicture } from "../../test/pictures.ts";
import { GOOD } from "../../test/reviews.ts";
import { GOOD_ROW } from "../../test/row-calls.ts";
import { signIn } from "../../test/sign-in.ts";
import { openWholeApp } from "../../test/whole-app.ts";
import { createPasswords } from "../features/auth/auth.server.ts";
import { createImageStore } from "../features/pictures/image-store.db.server.ts";
import { type Database, openDatabaseForCommand } from "../db/database.server.ts";
import { createSessionStore } from "../server/sessions.db.server.ts";
import type { EvRow } from "../domain/vehicle.ts";
import { BACKUP_TABLES } from "./backup.db.server.ts";

const PASSWORD = "nanoseconds";

/** Creates something to write to, using the calls themselves. */
async function seed(app: FastifyInstance, database: Database, cookie: string) {
  await app.vehicles.insertRows(
    inputs({ trim: "Standard" }, { trim: "Long Range" }, { make: "Kia", model: "EV9" }),
  );
  const models = await database.read.selectFrom("models").select("id").orderBy("id").execute();
  const rows = await database.read.selectFrom("ev_rows").select("id").orderBy("id").execute();
  const send = async (url: string, payload: object, headers = {}) => {
    const answer = await app.inject({ method: "POST", url, payload, headers });
    expect(answer.statusCode, url).toBeLessThan(300);
    return answer.json<{ id: number; importId: number }>();
  };
  const { id: review } = await send(`/api/evs/${models[0]?.id}/reviews`, GOOD);
  await send(`/api/reviews/${review}/flag`, {});
  const { importId } = await send("/api/evs/upload", form(csv(EV6)), {
    cookie,
    "content-type": FORM_TYPE,
  });
  const { id: invitation } = await send("/api/invitations", {}, { cookie });
  const claim = { rowId: rows[0]?.id, ...GOOD_CLAIM };
  const { id: claimId } = await send("/api/claims", claim, { cookie });
  const missing = { missing: { make: "Kia", model: "EV3" } };
  const { id: correctionId } = await send("/api/corrections", missing);
  return {
    models: models.map(({ id }) => id),
    rows: rows.map(({ id }) => id),
    review,
    importId,
    invitation,
    claimId,
    correctionId,
  };
}

type Seeded = Awaited<ReturnType<typeof seed>> & { otherUser: number; otherSession: number };

interface Body {
  id?: number;
  json?: object;
  form?: Buffer;
}

/** Returns a request for each call that would write something, by route. */
async function exampleRequests(seeded: Seeded): Promise<Record<string, Body>> {
  const picture = await plainPicture(8, 8).png().toBuffer();
  const image = `data:image/png;base64,${picture.toString("base64")}`;
  const [id = 0] = seeded.rows;
  const [from = 0, into = 0] = seeded.models;
  const { field: _field, ...claim } = { ...GOOD_CLAIM, value: 1 };
  const claims =
    "make,model,trim,year,field,value,method,source\nKia,EV9,Base,2025,range,1,epa,EPA\n";
  return {
    "POST /api/user/password": { json: { currentPassword: PASSWORD, newPassword: "microseconds" } },
    "DELETE /api/sessions": { json: {} },
    "DELETE /api/sessions/{id}": { id: seeded.otherSession, json: {} },
    "POST /api/invitations": { json: {} },
    "DELETE /api/invitations/{id}": { id: seeded.invitation, json: {} },
    "DELETE /api/users/{id}": { id: seeded.otherUser, json: {} },
    "POST /api/evs": { json: { ...GOOD_ROW, image } },
    "PUT /api/evs/{id}": { id, json: { price: 1, image } },
    "DELETE /api/evs/{id}": { id, json: {} },
    "POST /api/evs/{id}/update-seating": { id, json: { value: 7 } },
    "POST /api/evs/{id}/update-cargo": { id, json: { value: 7 } },
    "POST /api/evs/{id}/fix-numeric-fields": { id, json: { batteryCapacity: 7 } },
    "PATCH /api/evs": { json: { ids: [id], set: { price: 1, image } } },
    "DELETE /api/evs": { json: { ids: [id] } },
    "POST /api/evs/rows": { json: { subject: "Rows", rows: [{ ...GOOD_ROW, image }] } },
    "POST /api/evs/merge": { json: { from, into } },
    "POST /api/starter-facts": { json: {} },
    "POST /api/corrections/{id}/accept": { id: seeded.correctionId, json: { rowId: id } },
    "POST /api/corrections/decline": { json: { ids: [seeded.correctionId], reason: "No" } },
    "POST /api/corrections/{id}/decline": { id: seeded.correctionId, json: { reason: "No" } },
    "POST /api/claims": { json: { rowId: id, field: "range", ...claim } },
    "PUT /api/claims/{id}": { id: seeded.claimId, json: claim },
    "DELETE /api/claims/{id}": { id: seeded.claimId, json: {} },
    "POST /api/claims/{id}/use": { id: seeded.claimId, json: {} },
    "POST /api/claims/upload": { form: form(claims) },
    "DELETE /api/reviews/{id}": { id: seeded.review, json: {} },
    "POST /api/reviews/{id}/keep": { id: seeded.review, json: {} },
    "POST /api/upload-image": { form: form(picture, { name: "image", type: "image/png" }) },
    "POST /api/evs/upload": { form: form(csv(`${EV9}"${image}"`)) },
    "DELETE /api/imports/{importId}": { id: seeded.importId, json: {} },
  };
}

async function openHouse({ freshEnv }: Pick<TestDatabases, "freshEnv">) {
  const env = await freshEnv();
  const app = await openWholeApp(env, { RATE_LIMITS: "off" });
  // A body is read once the session has been checked; an interim response tells the client so.
  app.server.prependListener("request", (incoming: IncomingMessage, response: ServerResponse) => {
    incoming.on("newListener", (event) => {
      if (event === "data") response.writeProcessing();
    });
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  const database = await openDatabaseForCommand(env);
  onTestFinished(() => database.close());
  const passwordHash = await createPasswords().hash(PASSWORD);
  const enter = async (username: string) => {
    const { cookie, user } = await signIn(database, username);
    const hashed = database.write.updateTable("users").where("id", "=", user.id);
    await hashed.set({ password_hash: passwordHash }).execute();
    return { cookie, user };
  };
  const images = createImageStore(database);
  const tables = [...BACKUP_TABLES.map(({ name }) => name), "sessions", "password_links"];
  return {
    app,
    port,
    database,
    enter,
    async dump() {
      const all: Record<string, unknown> = { images: await images.list() };
      for (const table of tables) {
        const { rows } = await sql`select * from ${sql.table(table)}`.execute(database.write);
        all[table] = rows.map((row) => JSON.stringify(row)).toSorted();
      }
      return all;
    },
  };
}

/** Sends the headers, waits until the session has been checked, does `meanwhile` and sends the body. */
async function sendSlowly(
  port: number,
  route: string,
  { id, json, form: formBody }: Body,
  cookie: string,
  meanwhile: () => Promise<unknown>,
): Promise<{ status: number | undefined; body: string }> {
  const [method = "", path = ""] = route.split(" ");
  const body = formBody ?? Buffer.from(JSON.stringify(json));
  const sent = request({
    port,
    method,
    path: path.replace(/\{\w+\}/, String(id)),
    headers: {
      cookie,
      "content-type": formBody ? FORM_TYPE : "application/json",
      "content-length": body.length,
    },
  });
  sent.flushHeaders();
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  await Promise.race([once(sent, "information"), answered]);
  await meanwhile();
  sent.end(body);
  const [answer] = await answered;
  return { status: answer.statusCode, body: await text(answer) };
}

/** Sends requests whose sessions end while their bodies are on the way, and expects that each is refused. */
async function expectRefused(
  { app, port, enter, dump }: Awaited<ReturnType<typeof openHouse>>,
  bodies: Record<string, Body>,
): Promise<void> {
  const cookies = new Map<string, string>();
  for (const route of Object.keys(bodies)) cookies.set(route, (await enter(route)).cookie);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let waiting = cookies.size;
  const { promise: allWait, resolve: onAllWait } = Promise.withResolvers<void>();
  const answers = Object.entries(bodies).map(async ([route, body]) => {
    const answer = await sendSlowly(port, route, body, cookies.get(route) ?? "", () => {
      if (--waiting === 0) onAllWait();
      return ended;
    });
    return [route, answer.status, answer.body];
  });
  await allWait;
  for (const cookie of cookies.values()) {
    await app.inject({ method: "POST", url: "/api/logout", headers: { cookie } });
  }
  const before = await dump();
  end();
  const refused = JSON.stringify({ error: "Please sign in" });
  expect(await Promise.all(answers)).toEqual(
    Object.keys(bodies).map((route) => [route, 401, refused]),
  );
  expect(await dump()).toEqual(before);
}

describeOnEachEngine("a request whose session ends before its body has come", (databases) => {
  test("writes nothing, whichever call it is", async () => {
    const house = await openHouse(databases);
    const { app, database, enter } = house;
    const other = await enter("other");
    const [session] = await createSessionStore(database).list(other.user.id);
    const seeded = await seed(app, database, other.cookie);
    const bodies = await exampleRequests({
      ...seeded,
      otherUser: other.user.id,
      otherSession: session?.id ?? 0,
    });
    const writes = callsOf(app).filter(
      ({ needsSession, method, path }) =>
        needsSession && method !== "GET" && path !== "/api/import-columns",
    );
    expect(Object.keys(bodies).toSorted()).toEqual(
      writes.map(({ method, path }) => `${method} ${path}`).toSorted(),
    );
    await expectRefused(house, bodies);
  });

  test("is refused even if it would change nothing", async () => {
    const house = await openHouse(databases);
    const { app, database, enter } = house;
    const { cookie } = await enter("other");
    const { rows, review, claimId } = await seed(app, database, cookie);
    await database.write.deleteFrom("review_flags").execute();
    const [id = 0] = rows;
    const { field: _field, ...claim } = GOOD_CLAIM;
    const { make, model, trim, year } = (
      await app.inject({ url: "/api/evs?view=admin", headers: { cookie } })
    )
      .json<{ evs: EvRow[] }>()
      .evs.find((row) => row.id === id) as EvRow;
    const { field, value, method, source, url } = GOOD_CLAIM;
    const header = "make,model,trim,year,field,value,method,source,url";
    const line = [make, model, trim, year, field, value, method, source, url].join(",");
    await expectRefused(house, {
      "POST /api/reviews/{id}/keep": { id: review, json: {} },
      "PUT /api/evs/{id}": { id, json: { trim } },
      "PATCH /api/evs": { json: { ids: [id], set: { trim } } },
      "POST /api/evs/{id}/update-seating": { id, json: { value: null } },
      "PUT /api/claims/{id}": { id: claimId, json: claim },
      "POST /api/claims/upload": { form: form(`${header}\n${line}\n`) },
      "POST /api/evs/upload": { form: form(csv(EV6)) },
      "POST /api/starter-facts": { json: {} },
    });
  });

  test.each(["changes the password", "ends the session", "ends all others", "removes the user"])(
    "makes no invitation when another session %s",
    async (what) => {
      const { app, port, database, enter, dump } = await openHouse(databases);
      const { cookie, user } = await enter("ada");
      const store = createSessionStore(database);
      const [own] = await store.list(user.id);
      const second = { cookie: `ev_session=${await store.start(user.id, "Another", null)}` };
      const { cookie: remover } = await enter("grace");
      const ends: Record<string, InjectOptions> = {
        "changes the password": {
          method: "POST",
          url: "/api/user/password",
          payload: { currentPassword: PASSWORD, newPassword: "microseconds" },
          headers: second,
        },
        "ends the session": { method: "DELETE", url: `/api/sessions/${own?.id}`, headers: second },
        "ends all others": { method: "DELETE", url: "/api/sessions", headers: second },
        "removes the user": {
          method: "DELETE",
          url: `/api/users/${user.id}`,
          headers: { cookie: remover },
        },
      };
      const body = { json: {} };
      let before = {};
      const answer = await sendSlowly(port, "POST /api/invitations", body, cookie, async () => {
        expect((await app.inject(ends[what] ?? {})).statusCode).toBe(204);
        before = await dump();
      });
      expect(answer.status).toBe(401);
      expect(await dump()).toEqual(before);
    },
  );

  test("of two sessions that end each other one stays", async () => {
    const { database, enter } = await openHouse(databases);
    const { user } = await enter("ada");
    const store = createSessionStore(database);
    await store.start(user.id, "Another", null);
    const writers = (await store.list(user.id)).map(({ id }) => ({ ...user, sessionId: id }));
    const ended = await Promise.allSettled(writers.map((writer) => store.endOthers(writer)));
    expect(ended.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(await store.list(user.id)).toHaveLength(1);
  });
});
