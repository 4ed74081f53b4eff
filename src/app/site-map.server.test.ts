import { expect, it } from "vitest";

import { FLEET, inputs, openTestApp } from "../../test/catalogue.ts";
import { readEnv } from "../base/env.server.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { crawlerRoutes } from "./crawlers.server.ts";
import { PUBLIC } from "../server/response-cache.server.ts";

const PUBLIC_URL = "https://cars.example";

const locations = (body: string) => [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, at]) => at);

describeOnEachEngine("site map (everywhere.md#search-engines)", ({ open }) => {
  async function openSite({ publicUrl = "", trustProxy = 0 } = {}) {
    const { app, store, catalogue } = await openTestApp(await open(), FLEET, trustProxy);
    app.register(crawlerRoutes, { ...readEnv({}), publicUrl: publicUrl || null });
    const paths = (await catalogue.current()).evs.map(({ id }) => `/ev/${id}`);
    return { app, store, paths: ["/", "/compare", "/table", "/data", ...paths] };
  }

  it("names every page, with PUBLIC_URL for all alike", async () => {
    const { app, store, paths } = await openSite({ publicUrl: PUBLIC_URL });
    const first = await app.inject({ url: "/sitemap.xml", headers: { host: "evil.example" } });
    expect(first.statusCode).toBe(200);
    expect(first.headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect(first.headers["cache-control"]).toBe(PUBLIC);
    expect(first.body).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="/);
    expect(locations(first.body)).toEqual(paths.map((path) => `${PUBLIC_URL}${path}`));
    expect(first.body).not.toContain("evil");
    const headers = { "if-none-match": String(first.headers.etag) };
    expect((await app.inject({ url: "/sitemap.xml", headers })).statusCode).toBe(304);

    await store.insertRows(inputs({ make: "Kia", model: "EV6", trim: "Wind" }));
    const later = await app.inject({ url: "/sitemap.xml", headers });
    expect(locations(later.body)).toHaveLength(paths.length + 1);
  });

  it("is made for each request without PUBLIC_URL, and kept by nobody", async () => {
    const { app, paths } = await openSite();
    for (const host of ["one.example", "two.example:8080"]) {
      const { body, headers } = await app.inject({ url: "/sitemap.xml", headers: { host } });
      expect(locations(body)).toEqual(paths.map((path) => `http://${host}${path}`));
      expect(headers["cache-control"]).toBe("no-store");
    }
  });

  it("believes as many proxies as it is told to", async () => {
    const forwarded = {
      host: "inner.example",
      "x-forwarded-host": "cars.example",
      "x-forwarded-proto": "https",
    };
    for (const [trustProxy, origin] of [
      [0, "http://inner.example"],
      [1, "https://cars.example"],
    ] as const) {
      const { app } = await openSite({ trustProxy });
      const { body } = await app.inject({ url: "/sitemap.xml", headers: forwarded });
      expect(locations(body)[0]).toBe(`${origin}/`);
      const robots = await app.inject({ url: "/robots.txt", headers: forwarded });
      expect(robots.body).toContain(`\nSitemap: ${origin}/sitemap.xml\n`);
    }
  });

  it("repeats no nonsense in the place of a host", async () => {
    const { app } = await openSite();
    for (const host of ["a<b>.example", 'a".example', "a.example/b", "user@a.example", "a:b:c"]) {
      const map = await app.inject({ url: "/sitemap.xml", headers: { host } });
      expect(map.statusCode, host).toBe(400);
      const robots = await app.inject({ url: "/robots.txt", headers: { host } });
      expect(robots.statusCode, host).toBe(200);
      expect(robots.body, host).not.toContain("Sitemap");
    }
  });

  it("escapes what XML would read as its own", async () => {
    const { app } = await openSite({ publicUrl: "https://a&b'c.example" });
    const { body } = await app.inject("/sitemap.xml");
    expect(body).toContain("<loc>https://a&#38;b&#39;c.example/compare</loc>");
  });

  it("says when a model's trims, prices or ranges last changed", async () => {
    const { app, store } = await openSite({ publicUrl: PUBLIC_URL });
    await store.insertRows(inputs({ make: "Kia", model: "EV6", trim: "Wind" }));
    const { body } = await app.inject("/sitemap.xml");
    const changed = [...body.matchAll(/<loc>[^<]*\/ev\/\d+<\/loc><lastmod>([^<]*)<\/lastmod>/g)];
    expect(changed.length).toBe(body.split("/ev/").length - 1);
    for (const [, day] of changed) expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
  });

  it("robots may read the files, but not the other calls and the dashboard", async () => {
    const { app } = await openSite({ publicUrl: PUBLIC_URL });
    const { body, headers } = await app.inject("/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body.split("\n")).toEqual([
      ..."User-agent: *|Allow: /api/docs|Allow: /api/openapi.json|Allow: /api/evs.csv".split("|"),
      ..."Allow: /api/claims.csv|Allow: /api/evs.csv-metadata.json|Allow: /api/fields".split("|"),
      ..."Disallow: /api/|Disallow: /admin|Allow: /|".split("|"),
      `Sitemap: ${PUBLIC_URL}/sitemap.xml`,
      "",
    ]);
  });

  it("tells language models the files, the calls and the license", async () => {
    const { app } = await openSite({ publicUrl: PUBLIC_URL });
    const { body, headers } = await app.inject("/llms.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toMatch(/^# EV Catalogue\n\n> /);
    expect(body).toContain("CC BY 4.0, https://creativecommons.org/licenses/by/4.0/");
    for (const path of ["/api/evs.csv", "/api/openapi.json", "/changes.atom", "/data"]) {
      expect(body).toContain(`](${PUBLIC_URL}${path}): `);
    }
  });
});
