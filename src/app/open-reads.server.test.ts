import { afterAll, beforeAll, expect, test } from "vitest";
import { callsOf } from "../../test/api-description.ts";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";

const OTHER_SITE = { origin: "https://blog.example", "sec-fetch-site": "cross-site" };
const LICENSE = '</data>; rel="license"';
/** Reads of what belongs to a visitor or to whoever has a token. */
const OWN = ["/api/votes/mine", "/api/reviews/mine", "/api/corrections/{token}"];

let both: AppBothWays;

beforeAll(async () => {
  both = await openAppBothWays({}, undefined, {
    "images/logos/kia.svg": "<svg/>",
    "placeholder-car.svg": "<svg/>",
  });
});
afterAll(() => both.close());

const reads = () => callsOf(both.app).filter(({ method }) => method === "GET");
const urlOf = (path: string) => path.replace("{trimId}", "0").replaceAll(/\{\w+\}/g, "1");
/** Ends an endless answer after its headers. */
async function headersOf(path: string, headers: Record<string, string> = OTHER_SITE) {
  const ended = new AbortController();
  const answer = await fetch(`${both.origin}${urlOf(path)}`, { headers, signal: ended.signal });
  ended.abort();
  return { status: answer.status, headers: answer.headers };
}

test("pages of other sites may read every public call, also when it refuses", async () => {
  const open = reads().filter(
    ({ path, needsSession }) => path === "/api/evs" || !(needsSession || OWN.includes(path)),
  );
  expect(open.length).toBeGreaterThan(15);
  for (const { path } of open) {
    for (const query of path === "/api/events" ? [""] : ["", "?unknown=1"]) {
      const { headers } = await headersOf(path + query);
      expect([path, headers.get("access-control-allow-origin")]).toEqual([path, "*"]);
      expect(headers.get("access-control-allow-credentials")).toBeNull();
      expect(headers.get("access-control-expose-headers")).toBe("*");
      expect(headers.get("link")).toContain(LICENSE);
    }
    const asked = await both.ask({
      method: "OPTIONS",
      path: urlOf(path),
      headers: { ...OTHER_SITE, "access-control-request-method": "GET" },
    });
    expect([path, asked.status, asked.headers]).toEqual([
      path,
      204,
      expect.objectContaining({
        "access-control-allow-origin": "*",
        "access-control-allow-methods": "GET, HEAD",
      }),
    ]);
  }
});

test("files and images are open as well, and images can be shown anywhere", async () => {
  const feed = await headersOf("/changes.atom");
  expect(feed.headers.get("access-control-allow-origin")).toBe("*");
  expect(feed.headers.get("link")).toBe(LICENSE);
  const images = ["/images/cars/kia/ev6.webp", "/images/logos/kia.svg", "/placeholder-car.svg"];
  for (const path of images) {
    // The second answer may come from the cache.
    for (const time of [1, 2]) {
      const { status, headers } = await headersOf(path);
      expect([
        path,
        time,
        status,
        headers.get("access-control-allow-origin"),
        headers.get("cross-origin-resource-policy"),
      ]).toEqual([path, time, 200, "*", "cross-origin"]);
    }
  }
});

test("what belongs to administrators, visitors and pages stays closed", async () => {
  const closed = reads().filter(
    ({ path, needsSession }) => path !== "/api/evs" && (needsSession || OWN.includes(path)),
  );
  const paths = [...closed.map(({ path }) => path), "/api/evs?view=admin", "/", "/data", "/admin"];
  for (const path of paths) {
    const { headers } = await headersOf(path);
    expect([path, headers.get("access-control-allow-origin")]).toEqual([path, null]);
    expect(headers.get("cross-origin-resource-policy")).toBe("same-origin");
  }
});

test("no write is announced to other sites, and none is taken from them", async () => {
  const writes = callsOf(both.app).filter(({ method }) => method !== "GET");
  for (const { method, path } of writes) {
    const headers = { ...OTHER_SITE, "access-control-request-method": method };
    const asked = await both.ask({ method: "OPTIONS", path: urlOf(path), headers });
    expect([path, asked.headers["access-control-allow-origin"]]).toEqual([path, undefined]);
    expect([path, [403, 405].includes(asked.status)]).toEqual([path, true]);
    const sent = await both.ask({ method, path: urlOf(path), headers: OTHER_SITE });
    const read = [path, sent.status, sent.headers["access-control-allow-origin"]];
    expect(read).toEqual([path, 403, undefined]);
  }
});
