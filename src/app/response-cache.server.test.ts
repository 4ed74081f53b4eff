import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AppBothWays, type TestRequest, openAppBothWays } from "../../test/both-ways.ts";

const DESKTOP = "Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0";
const PHONE = "Mozilla/5.0 (Linux; Android 15; Pixel 7) Chrome/150.0 Mobile";

const PATHS = [
  ..."/ /?quick=fastest /?make=Kia /?ev=1 /compare /ev/1 /ev/999999 /nowhere /api/evs".split(" "),
  ..."/api/evs?limit=2 /api/evs?limit=wrong /api/evs?sort=votes&limit=2 /api/evs/1".split(" "),
  ..."/api/evs/count /api/votes".split(" "),
];

let both: AppBothWays;
const ask = (sent: TestRequest) => both.ask(sent);
const askAnew = (sent: TestRequest) => both.askAnew(sent);

beforeAll(async () => {
  both = await openAppBothWays();
  // Until the brotli variant is ready, clients that accept both may get either.
  for (const path of PATHS) {
    for (const agent of [DESKTOP, PHONE]) {
      await ask({ path, headers: { "user-agent": agent, "accept-encoding": "br" } });
    }
  }
});

afterAll(() => both.close());

const anyRequest = fc.record({
  method: fc.constantFrom("GET", "GET", "GET", "HEAD"),
  path: fc.constantFrom(...PATHS),
  headers: fc
    .record(
      {
        "accept-encoding": fc.constantFrom("gzip", "br", "br;q=0, gzip", "identity", "*"),
        "user-agent": fc.constantFrom(DESKTOP, PHONE),
        host: fc.constantFrom("localhost", "evil.example", "localhost:1"),
        cookie: fc.constantFrom("ev_visitor=me.bad", "theme=dark"),
        "if-none-match": fc.constantFrom('"unknown"', "*"),
        "x-forwarded-host": fc.constant("evil.example"),
        origin: fc.constant("https://evil.example"),
      },
      { requiredKeys: [] },
    )
    .map((headers): Record<string, string> => headers),
});

it("are what is answered anew, whoever asked before", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyRequest, { minLength: 1, maxLength: 6 }), async (requests) => {
      for (const one of requests) {
        const sent = { ...one, headers: { host: "localhost", ...one.headers } };
        const expected = await askAnew(sent);
        // Ask twice, because the second response may come from the cache.
        expect(await ask(sent)).toEqual(expected);
        expect(await ask(sent)).toEqual(expected);
      }
    }),
    { numRuns: 60 },
  );
});

it("end with a change: the next read shows it", async () => {
  const reads = ["/api/evs/1", "/api/evs", "/ev/1", "/compare?ev=1"];
  const before = await Promise.all(reads.map((path) => ask({ path, headers: {} })));
  for (const comment of ["first words", "second words"]) {
    const posted = await ask({
      method: "POST",
      path: "/api/evs/1/reviews",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ userName: "Ada", rating: 3, comment }),
    });
    expect(posted.status).toBe(201);
    expect((await ask({ path: "/ev/1", headers: {} })).body).toContain(comment);
  }
  const after = await Promise.all(reads.map((path) => ask({ path, headers: {} })));
  expect(after[0]?.body).toContain('"reviewCount":2');
  expect(after[0]?.body).not.toBe(before[0]?.body);
  expect(after[1]?.body).not.toBe(before[1]?.body);
});

it("hold no cookie, and are not for requests with a body", async () => {
  const voted = await ask({
    method: "POST",
    path: "/api/evs/2/votes",
    headers: { "content-type": "application/json" },
    body: '{"isUpvote":true}',
  });
  expect(voted.headers["set-cookie"]).toHaveLength(1);
  expect((await ask({ path: "/", headers: {} })).headers).not.toHaveProperty("set-cookie");
  const whole = { path: "/api/evs", headers: { "content-type": "application/json" }, body: "{}" };
  expect((await ask(whole)).status).toBe((await askAnew(whole)).status);
});
