import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";

let app: AppBothWays;
let passedMs = 0;

beforeAll(async () => {
  app = await openAppBothWays({ RATE_LIMITS: "off" });
});

afterAll(() => app.close());

const home = async () => (await app.ask({ path: "/", headers: {} })).body;
const leaders = async () => (await home()).match(/"upvotes":\d+/g) ?? [];

async function vote(): Promise<void> {
  const { status } = await app.ask({
    method: "POST",
    path: "/api/evs/1/votes",
    headers: { "content-type": "application/json" },
    body: '{"isUpvote":true}',
  });
  expect(status).toBe(201);
}

it("a page never shows votes that are older than half a second", async () => {
  const real = performance.now.bind(performance);
  const began = real();
  // The clock only moves when the test moves it, so a slow machine runs the same test.
  vi.spyOn(performance, "now").mockImplementation(() => began + passedMs);
  expect(await leaders()).toEqual([]);
  await vote();
  expect(await leaders()).toEqual([]);
  passedMs += 600;
  expect(await leaders()).toEqual(['"upvotes":1']);
  await vote();
  passedMs += 60_000;
  expect(await leaders()).toEqual(['"upvotes":2']);
});
