import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createHttp } from "./http.server.ts";

const app = await createHttp({ logLevel: "silent", trustProxy: 0 });
let port = 0;

beforeAll(async () => {
  app.get("/api/pieces", (_request, reply) => {
    const pieces = new Readable({ read: () => undefined });
    pieces.push("the first");
    return reply.send(pieces);
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.server.address() as AddressInfo); // it listens on a port
});
afterAll(() => app.close());

/** @returns a connection, and a promise that resolves when the server has closed it */
async function open(): Promise<{ client: Socket; closed: Promise<void> }> {
  const serving = once(app.server, "connection");
  const client = connect(port, "127.0.0.1");
  client.on("error", () => undefined); // it gets cut off
  const [served] = (await serving) as [Socket];
  return { client, closed: new Promise((resolve) => void served.once("close", () => resolve())) };
}

const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, "Host: a", ...headers, "", ""].join("\r\n");

const NO_HTTP = "nonsense\r\n\r\n";

describe("what is no HTTP", () => {
  it("is closed by the server, whatever its other end does", async () => {
    const { client, closed } = await open();
    client.pause().write(NO_HTTP);
    await closed;
    client.destroy();
  });

  it("does no harm when its other end is gone at once", async () => {
    const { client, closed } = await open();
    client.write(NO_HTTP, () => client.resetAndDestroy());
    await closed;
    const { client: next } = await open();
    next.end(get("/api/nothing", "Connection: close"));
    expect(await text(next)).toMatch(/^HTTP\/1\.1 404 /);
  });

  it("is not answered amid another answer", async () => {
    const { client } = await open();
    client.write(get("/api/pieces"));
    await once(client, "readable");
    client.write(NO_HTTP);
    expect(await text(client)).toMatch(/\r\n\r\n9\r\nthe first\r\n$/);
  });
});
