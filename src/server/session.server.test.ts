import type { FastifyInstance } from "fastify";
import { expect, it, onTestFinished, test } from "vitest";
import type { Database } from "../db/database.server.ts";
import { createHttp } from "./http.server.ts";
import { createSessions, deviceName, forAdministrators } from "./session.server.ts";
import { SESSIONS_PER_USER } from "./sessions.db.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { signIn } from "../../test/sign-in.ts";

const HOUR_MS = 3_600_000;

/** Starts an instance with a protected call, a sign-in without a password, a clock, and somebody signed in. */
async function openInstance(database: Database) {
  let time = Date.now();
  const sessions = createSessions(database, () => time);
  const app = await createHttp({ logLevel: "silent", trustProxy: 1 });
  app.decorate("sessions", sessions);
  forAdministrators(app, (closed) => {
    closed.post("/api/secret", async (request) => sessions.sessionOf(request).user);
  });
  app.post<{ Params: { id: string } }>("/api/enter/:id", async (request, reply) => ({
    done: await sessions.signIn(request, reply, Number(request.params.id), null),
  }));
  onTestFinished(() => app.close());
  const wait = (ms: number) => void (time += ms);
  return { app, wait, database, ...(await signIn(database)) };
}

const ask = (app: FastifyInstance, cookie: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "POST", url: "/api/secret", headers: { cookie, ...headers } });

async function enter(app: FastifyInstance, id: number, headers: Record<string, string> = {}) {
  const answer = await app.inject({ method: "POST", url: `/api/enter/${id}`, headers });
  expect(answer.json()).toEqual({ done: true });
  return [answer.headers["set-cookie"] ?? []].flat();
}

const brought = (setCookies: readonly string[]) =>
  setCookies.map((each) => each.split(";")[0]).join("; ");

