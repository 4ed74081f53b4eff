import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { findPostgres, startPostgres, type TestPostgres } from "../test/postgres.ts";
import { cookiesOf } from "../test/http-sign-in.ts";
import { plainPicture } from "../test/pictures.ts";
import { type ServerProcess, startServer } from "./server-process.ts";

/** A change made through one instance is visible through the other within this time. */
const AGREED_MS = 1_000;
const GRACE = { username: "Grace", password: "nanoseconds" };
const CAR = { make: "Agreed", model: "One", trim: "Base", year: 2026, bodyType: "SUV" };

let postgres: TestPostgres;
let folder: string;
let servers: [ServerProcess, ServerProcess];
/** the instances' own addresses */
let here: string;
let there: string;
/** session of the administrator who registered */
let cookie: string;

interface Asked {
  method?: string;
  /** sent as JSON */
  body?: unknown;
  cookie?: string;
}

function ask(origin: string, path: string, asked: Asked = {}): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method: asked.method ?? (asked.body === undefined ? "GET" : "POST"),
    headers: {
      "x-forwarded-for": "192.0.2.1",
      ...(asked.cookie !== undefined && { cookie: asked.cookie }),
      ...(asked.body !== undefined && { "content-type": "application/json" }),
    },
    ...(asked.body !== undefined && { body: JSON.stringify(asked.body) }),
  });
}

async function json<T>(answer: Response | Promise<Response>): Promise<T> {
  return (await (await answer).json()) as T;
}

/** Reads through an instance until the expected value arrives, for a second at most. */
function soon<T>(read: () => Promise<T>) {
  return expect.poll(read, { timeout: AGREED_MS, intervals: [10] });
}

async function statuses(answers: Promise<Response>[]): Promise<number[]> {
  return (await Promise.all(answers)).map(({ status }) => status);
}

async function addCar(origin: string, car: object): Promise<{ id: number; modelId: number }> {
  const { id } = await json<{ id: number }>(
    ask(origin, "/api/evs", { body: { ...CAR, ...car }, cookie }),
  );
  const { id: modelId } = await json<{ id: number }>(ask(origin, `/api/evs/${id}/direct`));
  return { id, modelId };
}

test.describe("two instances on one PostgreSQL @desktop", () => {
  test.describe.configure({ mode: "serial" });

  test.beforeAll(async () => {
    const programs = findPostgres();
    if (!programs) throw new Error("PostgreSQL was not found.");
    postgres = await startPostgres(programs);
    folder = await mkdtemp(join(tmpdir(), "ev-instances-"));
    const start = () =>
      startServer({
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        TRUST_PROXY: "1",
        RATE_LIMITS: "on",
        ADMIN_USERNAME: "",
        ADMIN_PASSWORD: "",
      });
    servers = await Promise.all([start(), start()]);
    [here, there] = [servers[0].origin, servers[1].origin];
  });

  test.afterAll(async () => {
    for (const server of servers ?? []) server.process.kill("SIGTERM");
    await Promise.all((servers ?? []).map(({ ended }) => ended));
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test("create it together: one catalogue, one invitation", async () => {
    const lists = await Promise.all([ask(here, "/api/evs"), ask(there, "/api/evs")]);
    const [etag, other] = lists.map(({ headers }) => headers.get("etag"));
    expect(etag).toBe(other);
    const names = (
      await json<{ ev: { make: string; model: string }; trim: object }[]>(lists[0])
    ).map((entry) => JSON.stringify([entry.ev.make, entry.ev.model, entry.trim]));
    expect(names.length).toBeGreaterThan(100);
    expect(new Set(names).size).toBe(names.length);
    const pages = await Promise.all([ask(here, "/"), ask(there, "/")]);
    expect(pages[0].headers.get("etag")).toBe(pages[1].headers.get("etag"));

    for (const { log } of servers) await expect.poll(log).toContain("#invite=");
    const codes = servers.map((server) => /#invite=(\S+)/.exec(server.log())?.[1] ?? "");
    const tries = [];
    for (const [at, inviteCode] of codes.entries()) {
      const origin = at === 0 ? there : here;
      tries.push(await ask(origin, "/api/register", { body: { ...GRACE, inviteCode } }));
    }
    expect(tries.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
    cookie = tries
      .filter(({ ok }) => ok)
      .map(cookiesOf)
      .join();
  });

  test("know the same sessions", async () => {
    const signedIn = (asked: Asked) => [
      ask(here, "/api/user", asked),
      ask(there, "/api/user", asked),
    ];
    expect(await statuses(signedIn({ cookie }))).toEqual([200, 200]);
    const second = { cookie: cookiesOf(await ask(here, "/api/login", { body: GRACE })) };
    expect(await statuses(signedIn(second))).toEqual([200, 200]);
    await ask(there, "/api/logout", { ...second, method: "POST" });
    expect(await statuses(signedIn(second))).toEqual([401, 401]);
    expect(await statuses(signedIn({ cookie }))).toEqual([200, 200]);
  });

  test("show each other's changes, with equal tags", async () => {
    const { id, modelId } = await addCar(here, { price: 50_000 });
    const read = (origin: string) => ask(origin, `/api/evs/${id}`);
    await soon(async () => (await read(there)).status).toBe(200);
    const changed = await ask(there, `/api/evs/${id}`, {
      method: "PUT",
      cookie,
      body: { model: "Renamed", price: 40_000 },
    });
    expect(changed.status).toBe(200);
    await soon(async () => (await json<{ model: string }>(read(here))).model).toBe("Renamed");
    const tags = [await read(here), await read(there)].map(({ headers }) => headers.get("etag"));
    expect(tags[0]).toBe(tags[1]);
    await soon(async () => (await ask(here, `/ev/${modelId}`)).text()).toContain("Renamed");

    expect((await ask(here, `/api/evs/${id}`, { method: "DELETE", cookie })).status).toBe(204);
    await soon(async () => (await read(there)).status).toBe(404);
    await soon(async () => (await ask(there, `/ev/${modelId}`)).status).toBe(404);
  });

  test("share uploaded pictures", async () => {
    const form = new FormData();
    const picture = await plainPicture(40, 30).png().toBuffer();
    form.set("image", new Blob([new Uint8Array(picture)], { type: "image/png" }), "car.png");
    const { url } = await json<{ url: string }>(
      fetch(`${here}/api/upload-image`, { method: "POST", headers: { cookie }, body: form }),
    );
    const small = url.replace("upload/", "upload/f_auto,q_auto:good,w_800/");
    for (const address of [url, small]) {
      const [one, two] = await Promise.all([ask(here, address), ask(there, address)]);
      expect([one.status, two.status]).toEqual([200, 200]);
      expect(one.headers.get("etag")).toBe(two.headers.get("etag"));
      expect(Buffer.from(await one.arrayBuffer())).toEqual(Buffer.from(await two.arrayBuffer()));
    }
  });
});
