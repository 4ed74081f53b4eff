import type { FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";

import { openDocuments } from "../../test/documents.ts";
import { createQueryClient } from "../features/catalogue/catalogue.queries.ts";
import { changedTrims } from "../features/changes/changes.ts";
import type { PageData } from "./document.tsx";
import { loadPage, matchPage } from "./pages.ts";

let app: FastifyInstance;
let vehicle = "";
let close: () => Promise<void>;

beforeAll(async () => {
  ({ nameless: app, vehicle, close } = await openDocuments());
});

afterAll(() => close());
afterEach(() => vi.unstubAllGlobals());

async function documentQueries(url: string): Promise<PageData["queries"]> {
  const { body } = await app.inject(url);
  const [, json = ""] = /<script id="page-data"[^>]*>([^<]*)/.exec(body) ?? [];
  // serializeJson() wrote this JSON.
  return (JSON.parse(json) as PageData).queries;
}

async function browse(url: string) {
  const called: string[] = [];
  vi.stubGlobal("fetch", async (path: string) => {
    called.push(path);
    const { body, statusCode: status } = await app.inject(path);
    return new Response(body, { status, headers: { "content-type": "application/json" } });
  });
  const client = createQueryClient();
  const { pathname, search } = new URL(url, "http://internal");
  const { page, params } = matchPage(pathname);
  const { load } = await loadPage(page);
  await load?.({ client, params, search });
  const reads = client.getQueryCache().getAll();
  await Promise.allSettled(reads.flatMap(({ promise }) => promise ?? []));
  return { client, called };
}

const ofHistory = (data: unknown) => changedTrims(data as Parameters<typeof changedTrims>[0]);

it.each([
  ["a vehicle", () => vehicle, 7],
  ["a trim", () => `${vehicle}?trim=1`, 7],
  ["all sources of a vehicle", () => `${vehicle}?sources=all`, 2],
  ["a comparison", () => "/compare?ev=1,2", 3],
  ["the home page", () => "/?make=Kia", 1],
  ["the table", () => "/table?make=Kia", 1],
])("a browser opens %s with what its document has", async (_name, urlOf, count) => {
  const served = await documentQueries(urlOf());
  expect(served).toHaveLength(count);
  const { client, called } = await browse(urlOf());
  expect(called.length).toBeGreaterThan(0);
  for (const [key, value] of served) {
    // In the browser, the full list contains all of it.
    if (key[0] === "slice") continue;
    const read = client.getQueryData(key);
    // A document omits what is not visible in it.
    expect(key[0] === "history" ? ofHistory(read) : read, String(key)).toMatchObject(value ?? {});
  }
});

it("an unknown vehicle is known to be missing", async () => {
  expect(await documentQueries("/ev/987654321")).toEqual([[["ev", 987654321], null]]);
  const { client } = await browse("/ev/987654321");
  expect(client.getQueryData(["ev", 987654321])).toBeNull();
});