describeOnEachEngine("sessions", ({ open }) => {
  it("let their user pass, and nobody else, before the body is read", async () => {
    const { app, cookie, user } = await openInstance(await open());
    expect((await ask(app, cookie)).json()).toEqual(user);
    const forged = `ev_session=${"A".repeat(43)}`;
    const stranger = { "content-type": "application/json", "content-length": "999999999" };
    for (const bad of ["", forged, "ev_session=", "ev_session=%00'; drop", `x${cookie}`]) {
      const answer = await ask(app, bad, stranger);
      expect(answer.statusCode, bad).toBe(401);
      expect(answer.json()).toEqual({ error: "Please sign in" });
      expect(answer.headers["cache-control"]).toBe("no-store");
    }
  });

  it("refuse what a page of somebody else's asks", async () => {
    const { app, cookie, user } = await openInstance(await open());
    const shown = (id: unknown) => ask(app, cookie, { "x-shown-user": String(id) });
    expect((await shown(user.id)).json()).toEqual(user);
    for (const id of [user.id + 1, "", `${user.id}, ${user.id}`]) {
      const answer = await shown(id);
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["set-cookie"], "it is another one's session").toBeUndefined();
    }
  });

  it("take a fresh token each time, which the page's code cannot read", async () => {
    const { database, app, cookie, user } = await openInstance(await open());
    const first = await enter(app, user.id, { cookie });
    expect(first).toEqual([
      expect.stringMatching(
        /^ev_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax$/,
      ),
      "ev_signed_in=1; Path=/; Max-Age=604800; SameSite=Lax",
    ]);
    expect((await ask(app, cookie)).statusCode, "the session before it").toBe(401);
    const second = await enter(app, user.id);
    expect(second[0]).not.toBe(first[0]);
    expect((await ask(app, brought(first))).statusCode).toBe(200);
    const sessions = await database.read.selectFrom("sessions").selectAll().execute();
    const token = /=([\w-]+)/.exec(first[0] ?? "")?.[1] ?? "";
    expect(JSON.stringify(sessions)).not.toContain(token);
  });

  it("are bound to the host over HTTPS, where no other cookie counts", async () => {
    const { app, cookie, user } = await openInstance(await open());
    const https = { "x-forwarded-proto": "https" };
    const cookies = await enter(app, user.id, https);
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-ev_session=[\w-]{43}; Path=\/; Max-Age=604800; HttpOnly; SameSite=Lax; Secure$/,
      ),
      "ev_signed_in=1; Path=/; Max-Age=604800; SameSite=Lax; Secure",
    ]);
    expect((await ask(app, brought(cookies), https)).statusCode).toBe(200);
    expect((await ask(app, cookie, https)).statusCode, "planted by a neighbour").toBe(401);
  });

  it("end after twelve hours without a request", async () => {
    const { app, wait, cookie } = await openInstance(await open());
    for (let use = 0; use < 3; use += 1) {
      wait(11.9 * HOUR_MS);
      expect((await ask(app, cookie)).statusCode).toBe(200);
    }
    wait(12.1 * HOUR_MS);
    const refused = await ask(app, cookie);
    expect(refused.statusCode).toBe(401);
    // The hint is removed too, so the browser stops asking.
    expect(refused.headers["set-cookie"]).toHaveLength(2);
  });

  it("end after seven days however busy they are", async () => {
    const { database, app, wait, cookie, user } = await openInstance(await open());
    for (let hours = 0; hours < 160; hours += 8) {
      expect((await ask(app, cookie)).statusCode, `${hours} h`).toBe(200);
      wait(8 * HOUR_MS);
    }
    wait(8 * HOUR_MS + 1000);
    expect((await ask(app, cookie)).statusCode).toBe(401);
    await enter(app, user.id);
    const sessions = await database.read.selectFrom("sessions").select("id").execute();
    expect(sessions, "signing in forgets what has run out").toHaveLength(1);
  });

  it("are fifty of one user, of which the one used longest ago ends", async () => {
    const { database, app, wait, cookie, user } = await openInstance(await open());
    const other = await signIn(database, "grace");
    wait(60_000);
    const second = brought(await enter(app, user.id));
    for (let more = 3; more <= SESSIONS_PER_USER; more++) await enter(app, user.id);
    wait(60_000);
    // The first session is used again, so that the second becomes the oldest.
    expect((await ask(app, cookie)).statusCode).toBe(200);
    const latest = brought(await enter(app, user.id));
    expect((await ask(app, second)).statusCode).toBe(401);
    for (const each of [cookie, latest, other.cookie]) {
      expect((await ask(app, each)).statusCode).toBe(200);
    }
  });

  it("write when they were last seen once a minute at most", async () => {
    const { database, app, wait, cookie } = await openInstance(await open());
    const seen = async () =>
      (await database.read.selectFrom("sessions").select("last_seen_at").execute())[0];
    const before = await seen();
    wait(30_000);
    await ask(app, cookie);
    expect(await seen()).toEqual(before);
    wait(40_000);
    await ask(app, cookie);
    expect(await seen()).not.toEqual(before);
  });

  it("are refused to a user who is gone or whose password was changed meanwhile", async () => {
    const database = await open();
    const { user } = await signIn(database);
    const { store } = createSessions(database);
    expect(await store.start(user.id, "", "none")).toEqual(expect.any(String));
    expect(await store.start(user.id, "", "another")).toBeNull();
    await database.write.deleteFrom("users").execute();
    expect(await store.start(user.id, "", null)).toBeNull();
    expect(await database.read.selectFrom("sessions").select("id").execute()).toEqual([]);
  });
});

const CHROME = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/144.0.0.0";

test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36`, "Chrome on Windows"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/144.0`,
    "Edge on Windows",
  ],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, "Chrome on Android"],
  [`Mozilla/5.0 (X11; CrOS x86_64 16000.0.0) ${CHROME} Safari/537.36`, "Chrome on ChromeOS"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  ["curl/8.5.0", "Unknown device"],
  ["<script>Linux</script>", "Linux"],
  ["x".repeat(10_000), "Unknown device"],
  [undefined, "Unknown device"],
])("%s is called %s", (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
