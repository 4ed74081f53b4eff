import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { z } from "zod";
import { UserError } from "../base/errors.server.ts";
import { healthRoutes } from "./health.routes.server.ts";
import { createHttp } from "./http.server.ts";
import { callApp } from "../../test/call-app.ts";

const SILENT = { logLevel: "silent", trustProxy: 0 } as const;
const app = await createHttp(SILENT);
let databaseAnswers = true;
let port = 0;

beforeAll(async () => {
  app.post("/api/echo", { bodyLimit: 100 }, (request) => Promise.resolve(request.body));
  app.delete("/api/removable", { schema: { operationId: "remove" } }, (_request, reply) =>
    reply.code(204).send(),
  );
  app.get("/api/echo/:id", () => Promise.resolve({}));
  app.get("/api/refused", () => {
    throw new UserError(409, "It exists already", { fields: ["make"] });
  });
  app.get("/api/checked", () => z.object({ price: z.number() }).parse({ price: "x" }));
  app.get("/api/broken", () => {
    throw new Error("secret: password is 1234");
  });
  app.get("/api/thrown", () => {
    // oxlint-disable-next-line typescript/only-throw-error -- a library may
    throw "secret";
  });
  app.get("/api/down", () => {
    throw Object.assign(new Error("connect ECONNREFUSED 10.0.0.1"), { code: "ECONNREFUSED" });
  });
  app.get("/api/crowded", () => {
    throw new UserError(503, "Too many visitors are watching.", { retryAfterSeconds: 30 });
  });
  app.get("/api/full", () => {
    throw Object.assign(new Error("database or disk is full"), { errcode: 13 });
  });
  app.register(healthRoutes, {
    ping: async () => {
      if (!databaseAnswers) throw new Error("gone");
    },
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  // It listens on TCP, so the address is not a socket path.
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

const json = { "content-type": "application/json" };
const OUR_FAULT = "Something went wrong on our side. Please try again later.";
const NO_CALL = "There is no API call at this address.";
const NOT_UTF8 = Buffer.from([0x22, 0xff, 0x22]);

describe("errors have one form", () => {
  test.each([
    ["GET", "/api/refused", {}, "", 409, "It exists already"],
    ["GET", "/api/checked", {}, "", 400, /expected number/],
    ["GET", "/api/broken", {}, "", 500, OUR_FAULT],
    ["GET", "/api/thrown", {}, "", 500, OUR_FAULT],
    ["GET", "/api/down", {}, "", 503, /database is unavailable/],
    ["GET", "/api/full", {}, "", 507, /no storage space/],
    ["GET", "/api/nothing", {}, "", 404, NO_CALL],
    ["GET", "/nothing", {}, "", 404, "Nothing was found at this address."],
    ["POST", "/api/nothing", { "content-type": "x/y" }, "x", 404, NO_CALL],
    ["POST", "/api/echo", json, "{", 400, "The body is not valid JSON."],
    ["POST", "/api/echo", json, NOT_UTF8, 400, "The body is not valid UTF-8."],
    ["POST", "/api/echo", json, "", 400, "The body is empty, but its type is JSON."],
    ["POST", "/api/echo", json, '{"__proto__":{"a":1}}', 400, /./],
    ["POST", "/api/echo", json, JSON.stringify("x".repeat(200)), 413, "The request is too large."],
    ["POST", "/api/echo", { "content-type": "text/plain" }, "{}", 415, /type of content/],
    ["GET", "/api/echo/%", {}, "", 400, "The address is not valid."],
    ["GET", `/api/echo/${"1".repeat(200)}`, {}, "", 404, NO_CALL],
  ] as const)("%s %s %o %s -> %d", async (method, url, headers, payload, status, sentence) => {
    const answer = await callApp(app, method, url, headers, payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(answer.body).not.toMatch(/secret|10\.0\.0\.1|FST_|stack/);
    const { error } = answer.json<{ error: string }>();
    if (typeof sentence === "string") expect(error).toBe(sentence);
    else expect(error).toMatch(sentence);
  });

  it("come from a body only where a call takes one", async () => {
    const remove = (payload: string) => callApp(app, "DELETE", "/api/removable", json, payload);
    for (const payload of ["", "{}"]) expect((await remove(payload)).statusCode).toBe(204);
    expect((await remove('{"id":1}')).statusCode).toBe(400);
  });

  it("say when to come back: soon, unless whoever refuses knows better", async () => {
    expect((await app.inject("/api/down")).headers["retry-after"]).toBe("2");
    expect((await app.inject("/api/crowded")).headers["retry-after"]).toBe("30");
    expect((await app.inject("/api/full")).headers).not.toHaveProperty("retry-after");
  });

  it("names the fields that are wrong", async () => {
    const refused = await app.inject("/api/refused");
    expect(refused.json()).toEqual({
      error: "It exists already",
      issues: [{ path: "make", message: "It exists already" }],
    });
    const checked = await app.inject("/api/checked");
    expect(checked.json()).toMatchObject({ issues: [{ path: "price" }] });
  });
});

it.each([
  ["a request to no host", "GET /healthz HTTP/1.1\r\n\r\n", /^HTTP\/1\.1 400 /],
  ["a tunnel", "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n", /^$/],
  [
    "an expectation that nobody can meet",
    "GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: more\r\nConnection: close\r\n\r\n",
    /^HTTP\/1\.1 417 /,
  ],
])("the connection leaves it to Node to refuse %s", async (_name, request, answer) => {
  const socket = connect(port, "127.0.0.1");
  socket.end(request);
  expect(await text(socket)).toMatch(answer);
});

it("tells HEAD how long an answer is", async () => {
  const whole = await callApp(app, "HEAD", "/api/echo/7");
  expect(whole.headers["content-length"]).toBe(String("{}".length));
});

it("health is alive whatever the database does, and ready when it answers", async () => {
  databaseAnswers = true;
  expect((await app.inject("/readyz")).json()).toEqual({ status: "ok" });
  databaseAnswers = false;
  const down = await app.inject("/readyz");
  expect(down.statusCode).toBe(503);
  expect(down.json()).toEqual({ error: "The database is not responding." });
  expect((await app.inject("/healthz")).statusCode).toBe(200);
  databaseAnswers = true;
  expect((await app.inject("/readyz")).statusCode).toBe(200);
});

it.each([
  [0, "127.0.0.1"],
  [1, "10.0.0.3"],
  [2, "10.0.0.2"],
])("believes what %d proxies say of the visitor", async (trustProxy, visitor) => {
  const behind = await createHttp({ logLevel: "silent", trustProxy });
  behind.get("/ip", (request) => Promise.resolve({ ip: request.ip }));
  const headers = { "x-forwarded-for": "10.0.0.1, 10.0.0.2, 10.0.0.3" };
  const answer = await behind.inject({ url: "/ip", headers });
  await behind.close();
  expect(answer.json()).toEqual({ ip: visitor });
});

it("loosens the policy in development only", async () => {
  const development = await createHttp(SILENT, { development: true });
  const policy = (await development.inject("/")).headers["content-security-policy"];
  await development.close();
  expect(policy).toContain("connect-src 'self' ws:");
  expect(policy).toContain("script-src 'self';");
});
