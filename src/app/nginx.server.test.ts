import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, readFile, writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { callsOf } from "../../test/api-description.ts";
import { openAppBothWays } from "../../test/both-ways.ts";
import { freshPostgres } from "../../test/databases.ts";
import { signInAt } from "../../test/http-sign-in.ts";
import { hasNginx, startNginx } from "../../test/nginx.ts";
import { temporaryFolder } from "../../test/temporary-folder.ts";
import { createWholeApp } from "../../test/whole-app.ts";
import type { EvListEntry } from "../domain/vehicle.ts";
import { PUBLIC } from "../server/response-cache.server.ts";
import { PROXY_LEAVES_MS, stop } from "./stop.server.ts";

if (!hasNginx) console.error("\n!!! nginx is not installed: its configuration is NOT tried out.\n");

const DEBIAN = "/etc/nginx";
const BOUND_MS = 2_000; // everywhere.md#live-data: no response is older
/** For tests that read as fast as they can from one address. */
const UNLIMITED = { rate: "100000r/s" };
const PHONES = ["Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", "x android y"];
const DESKS = ["Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0", "curl/8.0", ""];

async function startedNginx(...options: Parameters<typeof startNginx>): Promise<string> {
  const { origin, stop: end } = await startNginx(...options);
  onTestFinished(end);
  return origin;
}

/** Starts the app behind nginx, with a signed-in administrator. */
async function openSite(limits: { rate?: string } = {}) {
  const app = await openAppBothWays({ TRUST_PROXY: "1", ...ADMINISTERED });
  onTestFinished(() => app.close());
  const origin = await startedNginx([app.port], limits);
  const cookie = await signInAt(origin, GRACE);
  const [entry] = (await (await fetch(`${origin}/api/evs?limit=1`)).json()) as EvListEntry[];
  if (!entry) throw new Error("The starter catalogue has rows.");
  return { app, origin, cookie, entry };
}

function send(origin: string, method: string, path: string, body: object, cookie = "") {
  return fetch(origin + path, {
    method,
    headers: { "content-type": "application/json", origin, cookie },
    body: JSON.stringify(body),
  });
}

/** Sends exactly these headers; `fetch` would add its own. */
async function ask(
  origin: string,
  path: string,
  headers: Record<string, string> = {},
  localAddress = "127.0.0.1",
) {
  const asked = request(origin + path, { headers, localAddress });
  asked.end();
  const [answer] = await once(asked, "response");
  const body = await buffer(answer);
  const encoding: string = answer.headers["content-encoding"] ?? "";
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding];
  const { "x-cache": cache, "cache-control": control } = answer.headers;
  return {
    status: answer.statusCode,
    text: String(unpack ? unpack(body) : body),
    encoding,
    cache,
    control,
  };
}

/** Reads repeatedly for this long and returns the number of reads. */
async function readFor(ms: number, read: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  let reads = 0;
  for (; performance.now() - started < ms; reads++) await read();
  return reads;
}

describe.runIf(hasNginx && existsSync(DEBIAN))("nginx of Debian's package", () => {
  it.each(["nginx.conf", "nginx-plain.conf"])("takes %s beside its default site", async (name) => {
    const folder = await temporaryFolder();
    await cp(DEBIAN, folder, { recursive: true, dereference: true });
    await cp(join("deploy", name), join(folder, "sites-enabled", "ev-catalogue.conf"));
    const file = join(folder, "nginx.conf");
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replaceAll(`${DEBIAN}/`, `${folder}/`));
    const { status, stderr } = spawnSync("nginx", ["-t", "-c", file], { encoding: "utf8" });
    expect(status, stderr).toBe(0);
  });
});

