import { afterAll, beforeAll, expect, it, test } from "vitest";
import { UserError } from "./errors.server.ts";
import { createHttp } from "../server/http.server.ts";
import { registry, scrapeRoutes } from "./metrics.server.ts";
import { eachFirst } from "../../test/each-first.ts";

const NEARBY = "127.0.0.1";
const app = await createHttp({ logLevel: "silent", trustProxy: 0 });

beforeAll(() => {
  registry.resetMetrics();
  app.get("/api/cars/:id", async () => ({}));
  app.get("/api/busy", async () => {
    throw new UserError(503, "Others are running.");
  });
  app.get("/api/down", async () => {
    throw Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
  });
  scrapeRoutes(app, {
    otherwise: async () => {
      throw new UserError(404, "Nothing was found at this address.");
    },
  });
});
afterAll(() => app.close());

const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  app.inject({ url: "/metrics", remoteAddress, headers });

/** Returns the values by name and labels, as Prometheus reads them. */
async function scrape(): Promise<Map<string, number>> {
  const { body } = await ask(NEARBY);
  const lines = body.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => {
      const at = line.lastIndexOf(" ");
      return [line.slice(0, at), Number(line.slice(at + 1))];
    }),
  );
}

test.each(
  eachFirst([
    [["127.0.0.1", "::1", "::ffff:127.0.0.1", "::ffff:172.18.0.3", "10.2.3.4"], {}, 200],
    [["192.168.1.20", "fd12::5", "fe80::1%eth0"], {}, 200],
    [["172.32.0.1", "203.0.113.9", "::ffff:203.0.113.9", "2001:db8::1"], {}, 404],
    [["127.0.0.1"], { "x-forwarded-for": "10.0.0.1" }, 404],
    [["127.0.0.1"], { "x-forwarded-for": "" }, 404],
    [["127.0.0.1"], { "X-Forwarded-Proto": "https" }, 404],
    [["127.0.0.1"], { forwarded: "for=10.0.0.1" }, 404],
    [["127.0.0.1"], { via: "1.1 proxy" }, 404],
    [["127.0.0.1"], { "x-real-ip": "10.0.0.1" }, 404],
  ]),
)("from %s with %o: %d", async (address, headers, status) => {
  const answer = await ask(address, headers);
  expect(answer.statusCode).toBe(status);
  if (status === 404) {
    const unknown = await app.inject("/nothing");
    expect([answer.body, answer.headers]).toEqual([
      unknown.body,
      { ...unknown.headers, date: expect.any(String) },
    ]);
  } else {
    expect(answer.headers["content-type"]).toBe("text/plain; version=0.0.4; charset=utf-8");
    expect(answer.headers["cache-control"]).toBe("no-store");
  }
});

it("counts requests by the pattern of their route and says what was refused", async () => {
  const requests = (route: string, status: string) =>
    `http_request_duration_seconds_count{method="GET",route="${route}",status="${status}"}`;
  for (const url of ["/api/cars/1?q=Jane", "/api/cars/2", "/api/secret-name", "/api/busy"]) {
    await app.inject(url);
  }
  await app.inject("/api/down");
  const counts = await scrape();
  expect(counts.get(requests("/api/cars/:id", "2xx"))).toBe(2);
  expect(counts.get(requests("/api/*", "4xx"))).toBe(1);
  expect(counts.get(requests("/api/busy", "5xx"))).toBe(1);
  expect(counts.get('ev_refusals_total{route="/api/busy",status="503"}')).toBe(1);
  expect(counts.get('ev_database_errors_total{of="request"}')).toBe(1);
  expect([...counts.keys()].join("\n")).not.toMatch(/Jane|secret/);
});

it("tells of the process", async () => {
  const counts = await scrape();
  expect(counts.get("process_resident_memory_bytes")).toBeGreaterThan(1e6);
  expect(counts.has("nodejs_eventloop_lag_p99_seconds")).toBe(true);
});
