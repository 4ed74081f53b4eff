import { afterAll, beforeAll, expect, it } from "vitest";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";
import { signInAt } from "../../test/http-sign-in.ts";
import { plainPicture } from "../../test/pictures.ts";
import type { ApiDocument } from "../../test/openapi-document.ts";
import { type ApiExample, exampleOf } from "../../test/call-examples.ts";
import type { Ev, Trim } from "../domain/vehicle.ts";

const ADMINISTRATOR = { username: "grace", password: "correct horse battery" };
/** The stream ends when the client leaves. */
const ENDLESS = "streamEvents";
const CSV = "make,model,trim,year,bodyType\nKia,EV6,GT,2027,Crossover\n";

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
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      operation,
      example: exampleOf(method, path, operation),
    })),
  );

it("lists every call without scripts, and knows the page again", async () => {
  const { body, headers } = await both.app.inject("/api/docs");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  for (const { id } of operations()) {
    expect([id, body.split(`<li id="${id}"`).length]).toEqual([id, 2]);
  }
  const again = { "if-none-match": String(headers.etag) };
  const known = await both.app.inject({ url: "/api/docs", headers: again });
  expect(known.statusCode).toBe(304);
});

it("allows its own scripts by their hashes and nothing else", async () => {
  const policy = String((await both.app.inject("/api/docs")).headers["content-security-policy"]);
  expect(policy).toMatch(/script-src 'self'( 'sha256-[^']+'){2};/);
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

it.each([
  ["/api/docs?_=7", "/api/docs"],
  ["/api/docs/static/index.html", "/api/docs"],
  ["/api/docs/json", "/api/openapi.json"],
])("leads from %s to %s", async (url, location) => {
  const { statusCode, headers } = await both.app.inject(url);
  expect([statusCode, headers.location]).toEqual([302, location]);
});

it("has the description in one form only", async () => {
  expect((await both.app.inject("/api/docs/yaml")).statusCode).toBe(404);
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

it("has only examples that are understood as they stand", async () => {
  const { origin } = both;
  const cookie = await signInAt(origin, ADMINISTRATOR);
  const picture = new Uint8Array(await plainPicture(40, 30).webp().toBuffer());
  const list = await fetch(`${origin}/api/evs?limit=1&sort=price`);
  const [{ ev, trim }] = (await list.json()) as [{ ev: Ev; trim: Trim }]; // the shape of calls.md#public-list
  const claims = `make,model,trim,year,field,value,method,source
${ev.make},${ev.model},${trim.trim},${trim.year},range,310,epa,EPA
`;
  const send = async ({ method, path, body, form }: ApiExample) => {
    const files = new FormData();
    for (const [name, file = ""] of Object.entries(form ?? {})) {
      const isPicture = file.endsWith(".webp");
      const type = isPicture ? "image/webp" : "text/csv";
      const csv = path.startsWith("/api/claims") ? claims : CSV;
      files.set(name, new Blob([isPicture ? picture : csv], { type }), file.slice(1));
    }
    const answer = await fetch(origin + path, {
      method,
      headers: { cookie, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(form && { body: files }),
    });
    return { status: answer.status, text: await answer.text() };
  };
  // Calls that delete run second to last; calls that end the session run last.
  const rankOf = ({ id, example }: { id: string; example: ApiExample }) => {
    if (/^(signOut|changePassword|end\w*Sessions?)$/.test(id)) return 2;
    return example.method === "DELETE" ? 1 : 0;
  };
  const ordered = operations()
    .filter(({ id }) => id !== ENDLESS)
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  for (const { id, example } of ordered) {
    const { status, text } = await send(example);
    const refusal = status < 400 ? "" : text;
    expect([id, status, refusal]).toEqual([
      id,
      expect.toSatisfy((got: number) => got < 400 || [401, 403, 404, 409, 412].includes(got)),
      expect.not.stringMatching(/no such call/),
    ]);
  }
});