describe.runIf(hasNginx)("nginx as shipped", { timeout: 60_000 }, () => {
  it("takes a vote on a port of its own from a page of its own", async () => {
    const { origin, entry } = await openSite();
    const vote = (from: string) =>
      fetch(`${origin}/api/evs/${entry.ev.id}/votes`, {
        method: "POST",
        headers: { "content-type": "application/json", origin: from },
        body: '{"isUpvote":true}',
      });
    expect((await vote(origin)).status).toBe(201);
    expect((await vote("http://127.0.0.1:1")).status).toBe(403);
  });

  it("answers an address that asks for too much in the form of every error", async () => {
    const app = await startNamed("one");
    const origin = await startedNginx([portOf(app)], { rate: "1r/m" });
    // A first visit takes fifty requests, so ten visitors may come at once from one address.
    for (let at = 0; at <= 500; at++) expect((await ask(origin, "/")).status).toBe(200);
    const refused = await ask(origin, "/");
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.text)).toEqual({ error: "Too many requests. Please wait a moment." });
    if (process.platform !== "linux") return; // only Linux has a second loopback address
    expect((await ask(origin, "/", {}, "127.0.0.3")).status).toBe(200);
  });

  it("passes on no stranger's request id, nor what a stranger says of its address", async () => {
    const seen: IncomingHttpHeaders[] = [];
    const app = createServer(({ headers }, answer) => {
      seen.push(headers);
      answer.end();
    });
    const origin = await startedNginx([await portOfStarted(app)]);
    const sent = { "x-request-id": "chosen", "x-forwarded-for": "192.0.2.1" };
    await ask(origin, "/", sent);
    await ask(origin, "/api/events", sent);
    expect(seen).toHaveLength(2);
    for (const headers of seen) {
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{32}$/);
      expect(headers["x-forwarded-for"]).toBe("127.0.0.1");
    }
  });

  it("asks once for what many readers want at once", async () => {
    const all = 32;
    let [asked, sent] = [0, 0];
    const everybodyHasAsked = Promise.withResolvers<void>();
    const app = createServer((_request, answer) => {
      asked += 1;
      answer.setHeader("cache-control", "public, max-age=0, s-maxage=60");
      void everybodyHasAsked.promise.then(() => answer.end("the page"));
    });
    const origin = await startedNginx([await portOfStarted(app)]);
    const readers = Array.from({ length: all }, async () => {
      const answer = ask(origin, "/");
      if (++sent === all) everybodyHasAsked.resolve();
      return (await answer).text;
    });
    expect(await Promise.all(readers)).toEqual(Array(all).fill("the page"));
    expect(asked).toBe(1);
  });

  it("asks with the ETag whether its copy is still current", async () => {
    const etags: (string | undefined)[] = [];
    const app = createServer(({ headers }, answer) => {
      const etag = headers["if-none-match"];
      etags.push(etag);
      answer.setHeader("cache-control", PUBLIC).setHeader("etag", '"1"');
      if (etag === '"1"') answer.writeHead(304).end();
      else answer.end("the page");
    });
    const origin = await startedNginx([await portOfStarted(app)], UNLIMITED);
    const texts = new Set<string>();
    while (etags.length < 2) texts.add((await ask(origin, "/")).text);
    expect(etags).toEqual([undefined, '"1"']);
    expect([...texts]).toEqual(["the page"]);
  });

  it("answers with nothing older than two seconds, and a version at once", async () => {
    const { origin, cookie, entry } = await openSite(UNLIMITED);
    const isNew = async (path: string) => (await ask(origin, path)).text.includes("76,543");
    const [busy, idle] = [`/ev/${entry.ev.id}`, `/ev/${entry.ev.id}?from=nowhere`];
    await Promise.all([isNew(busy), isNew(idle), ask(origin, "/api/evs?_=9")]);
    const path = `/api/evs/${entry.trim.rowId}`;
    expect((await send(origin, "PUT", path, { price: 76_543 }, cookie)).status).toBe(200);
    const changed = performance.now();
    expect((await ask(origin, `/api/evs?_=${Date.now()}`)).text).toContain("76543");
    await readFor(BOUND_MS + 1_000, async () => {
      const isLate = performance.now() - changed > BOUND_MS;
      expect((await isNew(busy)) || !isLate).toBe(true);
    });
    expect(await isNew(idle)).toBe(true);
  });

  it("keeps nothing that is somebody's own", async () => {
    const { app, origin, cookie, entry } = await openSite();
    const paths = callsOf(app.app)
      .filter(({ method, path }) => method === "GET" && path !== "/api/events")
      .map(({ path }) => path.replace("{id}", String(entry.ev.id)).replaceAll(/\{\w+\}/g, "0"));
    const kept: string[] = [];
    for (const path of [...paths, "/api/evs?view=admin", "/", "/admin", "/changes.atom"]) {
      const answers = [await ask(origin, path, { cookie }), await ask(origin, path, { cookie })];
      const [{ control, status }, { cache }] = answers as [Awaited<ReturnType<typeof ask>>, never];
      const isPublic = control === PUBLIC;
      if (isPublic) kept.push(path);
      expect(["HIT", "STALE", "UPDATING", "REVALIDATED"].includes(cache), path).toBe(isPublic);
      // Readers may share a response only when it is the same for all of them.
      if (status === 200 && path.startsWith("/api/")) {
        expect(cache === "BYPASS", path).toBe(!isPublic);
      }
    }
    expect(kept).toContain("/api/evs");
    expect(kept).not.toContain("/api/user");
    expect((await ask(origin, "/api/evs?view=admin")).status).toBe(401);
    expect((await ask(origin, "/api/user")).status).toBe(401);
  });

  it("keeps a copy for each class of devices and encoding, and no other", async () => {
    const { app, origin, entry } = await openSite();
    const path = `/ev/${entry.ev.id}`;
    const caches: unknown[] = [];
    for (const agents of [PHONES, DESKS]) {
      const pages = new Set<string>();
      for (const agent of [...agents, ...agents]) {
        for (const encodings of ["gzip, deflate, br, zstd", "gzip", "", "br;q=0, gzip;q=1"]) {
          const headers = { "user-agent": agent, "accept-encoding": encodings };
          const { text, encoding, cache } = await ask(origin, path, headers);
          caches.push(cache);
          expect(["", encodings.includes("br,") ? "br" : "gzip"]).toContain(encoding);
          pages.add(text);
        }
      }
      const answer = await ask(app.origin, path, { "user-agent": agents[0] ?? "" });
      expect([...pages]).toEqual([answer.text]);
    }
    // A copy that is renewed in the meantime is not another one.
    expect(caches.filter((cache) => cache === "MISS")).toHaveLength(2 * 3);
  });

  it("answers when one instance has come back and the other one stops", async () => {
    let one = await startNamed("one");
    const two = await startNamed("two");
    const ports = [portOf(one), portOf(two)] as const;
    const origin = await startedNginx(ports);
    /** The instances that answer twenty reads and then twenty writes on connections that stay open. */
    const answers = async () => {
      const found = new Set<string>();
      for (const method of ["GET", "POST"]) {
        const asked = Array.from({ length: 20 }, (_, at) => fetch(`${origin}/${at}`, { method }));
        for (const answer of await Promise.all(asked)) {
          found.add(answer.ok ? await answer.text() : String(answer.status));
        }
      }
      return [...found].toSorted();
    };
    expect(await answers()).toEqual(["one", "two"]);
    await stopNamed(one);
    expect(await answers()).toEqual(["two"]);
    one = await startNamed("one", ports[0]);
    expect(await answers()).toContain("two");
    await stopNamed(two);
    expect(await answers()).toEqual(["one"]);
  });

  const postgres = process.env["TEST_DATABASE_URL"];
  it.runIf(postgres)("loses no read and no write while instances are restarted", async () => {
    const { databaseUrl } = await freshPostgres(postgres ?? "");
    const apps: FastifyInstance[] = [];
    const start = async (at: number, port = 0) => {
      const app = await createWholeApp({
        DATABASE_URL: databaseUrl ?? "",
        STARTER_CATALOGUE: "true",
        TRUST_PROXY: "1",
        RATE_LIMITS: "off",
      });
      await app.listen({ port, host: "127.0.0.1" });
      apps[at] = app;
      return (app.server.address() as AddressInfo).port;
    };
    onTestFinished(() => Promise.all(apps.map((app) => app.close())).then(() => undefined));
    const ports = [await start(0), await start(1)] as const;
    const origin = await startedNginx(ports, UNLIMITED);
    const list = (await (await fetch(`${origin}/api/evs`)).json()) as EvListEntry[];
    const ids = [...new Set(list.map(({ ev }) => ev.id))];

    const restarted = new AbortController();
    const failed: unknown[] = [];
    let [reads, votes] = [0, 0];
    // A busy machine handles only a few requests while the instances restart.
    const isOver = () => restarted.signal.aborted && Math.min(reads, votes) > 100;
    const reader = async (path: string) => {
      for (; !isOver(); reads++) {
        const answer = await ask(origin, path).catch((error: unknown) => ({ status: error }));
        if (answer.status !== 200) failed.push(path, answer.status);
      }
    };
    const voter = async () => {
      for (; !isOver(); votes++) {
        const path = `/api/evs/${ids[votes % ids.length]}/votes`;
        const { status } = await send(origin, "POST", path, { isUpvote: true });
        if (status !== 201) failed.push(path, status);
      }
    };
    const load = [reader("/"), reader("/api/votes/mine"), reader("/api/evs/1/direct"), voter()];
    load.push(voter());
    for (const at of [0, 1] as const) {
      await stop(apps[at] as FastifyInstance, undefined, PROXY_LEAVES_MS);
      await start(at, ports[at]);
    }
    restarted.abort();
    await Promise.all(load);
    expect(failed).toEqual([]);
    // The other instance may learn of the last votes a moment later.
    await vi.waitFor(async () => {
      const stats = await (await fetch(`${origin}/api/votes?_=${Date.now()}`)).json();
      const counted = Object.values(stats as Record<string, { total: number }>);
      expect(counted.reduce((sum, { total }) => sum + total, 0)).toBe(votes);
    }, BOUND_MS);
  });
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function portOfStarted(server: Server, port = 0): Promise<number> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return portOf(server);
}

async function startNamed(name: string, port = 0): Promise<Server> {
  const server = createServer((_, answer) => answer.end(name));
  await portOfStarted(server, port);
  return server;
}

async function stopNamed(server: Server): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeAllConnections();
  await closed;
}
