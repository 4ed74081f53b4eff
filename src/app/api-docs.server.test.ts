import { afterAll, beforeAll, expect, it } from "vitest";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";
import { signInAt } from "../../test/http-sign-in.ts";
import type { ApiDocument } from "../../test/openapi-document.ts";
import type { Ev } from "../domain/vehicle.ts";

const ADMINISTRATOR = { username: "grace", password: "correct horse battery" };

let both: AppBothWays;
let description: ApiDocument;

beforeAll(async () => {
  both = await openAppBothWays({
    ADMIN_USERNAME: ADMINISTRATOR.username,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
  });
  description = both.app.swagger() as unknown as ApiDocument;
});
afterAll(() => both.close());

const operations = () =>
  Object.values(description.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => ({ id: operation.operationId, operation })),
  );

it("knows the page again", async () => {
  const { headers } = await both.app.inject("/api/docs");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  const again = { "if-none-match": String(headers.etag) };
  const known = await both.app.inject({ url: "/api/docs", headers: again });
  expect(known.statusCode).toBe(304);
});

it("allows its own script by its hash and nothing else", async () => {
  const policy = String((await both.app.inject("/api/docs")).headers["content-security-policy"]);
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+'){1};/);
  expect(policy).toMatch(/style-src 'self'( 'sha256-[^']+')+/);
  const other = await both.app.inject("/api/openapi.json");
  expect(other.headers["content-security-policy"]).toContain("script-src 'self';");
});

it("sends the files of Swagger UI compressed, to be kept for an hour", async () => {
  const url = "/api/docs/static/swagger-ui-bundle.js";
  const file = await both.app.inject({ url, headers: { "accept-encoding": "br" } });
  expect(file.headers).toMatchObject({
    "cache-control": "public, max-age=3600",
    "content-encoding": "br",
    vary: "Accept-Encoding",
  });
  expect(file.rawPayload.length).toBeLessThan(500_000);
  const plain = await both.app.inject(url);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  const again = { "if-none-match": String(plain.headers.etag) };
  expect((await both.app.inject({ url, headers: again })).statusCode).toBe(304);
});

it("leads from its former description to the one there is", async () => {
  const { statusCode, headers } = await both.app.inject("/api/docs/json");
  expect([statusCode, headers.location]).toEqual([302, "/api/openapi.json"]);
});

it("has only what its own page needs of Swagger UI", async () => {
  for (const path of ["yaml", "static/index.html", "static/swagger-ui.js"]) {
    expect((await both.app.inject(`/api/docs/${path}`)).statusCode).toBe(404);
  }
});

it("has the administrators' calls in a group of their own, which is the last", () => {
  const groups = description.tags.map(({ name }) => name);
  const own = operations().filter(({ operation }) => operation.tags?.[0] === groups.at(-1));
  expect(own.length).toBeGreaterThan(20);
  for (const { id, operation } of operations()) {
    const isForAdministrators =
      operation.security.length === 1 && Object.hasOwn(operation.security[0] ?? {}, "session");
    expect([id, own.some((one) => one.id === id)]).toEqual([id, isForAdministrators]);
    expect(groups).toContain(operation.tags?.[0]);
  }
});

it("names a model and a row of the present catalogue in its examples", async () => {
  const { origin } = both;
  const cookie = await signInAt(origin, ADMINISTRATOR);
  const present = await both.app.inject("/api/openapi.json");
  const idOf = (text: string) => {
    const { paths } = JSON.parse(text) as ApiDocument;
    return paths["/api/evs/{id}"]?.["get"]?.parameters?.find(({ name }) => name === "id")?.example;
  };
  const before = Number(idOf(present.body));
  expect((await both.app.inject(`/api/evs/${before}`)).statusCode).toBe(200);
  const { trims } = (await both.app.inject(`/api/evs/${before}`)).json<Ev>();
  for (const { rowId } of trims) {
    await fetch(`${origin}/api/evs/${rowId}`, { method: "DELETE", headers: { cookie } });
  }
  const after = Number(idOf((await both.app.inject("/api/openapi.json")).body));
  expect(after).not.toBe(before);
  expect((await both.app.inject(`/api/evs/${after}`)).statusCode).toBe(200);
});
