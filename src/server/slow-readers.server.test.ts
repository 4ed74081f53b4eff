import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SHORT_MEMORY_BYTES } from "./limits.server.ts";
import { guardAgainstSlowReaders } from "./node-server.server.ts";

/** More than operating systems buffer for a connection whose other end does not read. */
const ANSWER_BYTES = 16 * 1024 * 1024;
/** Readers never pause for longer than this, however busy the machine is. */
const LOOK_MS = 1_000;
const server = createServer((_request, response) => {
  response.end(Buffer.alloc(ANSWER_BYTES, "x"));
});
let port = 0;

beforeAll(async () => {
  guardAgainstSlowReaders(server, LOOK_MS);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  ({ port } = server.address() as AddressInfo); // it listens on a port
});
afterAll(() => void server.close());

async function ask(): Promise<{ client: Socket; closed: Promise<void> }> {
  const serving = once(server, "connection");
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined); // it may get cut off
  client.pause().write("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  const [served] = (await serving) as [Socket];
  return { client, closed: new Promise((resolve) => void served.once("close", () => resolve())) };
}

test.each([1, 2.1])(
  "who takes nothing of a long answer is cut off when memory is %s times short, and nobody else",
  async (times) => {
    const early = await ask();
    await once(early.client, "readable");
    let isCut = false;
    void early.closed.then(() => (isCut = true));
    const reader = await ask();
    expect((await buffer(reader.client)).length).toBeGreaterThan(ANSWER_BYTES);
    expect(isCut).toBe(false);

    // Allocated but never written, so the operating system reserves no memory for it.
    const ballast = Buffer.alloc(SHORT_MEMORY_BYTES * times);
    const another = await ask();
    expect((await buffer(another.client)).length).toBeGreaterThan(ANSWER_BYTES);
    await early.closed;
    ballast.buffer.transfer(0);
  },
);
