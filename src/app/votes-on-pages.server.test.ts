import { afterAll, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";

let app: AppBothWays;
let passedMs = 0;

beforeAll(async () => {
  app = await openAppBothWays({ RATE_LIMITS: "off" });
});

afterAll(() => app.close());

const read = async (path: string) => (await app.ask({ path, headers: {} })).body;
const votesOn = async (path: string) => (await read(path)).match(/"upvotes":[1-9]\d*/g) ?? [];

async function vote(id: number): Promise<void> {
  const { status } = await app.ask({
    method: "POST",
    path: `/api/evs/${id}/votes`,
    headers: { "content-type": "application/json" },
    body: '{"isUpvote":true}',
  });
  expect(status).toBe(201);
}

/** The clock only moves when a test moves it, so a slow machine runs the same test. */
function stopClock(): void {
  const began = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => began + passedMs);
  onTestFinished(() => clock.mockRestore());
}

it("a page never shows votes that are older than a second", async () => {
  stopClock();
  expect(await votesOn("/")).toEqual([]);
  await vote(1);
  expect(await votesOn("/")).toEqual([]);
  passedMs += 1_000;
  expect(await votesOn("/")).toEqual(['"upvotes":1']);
  await vote(1);
  passedMs += 60_000;
  expect(await votesOn("/")).toEqual(['"upvotes":2']);
});

it("a vote outdates its own car's page and no other's", async () => {
  stopClock();
  // A page's evidence is read each time it is rendered.
  const renders = vi.spyOn(app.app.claims, "readEvidence");
  const rendered = () => renders.mock.calls.map(([id]) => id);
  expect(await votesOn("/ev/2")).toEqual([]);
  expect(rendered()).toEqual([2]);
  await vote(3);
  passedMs += 1_000;
  expect(await votesOn("/ev/2")).toEqual([]);
  expect(rendered()).toEqual([2]);
  await vote(2);
  passedMs += 1_000;
  expect(await votesOn("/ev/2")).toEqual(['"upvotes":1']);
  expect(await read("/ev/2")).toContain("1</span> <!-- -->vote<");
  expect(rendered()).toEqual([2, 2]);
});

it("a page is rendered once for all who wait for it, on each kind of device", async () => {
  const renders = vi.spyOn(app.app.claims, "readEvidence");
  const phone = { "user-agent": "Mozilla/5.0 (Linux; Android 15; Pixel 7) Mobile" };
  const requests = Array.from({ length: 20 }, (_, index) => [
    { path: `/ev/4?utm_source=${index}`, headers: { "accept-encoding": "br" } },
    { path: "/ev/4", headers: { "if-none-match": `"${index}"` } },
    { path: "/ev/4", headers: phone },
  ]).flat();
  const pages = await Promise.all(requests.map((sent) => app.ask(sent)));
  expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
  expect(renders).toHaveBeenCalledTimes(2);
});
