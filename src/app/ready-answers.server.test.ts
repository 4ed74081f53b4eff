import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readEnv } from "../server/env.server.ts";
import { createApp } from "./create-app.server.ts";

const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0";
const PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/150.0 Mobile";

interface Answer {
  status: number;
  headers: Record<string, unknown>;
  body: string;
}
interface Asked {
  method?: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

let folder = "";
let app: FastifyInstance;
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "ev-ready-"));
  app = await createApp({
    env: readEnv({ DATA_DIR: folder, LOG_LEVEL: "silent" }),
    assets: {
      folder: null,
      forPage: () => ({ scripts: [], styles: [], preloads: [], fonts: [] }),
    },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
});

afterAll(async () => {
  agent.destroy();
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

/** Without what Node writes for a connection, which an injected request has none of. */
function withoutTransport(headers: Record<string, unknown>): Record<string, unknown> {
  const { date: _d, connection: _c, "keep-alive": _k, "transfer-encoding": _t, ...kept } = headers;
  return kept;
}

/** Over a real connection, where ready answers are sent. */
async function ask({ method = "GET", path, headers, body }: Asked): Promise<Answer> {
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  const asked = request({ port, agent, method, path, headers });
  asked.end(body);
  const [answer] = await once(asked, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  return {
    status: answer.statusCode,
    headers: withoutTransport(answer.headers),
    body: Buffer.concat(chunks).toString("latin1"),
  };
}

/** Past the connection, where the framework answers everything. */
async function askFramework({ method = "GET", path, headers, body }: Asked): Promise<Answer> {
  const answer = await app.inject({
    method: method as "GET", // light-my-request lists the names
    url: path,
    headers: { host: "localhost", ...headers },
    ...(body !== undefined && { payload: body }),
  });
  return {
    status: answer.statusCode,
    headers: withoutTransport(answer.headers),
    body: answer.rawPayload.toString("latin1"),
  };
}

const anyRequest = fc.record({
  method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
  path: fc.constantFrom(
    "/",
    "/?quick=fastest",
    "/?make=Kia",
    "/compare",
    "/ev/1",
    "/ev/999999",
    "/nowhere",
    "/api/evs",
    "/api/evs?limit=2",
    "/api/evs?limit=wrong",
    "/api/evs?sort=votes&limit=2",
    "/api/evs/1",
    "/api/evs/count",
    "/api/votes",
  ),
  headers: fc
    .record(
      {
        "accept-encoding": fc.constantFrom("gzip", "br", "br;q=0, gzip", "identity", "*"),
        "user-agent": fc.constantFrom(DESKTOP, PHONE),
        host: fc.constantFrom("localhost", "evil.example", "localhost:1"),
        cookie: fc.constantFrom("ev_visitor=me.bad", "theme=dark"),
        "if-none-match": fc.constantFrom('"unknown"', "*"),
        "x-forwarded-host": fc.constant("evil.example"),
        origin: fc.constant("https://evil.example"),
      },
      { requiredKeys: [] },
    )
    .map((headers): Record<string, string> => headers),
});

it("are what the framework answers, whoever asked before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: 1, maxLength: 6 }), async (requests) => {
      for (const one of requests) {
        const asked = { ...one, headers: { host: "localhost", ...one.headers } };
        const expected = await askFramework(asked);
        // Twice: the second is the one that may be ready.
        expect(await ask(asked)).toEqual(expected);
        expect(await ask(asked)).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});

it("answer 304 to whoever has the answer", async () => {
  const asked = { path: "/api/evs", headers: { "accept-encoding": "br" } };
  const { etag } = (await ask(asked)).headers;
  for (let again = 0; again < 3; again++) {
    const known = await ask({
      ...asked,
      headers: { ...asked.headers, "if-none-match": String(etag) },
    });
    expect(known).toMatchObject({ status: 304, body: "", headers: { etag } });
  }
});

it("end with a change: the next read shows it", async () => {
  const reads = ["/api/evs/1", "/api/evs", "/ev/1", "/compare?ev=1"];
  const before = await Promise.all(reads.map((path) => ask({ path, headers: {} })));
  for (const comment of ["first words", "second words"]) {
    const posted = await ask({
      method: "POST",
      path: "/api/evs/1/reviews",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userName: "Ada", rating: 3, comment }),
    });
    expect(posted.status).toBe(201);
    expect((await ask({ path: "/ev/1", headers: {} })).body).toContain(comment);
  }
  const after = await Promise.all(reads.map((path) => ask({ path, headers: {} })));
  expect(after[0]?.body).toContain('"reviewCount":2');
  expect(after[0]?.body).not.toBe(before[0]?.body);
  expect(after[1]?.body).not.toBe(before[1]?.body);
});

it("leave cookies and requests with a body to the framework", async () => {
  const voted = await ask({
    method: "POST",
    path: "/api/evs/2/votes",
    headers: { "content-type": "application/json" },
    body: '{"isUpvote":true}',
  });
  expect(voted.headers["set-cookie"]).toHaveLength(1);
  expect((await ask({ path: "/", headers: {} })).headers).not.toHaveProperty("set-cookie");
  const withBody = {
    path: "/api/evs",
    headers: { "content-type": "application/json" },
    body: "{}",
  };
  expect((await ask(withBody)).status).toBe((await askFramework(withBody)).status);
});
