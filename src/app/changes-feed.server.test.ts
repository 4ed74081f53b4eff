import { expect, it } from "vitest";

import { FLEET, inputs, openTestApp } from "../../test/catalogue.ts";
import { describeOnEachEngine } from "../../test/databases.ts";
import { readEnv } from "../base/env.server.ts";
import type { EvInput } from "../domain/ev-input.ts";
import { crawlerRoutes } from "./crawlers.server.ts";
import { PUBLIC } from "../server/response-cache.server.ts";

const PUBLIC_URL = "https://cars.example";
const UUID = /^urn:uuid:[\da-f]{8}-[\da-f]{4}-[45][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

function texts(xml: string, element: string): string[] {
  return Array.from(xml.matchAll(new RegExp(`<${element}>([^<]*)</${element}>`, "g")), ([, text]) =>
    String(text),
  );
}

describeOnEachEngine("the feed of changes (saving.md#feed)", ({ open }) => {
  async function openFeed(rows: readonly EvInput[], publicUrl: string | null = PUBLIC_URL) {
    const { app, store } = await openTestApp(await open(), rows);
    app.register(crawlerRoutes, { ...readEnv({}), publicUrl });
    const get = (headers: Record<string, string> = {}) =>
      app.inject({ url: "/changes.atom", headers });
    return { get, store };
  }

  it("of an empty catalogue has all that it needs, at a time that stays", async () => {
    const { get } = await openFeed([]);
    const { statusCode, headers, body } = await get();
    expect(statusCode).toBe(200);
    expect(headers["content-type"]).toBe("application/atom+xml; charset=utf-8");
    expect(body).toMatch(
      /^<\?xml version="1.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www.w3.org\/2005\/Atom" xml:lang="en">\n/,
    );
    expect(texts(body, "id")).toEqual([expect.stringMatching(UUID)]);
    expect(texts(body, "title")).toEqual(["Recent price changes · EV Catalogue"]);
    expect(texts(body, "updated")).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)]);
    expect(body).toContain("<author><name>EV Catalogue</name></author>");
    expect(body).toContain(
      `<link rel="self" type="application/atom+xml" href="${PUBLIC_URL}/changes.atom"/>`,
    );
    expect(body).not.toContain("<entry>");
    expect((await get()).body).toBe(body);
  });

  it("names each change, the newest first, by an id of its own that stays", async () => {
    const { get, store } = await openFeed(FLEET);
    const first = (await get()).body;
    const ids = texts(first, "id");
    expect(ids).toHaveLength(1 + FLEET.length);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(texts(first, "title")[1]).toBe("2025 Mercedes-Benz EQB 250+ added");
    expect(first).toContain("price N/A, range 251 miles.</content>");
    expect(first).toMatch(
      /<link rel="alternate" type="text\/html" href="https:\/\/cars.example\/ev\/\d+\?trim=0&#38;trimName=250%2B"\/>/,
    );
    const odd = { make: 'A & <b> "c"', model: "It's", trim: "]]>\uFFFE", price: 1_000 };
    await store.insertRows(inputs(odd));
    const later = (await get()).body;
    expect(texts(later, "id").slice(2)).toEqual(ids.slice(1));
    expect(texts(later, "id")[0]).toBe(ids[0]);
    expect(texts(later, "title")[1]).toBe(
      "2025 A &#38; &#60;b&#62; &#34;c&#34; It&#39;s ]]&#62;\uFFFD added",
    );
    expect(texts(later, "updated")[0]).toBe(texts(later, "updated")[1]);
  });

  it("holds the latest hundred, and is not sent again unchanged", async () => {
    const many = Array.from({ length: 130 }, (_, at) => ({ trim: `Trim ${at}` }));
    const { get } = await openFeed(inputs(...many));
    const { headers, body } = await get();
    expect(texts(body, "title").slice(1)).toEqual(
      Array.from({ length: 100 }, (_, at) => `2025 Tesla Model 3 Trim ${129 - at} added`),
    );
    expect(headers["cache-control"]).toBe(PUBLIC);
    expect((await get({ "if-none-match": String(headers.etag) })).statusCode).toBe(304);
  });

  it("is made for each request without PUBLIC_URL, and kept by nobody", async () => {
    const { get } = await openFeed(FLEET, null);
    for (const host of ["one.example", "two.example:8080"]) {
      const { headers, body } = await get({ host });
      expect(body).toContain(`href="http://${host}/changes.atom"`);
      expect(body).toContain(`href="http://${host}/ev/`);
      expect(headers["cache-control"]).toBe("no-store");
      const again = await get({ host, "if-none-match": String(headers.etag) });
      expect(again.statusCode).toBe(304);
    }
    expect((await get({ host: "a<b>.example" })).statusCode).toBe(400);
  });
});
