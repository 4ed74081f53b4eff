import { afterAll, beforeAll, expect, test } from "vitest";
import { callsOf } from "../../test/api-description.ts";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"];
/** Every other path that exists; these are read only. */
const READ_ONLY =
  "/ /ev/1 /ev/none /compare /compare/?ev=1 /auth /admin /ai /6in60 /healthz /readyz /sitemap.xml /robots.txt /changes.atom /api/docs /theme.js /assets/none.js /images/logos/kia.svg /images/cars/kia/ev6.webp".split(
    " ",
  );

let both: AppBothWays;

beforeAll(async () => {
  const files = { "theme.js": "light" };
  both = await openAppBothWays({ STARTER_CATALOGUE: "false" }, undefined, files);
});
afterAll(() => both.close());

const ask = (method: string, path: string) =>
  both.ask({ method, path, headers: { "content-type": "text/plain" } });

test("each address of a call says which methods it takes, and takes no others", async () => {
  const described = callsOf(both.app);
  const byPath = Map.groupBy(described, ({ path }) => path.replaceAll(/\{\w+\}/g, "1"));
  // The router treats `PUT /api/evs/count` as a change of a row that does not exist.
  const routed = (method: string, path: string) =>
    described.some(
      (call) =>
        call.method === (method === "HEAD" ? "GET" : method) &&
        new RegExp(`^${call.path.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path),
    );
  for (const [path, calls] of byPath) {
    if (!path.startsWith("/api/")) continue;
    const allowed = calls.flatMap(({ method }) => (method === "GET" ? ["GET", "HEAD"] : [method]));
    for (const method of METHODS) {
      if (allowed.includes(method) || routed(method, path)) continue;
      // Other sites may read here.
      if (method === "OPTIONS" && (await ask(method, path)).status === 204) continue;
      const { status, headers } = await ask(method, path);
      expect([method, path, status, headers["allow"]]).toEqual([
        method,
        path,
        405,
        allowed.toSorted().join(", "),
      ]);
    }
  }
  expect((await ask("GET", "/api/login")).headers["allow"]).toBe("POST");
  expect((await ask("POST", "/api/evs/count")).headers["allow"]).toBe("GET, HEAD");
});

test("pages and files are only read", async () => {
  for (const path of READ_ONLY) {
    for (const method of METHODS.filter((name) => name !== "GET" && name !== "HEAD")) {
      // Other sites may read here.
      if (method === "OPTIONS" && (await ask(method, path)).status === 204) continue;
      const { status, headers } = await ask(method, path);
      expect([method, path, status, headers["allow"]]).toEqual([method, path, 405, "GET, HEAD"]);
    }
  }
});

test("what is not there is 404 by any method", async () => {
  for (const path of ["/nowhere", "/ev", "/api/none", "/api/evs/1/none", "/api"]) {
    for (const method of METHODS) {
      const { status, headers } = await ask(method, path);
      expect([method, path, status, headers["allow"]]).toEqual([method, path, 404, undefined]);
    }
  }
});

test("whoever asks beyond the end of a file is told its length", async () => {
  const range = (value: string) => both.ask({ path: "/theme.js", headers: { range: value } });
  const beyond = await range("bytes=9-");
  expect(beyond).toMatchObject({ status: 416, headers: { "content-range": "bytes */5" } });
  expect((await range("bytes=1-2")).headers["content-range"]).toBe("bytes 1-2/5");
});
