import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { afterEach, describe, expect, it, test, vi } from "vitest";
import { UserError } from "../base/errors.server.ts";
import { createHttp } from "./http.server.ts";

const lines: string[] = [];
const log = { write: (line: string) => void lines.push(line) };
const closing: (() => Promise<void>)[] = [];

/** Starts a server that logs into `lines`, with routes that fail in different ways. */
async function serverAt(logLevel: "debug" | "info", trustProxy = 0) {
  const app = await createHttp({ logLevel, trustProxy }, { log });
  closing.push(() => app.close());
  app.get("/api/cars/:name", async () => ({}));
  app.post("/api/cars", async () => ({}));
  app.get("/api/slow", async () => {
    const late = performance.now() + 1500;
    vi.spyOn(performance, "now").mockImplementation(() => late);
    return {};
  });
  app.get("/api/busy", async () => {
    throw new UserError(503, "Other imports are running.");
  });
  app.get("/api/broken", async () => {
    const cause = Object.assign(new Error("duplicate key"), { detail: "(name)=(Jane)" });
    throw Object.assign(new Error("not written", { cause }), {
      code: "23505",
      parameters: ["Jane"],
      query: "Jane",
    });
  });
  return app;
}

const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);

afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
  lines.length = 0;
});

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe("a line", () => {
  it("of an error tells what failed, and of values nothing", async () => {
    const answer = await (await serverAt("info")).inject("/api/broken?search=Jane");
    expect(logged()).toEqual([
      {
        level: "error",
        time: expect.stringMatching(TIME),
        reqId: answer.headers["x-request-id"],
        method: "GET",
        route: "/api/broken",
        status: 500,
        err: {
          type: "Error",
          message: "not written",
          code: "23505",
          stack: expect.stringContaining("log.server.test.ts"),
          cause: { type: "Error", message: "duplicate key", stack: expect.any(String) },
        },
        msg: "request failed",
      },
    ]);
    expect(answer.headers["x-request-id"]).toMatch(ID);
    expect(lines.join("")).not.toContain("Jane");
  });

  it("of a refusal for now has its sentence", async () => {
    await (await serverAt("info")).inject("/api/busy");
    expect(logged()).toMatchObject([
      { level: "info", route: "/api/busy", status: 503, msg: "Other imports are running." },
    ]);
  });

  it("of a slow request has its time, and its answer the id", async () => {
    const answer = await (await serverAt("info")).inject("/api/slow");
    const [line, ...others] = logged();
    expect(others).toEqual([]);
    expect(line).toMatchObject({ level: "info", route: "/api/slow", status: 200 });
    expect(line).toMatchObject({ reqId: answer.headers["x-request-id"], msg: "slow request" });
    expect(line?.["ms"]).toBeGreaterThan(1000);
  });

  it("is not written for who leaves before the first of an answer", async () => {
    const app = await serverAt("info");
    app.post("/api/pieces", (_request, reply) =>
      reply.send(new Readable({ read: () => undefined })),
    );
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo; // it listens on a port
    lines.length = 0;
    const client = connect(port, "127.0.0.1");
    client.write(
      "POST /api/pieces HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n" +
        "Content-Length: 2\r\n\r\n{}",
    );
    const [, response] = (await once(app.server, "request")) as [unknown, ServerResponse];
    const closed = once(response, "close");
    client.resetAndDestroy();
    await closed;
    await app.close();
    expect(logged().map(({ msg }) => msg)).toEqual([]);
  });

  it("is not written for what goes well", async () => {
    const answer = await (await serverAt("info")).inject("/api/cars/one");
    expect(answer.headers["x-request-id"]).toBeUndefined();
    expect(lines).toEqual([]);
  });

  it("is written for every request when debugging, without anything of a person", async () => {
    const app = await serverAt("debug");
    await app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = app.server.address() as AddressInfo; // it listens on a port
    lines.length = 0;
    const answers = [
      await fetch(`http://127.0.0.1:${port}/api/cars/Jane?search=Jane`, {
        headers: { cookie: "name=Jane", "user-agent": "Jane", referer: "http://jane.example/Jane" },
      }),
      await fetch(`http://127.0.0.1:${port}/api/cars`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: "Jane" },
        body: '{"name":"Jane"}',
      }),
      await fetch(`http://127.0.0.1:${port}/Jane`),
    ];
    await expect.poll(() => lines.length).toBe(3);
    expect(logged().map(({ method, route, status }) => [method, route, status])).toEqual([
      ["GET", "/api/cars/:name", 200],
      ["POST", "/api/cars", 200],
      ["GET", "none", 404],
    ]);
    expect(logged().map(({ reqId }) => reqId)).toEqual(
      answers.map(({ headers }) => headers.get("x-request-id")),
    );
    expect(lines.join("")).not.toMatch(/Jane|127\.0\.0\.1/i);
  });
});

test.each([
  [1, "edge-7f3a:1", "edge-7f3a:1"],
  [1, "x".repeat(65), ID],
  [1, "two words", ID],
  [1, '"}\n{"level":"fatal', ID],
  [1, undefined, ID],
  [0, "edge-7f3a", ID],
])("behind %d proxies a request called %o is %s", async (trustProxy, told, expected) => {
  const headers = told === undefined ? {} : { "x-request-id": told };
  const answer = await (await serverAt("info", trustProxy)).inject({ url: "/api/broken", headers });
  expect(answer.headers["x-request-id"]).toEqual(
    typeof expected === "string" ? expected : expect.stringMatching(expected),
  );
  expect(logged()[0]?.["reqId"]).toBe(answer.headers["x-request-id"]);
});

describe("X-Forwarded-For", () => {
  const warnings = () => logged().filter(({ level }) => level === "warn");
  const proxied = { headers: { "x-forwarded-for": "192.0.2.7" } };

  it("is warned of once where no proxy is counted, without the address", async () => {
    const app = await serverAt("info");
    await app.inject({ url: "/api/cars/ev9" });
    expect(warnings()).toEqual([]);
    for (let time = 0; time < 3; time++) await app.inject({ url: "/api/cars/ev9", ...proxied });
    expect(warnings()).toMatchObject([
      { msg: expect.stringMatching(/^a request has X-Forwarded-For.*TRUST_PROXY/) },
    ]);
    expect(lines.join("")).not.toContain("192.0.2.7");
  });

  it("is what a counted proxy sends", async () => {
    await (await serverAt("info", 1)).inject({ url: "/api/cars/ev9", ...proxied });
    expect(warnings()).toEqual([]);
  });
});
