import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttp } from "./http.server.ts";
import { SHORT_MEMORY_BYTES } from "./limits.server.ts";

/** Longer than systems keep for a connection whose other end does not read. */
const ANSWER_BYTES = 16 * 1024 * 1024;
const app = createHttp({ logLevel: "silent", trustProxy: 0 });
let port = 0;

beforeAll(async () => {
  app.get("/api/long", async () => Buffer.alloc(ANSWER_BYTES, "x"));
  await app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.server.address() as AddressInfo); // it listens on a port
});
afterAll(() => app.close());

async function ask(): Promise<{ client: Socket; closed: Promise<void> }> {
  const serving = once(app.server, "connection");
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined); // it may be cut off
  client.pause().write("GET /api/long HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const [served] = (await serving) as [Socket];
  return { client, closed: new Promise((resolve) => void served.once("close", () => resolve())) };
}

test("who takes nothing of a long answer is cut off when memory is short, and nobody else", async () => {
  const early = await ask();
  await once(early.client, "readable");
  let isCut = false;
  void early.closed.then(() => (isCut = true));
  const reader = await ask();
  expect((await buffer(reader.client)).length).toBeGreaterThan(ANSWER_BYTES);
  expect(isCut).toBe(false);

  // Only asked for: a system gives no room for what nobody writes.
  const held = Buffer.alloc(SHORT_MEMORY_BYTES);
  const another = await ask();
  expect((await buffer(another.client)).length).toBeGreaterThan(ANSWER_BYTES);
  await early.closed;
  held.buffer.transfer(0);
});
