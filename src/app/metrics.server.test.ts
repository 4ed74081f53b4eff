import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMINISTERED, GRACE } from "../../test/accounts.ts";
import { type AppBothWays, openAppBothWays } from "../../test/both-ways.ts";
import { signInAt } from "../../test/http-sign-in.ts";
import { registry } from "../base/metrics.server.ts";
import { RELEASE } from "../server/release.server.ts";

const BROWSER = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0" };

let both: AppBothWays;
let origin = "";

beforeAll(async () => {
  registry.resetMetrics();
  both = await openAppBothWays(ADMINISTERED);
  ({ origin } = both);
});

afterAll(() => both.close());

async function scraped(name: string): Promise<number> {
  const text = await (await fetch(`${origin}/metrics`)).text();
  const line = text.split("\n").find((each) => each.startsWith(`${name} `));
  if (line === undefined) throw new Error(`no ${name} in\n${text}`);
  return Number(line.slice(name.length));
}

it("counts kept answers like all others", async () => {
  const documents = 'http_request_duration_seconds_count{method="GET",route="/",status="2xx"}';
  for (let time = 0; time < 5; time++) await fetch(`${origin}/`, { headers: BROWSER });
  expect(await scraped(documents)).toBe(5);
});

it("counts what the product does", async () => {
  const rebuilds = await scraped("ev_snapshot_rebuild_seconds_count");
  const cookie = await signInAt(origin, GRACE);
  const csv = "make,model,trim,year,bodyType\nAcme,One,Base,2026,SUV";
  const upload = () => {
    const form = new FormData();
    form.set("file", new Blob([csv], { type: "text/csv" }), "rows.csv");
    return fetch(`${origin}/api/evs/upload`, { method: "POST", headers: { cookie }, body: form });
  };
  expect([(await upload()).status, (await upload()).status]).toEqual([200, 200]);
  await (await fetch(`${origin}/api/evs`)).arrayBuffer();
  expect(await scraped("ev_snapshot_rebuild_seconds_count")).toBe(rebuilds + 1);
  expect(await scraped('ev_import_rows_total{kind="import",outcome="added"}')).toBe(1);
  expect(await scraped('ev_import_rows_total{kind="import",outcome="skipped"}')).toBe(1);
  expect(await scraped('ev_import_seconds_count{kind="import"}')).toBe(2);

  const voted = await fetch(`${origin}/api/evs/1/votes`, {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin" },
    body: '{"isUpvote":true}',
  });
  expect(voted.status).toBe(201);
  const votes =
    'http_request_duration_seconds_count{method="POST",route="/api/evs/:id/votes",status="2xx"}';
  expect(await scraped(votes)).toBe(1);

  const page = new AbortController();
  const stream = await fetch(`${origin}/api/events`, { signal: page.signal });
  await stream.body?.getReader().read();
  expect(await scraped("ev_event_streams")).toBe(1);
  page.abort();
  await expect.poll(() => scraped("ev_event_streams")).toBe(0);
  expect(await scraped(`ev_build_info{version="${RELEASE}",engine="sqlite"}`)).toBe(1);
});

it("answers through a proxy as at any unknown address", async () => {
  const through = { headers: { ...BROWSER, "x-forwarded-for": "10.0.0.1" } };
  const refused = await fetch(`${origin}/metrics`, through);
  const unknown = await fetch(`${origin}/nothing`, through);
  expect(refused.status).toBe(404);
  expect(await refused.text()).toBe((await unknown.text()).replaceAll("/nothing", "/metrics"));
});
