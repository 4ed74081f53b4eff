import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import { describe, expect, it, onTestFinished, test } from "vitest";
import { createHttp } from "./http.server.ts";
import { callApp } from "../../test/call-app.ts";

const MIB = 1024 * 1024;
/** More than operating systems buffer for a connection whose other end does not read. */
const LARGE = Buffer.alloc(64 * MIB, "x");

/** Starts a listening app; `prepare` can shorten timeouts that tests would have to wait for. */
async function listen(prepare: (app: FastifyInstance) => void = () => undefined) {
  const app = await createHttp({ logLevel: "silent", trustProxy: 0 });
  app.get("/api/read", async () => ({}));
  app.get("/api/large", async () => LARGE);
  app.post("/api/written", async () => ({}));
  prepare(app);
  await app.listen({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => app.close());
  const { port } = app.server.address() as AddressInfo; // it listens on a port
  return {
    app,
    /** Opens a connection that sends this much and no more. */
    open(sent: string): Socket {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined); // it gets cut off
      onTestFinished(() => void socket.destroy());
      socket.write(sent);
      return socket;
    },
  };
}

/** Reads a raw response if it has the common error form. */
function refusalIn(answer: string): { status: number; error: string } {
  const [head = "", body = ""] = answer.split("\r\n\r\n");
  expect(head).toContain("content-security-policy: default-src 'none';");
  expect(head).toContain("x-content-type-options: nosniff");
  return {
    status: Number(head.split(" ")[1]),
    error: (JSON.parse(body) as { error: string }).error,
  };
}

const POST = "POST /api/written HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: a", ...headers, "Connection: close", "", ""].join("\r\n");

describe("what a request may be long", () => {
  const TOO_LONG = { status: 414, error: "The address is too long." };
  const TOO_LARGE = { status: 431, error: "The request's headers are too large." };

  it.each([
    ["an address of 8 KiB", `/api/read?${"a".repeat(8192 - 10)}`, [], null],
    ["one of a character more", `/api/read?${"a".repeat(8193 - 10)}`, [], TOO_LONG],
    ["a longer one of no call", `/${"a".repeat(10_000)}`, [], TOO_LONG],
    ["a longer one that cannot be read", `/%${"a".repeat(16_000)}`, [], /^4(00|14|31)$/],
    ["headers of 15 KiB", "/api/read", [`x: ${"a".repeat(15 * 1024)}`], null],
    ["headers of 16 KiB", "/api/read", [`x: ${"a".repeat(16 * 1024)}`], TOO_LARGE],
  ])("%s", async (_name, path, headers, refusal) => {
    const { open } = await listen();
    const answer = await text(open(get(path, ...headers)));
    if (refusal === null) expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    else if (refusal instanceof RegExp) expect(String(refusalIn(answer).status)).toMatch(refusal);
    else expect(refusalIn(answer)).toEqual(refusal);
  });

  test("a body that sets no limit of its own: 32 KiB", async () => {
    const { app } = await listen();
    const type = { "content-type": "application/json" };
    const post = (length: number) =>
      callApp(app, "POST", "/api/written", type, JSON.stringify("x".repeat(length - 2)));
    expect((await post(32 * 1024)).statusCode).toBe(200);
    const refused = await post(32 * 1024 + 1);
    expect(refused.statusCode).toBe(413);
    expect(refused.json()).toEqual({ error: "The request is too large." });
  });
});

describe("what a connection may take", () => {
  it("has six seconds for headers, five minutes for a body, 75 seconds of silence", async () => {
    const { app } = await listen();
    const { headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections } =
      app.server;
    expect([headersTimeout, requestTimeout]).toEqual([6_000, 300_000]);
    // A proxy's own timeout is a minute, so we never close a connection that it is about to use.
    expect([timeout, keepAliveTimeout]).toEqual([75_000, 75_000]);
    expect(maxConnections).toBe(10_000);
  });

  it.each([
    ["its headers do", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "],
    ["a body of a known length does", `${POST}Content-Length: 9\r\n\r\n{`],
    ["a body in pieces does", `${POST}Transfer-Encoding: chunked\r\n\r\n1\r\n{`],
  ])("is answered 408 and closed when %s not come", async (_name, sent) => {
    const { open } = await listen(({ server }) => {
      server.headersTimeout = 100;
      server.requestTimeout = 100;
    });
    const answer = await text(open(sent));
    expect(refusalIn(answer)).toEqual({
      status: 408,
      error: "The request took too long to arrive.",
    });
  });

  it("is closed when it takes nothing of a large answer", async () => {
    const { app, open } = await listen(({ server }) => (server.timeout = 100));
    const served = once(app.server, "connection");
    open(get("/api/large")).pause();
    const [connection] = (await served) as [Socket];
    await once(connection, "close");
    expect(connection.writableLength).toBeLessThanOrEqual(LARGE.length);
  });

  it("is closed when it asks for nothing more", async () => {
    const { app, open } = await listen(({ server }) => {
      server.keepAliveTimeout = 1;
      server.keepAliveTimeoutBuffer = 50;
    });
    const served = once(app.server, "connection");
    open("GET /api/read HTTP/1.1\r\nHost: a\r\n\r\n").resume();
    const [connection] = (await served) as [Socket];
    await once(connection, "close");
    expect(connection.bytesWritten).toBeGreaterThan(0);
  });

  it("is not taken while there are too many, and again when one has ended", async () => {
    const { app, open } = await listen(({ server }) => (server.maxConnections = 1));
    const served = once(app.server, "connection");
    const first = open("");
    const [connection] = (await served) as [Socket];
    expect(await text(open(get("/api/read"))).catch(() => "")).toBe("");
    first.destroy();
    await once(connection, "close");
    expect(await text(open(get("/api/read")))).toMatch(/^HTTP\/1\.1 200 /);
  });
});
