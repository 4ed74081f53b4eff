import { afterAll, beforeAll, expect, test } from "vitest";
import { createHttp } from "./http.server.ts";
import { refuseCrossSiteWrites } from "./security-headers.server.ts";
import { callApp } from "../../test/call-app.ts";

const app = await createHttp({ logLevel: "silent", trustProxy: 0 });

beforeAll(() => {
  refuseCrossSiteWrites(app, { publicUrl: "https://evs.example" });
  app.get("/api/thing", () => Promise.resolve({}));
  app.post("/api/thing", () => Promise.resolve({}));
  app.delete("/api/thing", () => Promise.resolve({}));
});
afterAll(() => app.close());

const HOST = "shop.example:3000";

test.each<["GET" | "POST" | "DELETE", Record<string, string>, number]>([
  ["POST", {}, 200],
  ["POST", { "sec-fetch-site": "same-origin", origin: "http://proxied.example" }, 200],
  ["POST", { "sec-fetch-site": "none" }, 200],
  ["POST", { "sec-fetch-site": "cross-site" }, 403],
  ["POST", { "sec-fetch-site": "same-site" }, 403],
  ["DELETE", { "sec-fetch-site": "cross-site", origin: `http://${HOST}` }, 403],
  ["POST", { origin: `http://${HOST}` }, 200],
  ["POST", { origin: "https://evs.example" }, 200],
  ["POST", { origin: "http://shop.example" }, 403],
  ["POST", { origin: "https://evil.example" }, 403],
  ["POST", { origin: "null" }, 403],
  ["GET", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, 200],
])("%s with %o is answered with %i", async (method, headers, status) => {
  const answer = await callApp(app, method, "/api/thing", { host: HOST, ...headers });
  expect(answer.statusCode).toBe(status);
  if (status !== 403) return;
  expect(answer.json()).toEqual({ error: "This request came from another site and was refused." });
});
