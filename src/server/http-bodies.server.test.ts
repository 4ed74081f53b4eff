import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, it, onTestFinished, test } from "vitest";
import { UserError } from "./errors.server.ts";
import { createHttp } from "./http.server.ts";

const app = await createHttp({ logLevel: "silent", trustProxy: 0 });
let port = 0;

beforeAll(async () => {
  app.post("/api/taken", async (request) => request.body);
  const onRequest = async () => {
    throw new UserError(401, "Please sign in");
  };
  app.post("/api/guarded", { onRequest }, async () => ({}));
  app.get("/api/known", async (_request, reply) => reply.code(304).header("etag", '"a"').send());
  app.get("/api/new", async () => ({ text: "whole" }));
  await app.listen({ port: 0, host: "127.0.0.1" });
  ({ port } = app.server.address() as AddressInfo); // it listens on a port
});
afterAll(() => app.close());

/** Asks whether to send a body. @returns the first response */
async function askFirst(path: string): Promise<{ client: Socket; answer: string }> {
  const client = connect(port, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  client.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n` +
      "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n",
  );
  const [answer] = (await once(client, "data")) as [Buffer];
  return { client, answer: answer.toString() };
}

test("who asks before sending a body is told to send it", async () => {
  const { client, answer } = await askFirst("/api/taken");
  expect(answer).toBe("HTTP/1.1 100 Continue\r\n\r\n");
  client.write("{}");
  const [rest] = (await once(client, "data")) as [Buffer];
  expect(rest.toString()).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n\{\}$/s);
});

test.each([
  ["/api/guarded", 401],
  ["/api/nowhere", 404],
  ["/api/new", 405],
])("or is refused without it: %s", async (path, status) => {
  const { client, answer } = await askFirst(path);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*connection: close\r\n`, "is"));
  await once(client, "close");
});

it("tells HEAD how long an answer is, and nothing of one that is known", async () => {
  const known = await app.inject({ method: "HEAD", url: "/api/known" });
  expect([known.statusCode, known.headers.etag]).toEqual([304, '"a"']);
  expect(known.headers).not.toHaveProperty("content-length");
  const whole = await app.inject({ method: "HEAD", url: "/api/new" });
  expect(whole.headers["content-length"]).toBe(String('{"text":"whole"}'.length));
});
